import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { diskFull } from '../api/client';

/** A banner above every screen while the server's disk is full. */
export function DiskFull() {
  const { t } = useTranslation();
  const full = useSyncExternalStore(diskFull.subscribe, diskFull.get);
  if (!full) return null;
  return (
    <div className="notice-bar" data-tone="error" role="alert">
      <strong>{t('app.disk_full')}</strong> {t('app.disk_full_next')}
    </div>
  );
}
