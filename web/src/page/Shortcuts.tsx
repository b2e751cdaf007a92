import { useEffect, useState } from 'react';
import { onDemand } from '../message/onDemand';

const ShortcutsDialog = onDemand(() => import('./ShortcutsDialog').then((module) => module.ShortcutsDialog));

/**
 * Opens the help on `?`, except while text is typed. The check uses the character, because its keys differ between
 * keyboards.
 */
export function Shortcuts() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    function press({ key, target }: KeyboardEvent) {
      const typing = target instanceof Element && target.matches('input, textarea, select');
      if (key === '?' && !typing) setOpened(true);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!opened) return null;
  return <ShortcutsDialog onClose={() => setOpened(false)} />;
}
