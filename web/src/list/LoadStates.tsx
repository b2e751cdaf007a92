import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { useFailureText } from '../texts/failure';
import { ListMessage, NextStep } from './ListStates';

interface Props {
  error: unknown;
  onRetry: () => void;
  /** The way back, if another try would be refused again. */
  onReset?: () => void;
}

/** Replaces rows that failed to load: the reason, and a retry button. */
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

/** A banner above old rows if the latest ones failed to load. */
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
