import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { checkReach, reachable } from '../api/reach';

/** Milliseconds from one attempt to reach the server to the next. */
const retryInterval = 3_000;

/**
 * A banner above every screen while the browser is offline or the server does not answer. When the server answers again,
 * what failed to load is loaded without being asked.
 */
export function Offline() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isReachable = useSyncExternalStore(reachable.subscribe, reachable.get);

  useEffect(() => {
    const onOffline = () => reachable.set(false);
    if (!navigator.onLine) onOffline();
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);

  useEffect(() => {
    if (isReachable) return;
    const check = () => void checkReach();
    const timer = setInterval(check, retryInterval);
    window.addEventListener('online', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', check);
      const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const;
      if (reachable.get()) void queries.refetchQueries(failed);
    };
  }, [isReachable, queries]);

  if (isReachable) return null;
  return (
    <div className="notice-bar" role="status">
      <strong>{t('app.offline')}</strong> {t('app.offline_next')}
    </div>
  );
}
