import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from './toasts';

/** Whether the server answers, whatever it says. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/health/live', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Says that what was wanted could not be fetched, and does what has to be done so that it can be wanted again. Where the
 * server answers, it has a newer version, or the browser remembers code that did not come once and asks for it no more: then
 * only loading the page anew helps, which is offered and not done, for something may have been typed.
 */
export function useTellUnreachable(putBack?: () => void): () => void {
  const { t } = useTranslation();
  const latest = useRef(putBack);
  latest.current = putBack;
  return useCallback(() => {
    latest.current?.();
    void serverAnswers().then((there) => {
      if (!there) toastError(t('errors.network'));
      else toastError(t('app.part_missing'), [{ label: t('app.reload'), open: () => location.reload() }]);
    });
  }, [t]);
}
