import type { ReactNode } from 'react';
import { useMayChange } from './session';

/** What only administrators have a use for. To viewers, who see all and change nothing, it is not there. */
export function ForAdministrators({ children }: { children: ReactNode }) {
  return useMayChange() ? children : null;
}
