import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import { leaveFor, providersQuery } from './providers';

/** A button for each sign-in of the institution. */
export function Providers({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: providers = [] } = useQuery(providersQuery);
  const [leaving, setLeaving] = useState<string>();
  const [failure, setFailure] = useState('');
  if (providers.length === 0) return null;

  async function go(id: string) {
    setLeaving(id);
    setFailure('');
    try {
      await leaveFor(id, returnTo);
    } catch (cause) {
      setFailure(failureText(cause));
      setLeaving(undefined);
    }
  }

  return (
    <Stack gap="sm">
      <Divider label={t('session.or')} />
      {providers.map(({ id, name }) => (
        <Button key={id} variant="default" fullWidth loading={leaving === id} onClick={() => go(id)}>
          {t('session.with', { name })}
        </Button>
      ))}
      {failure && (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      )}
    </Stack>
  );
}
