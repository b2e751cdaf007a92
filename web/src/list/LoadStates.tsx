import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import { ListMessage, NextStep } from './ListStates';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** In the place of rows that could not be loaded: why, and the way to try again. */
export function LoadFailed({ error, onRetry }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <ListMessage role="alert" title={t('list.failed')} detail={failureText(error)}>
      <NextStep label={t('list.retry')} onClick={onRetry} />
    </ListMessage>
  );
}

/** Above rows of before, when the latest could not be loaded. */
export function StaleAlert({ error, onRetry }: Props) {
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
