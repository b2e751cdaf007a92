import { useState } from 'react';
import { onDemand } from '../message/onDemand';
import { useTellUnreachable } from '../message/unreachable';
import { ScopeButton } from './ScopeButton';
import type { ScopeFilterProps } from './ScopeFilter';

const ScopeFilter = onDemand(() => import('./ScopeFilter').then((module) => module.ScopeFilter));

/** What narrows a list: its open half is the heaviest part of the screen, and is fetched when it is first wanted. */
export function LazyScopeFilter(props: ScopeFilterProps) {
  const [wanted, setWanted] = useState(false);
  const missed = useTellUnreachable(() => setWanted(false));
  const button = (
    <ScopeButton
      of={props.of}
      scope={props.scope}
      onPointerEnter={ScopeFilter.preload}
      onFocus={ScopeFilter.preload}
      onClick={() => setWanted(true)}
      onClear={() => props.onChange({})}
    />
  );
  if (!wanted) return button;
  return <ScopeFilter {...props} waiting={button} onMissed={missed} />;
}
