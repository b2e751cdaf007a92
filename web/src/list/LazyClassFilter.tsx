import { lazy, Suspense, useState } from 'react';
import { ClassButton } from './ClassButton';
import type { ClassFilterProps } from './ClassFilter';

const load = () => import('./ClassFilter').then((module) => ({ default: module.ClassFilter }));
const ClassFilter = lazy(load);

/** The class dropdown, whose open half is the heaviest part of a list: it is fetched when it is first wanted. */
export function LazyClassFilter(props: ClassFilterProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <ClassButton
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
      <ClassFilter {...props} />
    </Suspense>
  );
}
