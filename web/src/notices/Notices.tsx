import { useState } from 'react';
import { onDemand } from '../message/onDemand';
import { useLoadFailure } from '../message/unreachable';
import { NoticesButton } from './NoticesButton';
import { useNoticeCount } from './useNoticeCount';

const NoticesPanel = onDemand(() => import('./NoticesPanel').then((module) => module.NoticesPanel));

/** All that is open, in the top bar of every screen. The panel is fetched at its first use. */
export function Notices() {
  const count = useNoticeCount();
  const [opened, setOpened] = useState(false);
  const onLoadFailed = useLoadFailure(() => setOpened(false));
  const button = (
    <NoticesButton
      count={count}
      onPointerEnter={NoticesPanel.preload}
      onFocus={NoticesPanel.preload}
      onClick={() => setOpened(true)}
    />
  );
  if (!opened) return button;
  return <NoticesPanel placeholder={button} onLoadFailed={onLoadFailed} />;
}
