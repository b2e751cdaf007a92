import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from './toasts';

/** True if the server answers at all. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/health/live', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Reports a part that failed to load, and calls `putBack` so that it can be opened again. If the server answers, it has a
 * newer version, or the browser remembers the failed import. Then only a reload helps. It is offered and not forced, because
 * the user may have unsaved input.
 */
export function useLoadFailure(reset?: () => void): () => void {
  const { t } = useTranslation();
  const latest = useRef(reset);
  latest.current = reset;
  return useCallback(() => {
    latest.current?.();
    void serverAnswers().then((answers) => {
      if (!answers) toastError(t('errors.network'));
      else toastError(t('app.part_missing'), [{ label: t('app.reload'), open: () => location.reload() }]);
    });
  }, [t]);
}
