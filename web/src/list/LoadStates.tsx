import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { useFailureText } from '../texts/failure';
import { ListMessage, NextStep } from './ListStates';

interface Props {
  error: unknown;
  onRetry: () => void;
  /** The way back where what was asked for is refused, and would be refused again. */
  onReset?: () => void;
}

/** In the place of rows that could not be loaded: why, and the way to try again. */
export function LoadFailed({ error, onRetry, onReset }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <ListMessage role="alert" title={t('list.failed')} detail={failureText(error)}>
      {onReset && error instanceof ApiError && error.status === 400 ? (
        <NextStep label={t('list.without_unknown')} onClick={onReset} />
      ) : (
        <NextStep label={t('list.retry')} onClick={onRetry} />
      )}
    </ListMessage>
  );
}

/** Above rows of before, when the latest could not be loaded. */
export function StaleAlert({ error, onRetry }: Omit<Props, 'onReset'>) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <Alert color="red" mb="xs" py={6} role="alert">
      {t('list.stale')} {failureText(error)}{' '}
      <Anchor component="button" type="button" size="sm" onClick={onRetry}>
        {t('list.retry')}
      </Anchor>
    </Alert>
  );
}
