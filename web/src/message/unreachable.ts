import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAnswers } from '../api/reach';
import { toastError } from './toasts';

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
