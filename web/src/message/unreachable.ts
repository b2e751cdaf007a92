import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from './toasts';

/** Says that what was wanted could not be fetched, and does what has to be done so that it can be wanted again. */
export function useTellUnreachable(putBack?: () => void): () => void {
  const { t } = useTranslation();
  const latest = useRef(putBack);
  latest.current = putBack;
  return useCallback(() => {
    toastError(t('errors.network'));
    latest.current?.();
  }, [t]);
}
