import type { ReactNode } from 'react';
import { useMayChange } from './session';

/** Content for administrators only. Viewers, who see all data but change nothing, do not see it. */
export function ForAdministrators({ children }: { children: ReactNode }) {
  return useMayChange() ? children : null;
}
