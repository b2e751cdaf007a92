import { useState } from 'react';
import { onDemand } from '../message/onDemand';
import { useLoadFailure } from '../message/unreachable';
import { TrayButton } from './TrayButton';

const TrayPanel = onDemand(() => import('./TrayPanel').then((module) => module.TrayPanel));

/** Running and ended jobs, in the top bar of every screen. The panel is fetched at its first use. */
export function Tray() {
  const [opened, setOpened] = useState(false);
  const onLoadFailed = useLoadFailure(() => setOpened(false));
  const button = (
    <TrayButton
      onPointerEnter={TrayPanel.preload}
      onFocus={TrayPanel.preload}
      onClick={() => setOpened(true)}
    />
  );
  if (!opened) return button;
  return <TrayPanel initiallyOpen placeholder={button} onLoadFailed={onLoadFailed} />;
}
