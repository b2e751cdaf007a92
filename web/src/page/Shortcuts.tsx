import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { onDemand } from '../message/onDemand';
import { useTellUnreachable } from '../message/unreachable';

const ShortcutsDialog = onDemand(() => import('./ShortcutsDialog').then((module) => module.ShortcutsDialog));

/** Opens the help on `?`, wherever no text is being typed. */
export function Shortcuts() {
  const [opened, setOpened] = useState(false);
  const missed = useTellUnreachable(() => setOpened(false));
  useHotkeys([['shift+?', () => setOpened(true)]], undefined, true);
  if (!opened) return null;
  return <ShortcutsDialog onClose={() => setOpened(false)} onMissed={missed} />;
}
