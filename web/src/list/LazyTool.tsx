import { type ReactNode, useState } from 'react';
import { useTellUnreachable } from '../message/unreachable';
import { ToolButton } from './ToolButton';

interface Props {
  of: 'columns' | 'saved';
  preload: () => void;
  /** The open tool, whose code may still be on its way. */
  children: (around: { waiting: ReactNode; onMissed: () => void }) => ReactNode;
}

/** A tool of a list behind its button. What is behind it is fetched when the button is first pointed at. */
export function LazyTool({ of, preload, children }: Props) {
  const [wanted, setWanted] = useState(false);
  const onMissed = useTellUnreachable(() => setWanted(false));
  const button = (
    <ToolButton of={of} onPointerEnter={preload} onFocus={preload} onClick={() => setWanted(true)} />
  );
  return wanted ? children({ waiting: button, onMissed }) : button;
}
