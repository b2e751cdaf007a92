import { lazy, Suspense, useState } from 'react';
import { TrayButton } from './TrayButton';

const load = () => import('./TrayPanel').then((module) => ({ default: module.TrayPanel }));
const TrayPanel = lazy(load);

/** What runs and what has ended, in the top bar on every screen. The panel is fetched when it is first wanted. */
export function Tray() {
  const [wanted, setWanted] = useState(false);
  const button = <TrayButton onPointerEnter={load} onFocus={load} onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <TrayPanel initiallyOpen />
    </Suspense>
  );
}
