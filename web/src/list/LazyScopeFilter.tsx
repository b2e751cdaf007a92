import { lazy, Suspense, useState } from 'react';
import { ScopeButton } from './ScopeButton';
import type { ScopeFilterProps } from './ScopeFilter';

const load = () => import('./ScopeFilter').then((module) => ({ default: module.ScopeFilter }));
const ScopeFilter = lazy(load);

/** What narrows a list: its open half is the heaviest part of the screen, and is fetched when it is first wanted. */
export function LazyScopeFilter(props: ScopeFilterProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <ScopeButton
      of={props.of}
      scope={props.scope}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
      onClear={() => props.onChange({})}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ScopeFilter {...props} />
    </Suspense>
  );
}
