import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import { providersQuery, redirectToProvider } from './providers';

/** A button for each sign-in of the institution. */
export function Providers({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: providers = [] } = useQuery(providersQuery);
  const [redirecting, setRedirecting] = useState<string>();
  const [failure, setFailure] = useState('');
  if (providers.length === 0) return null;

  async function signIn(id: string) {
    setRedirecting(id);
    setFailure('');
    try {
      await redirectToProvider(id, returnTo);
    } catch (cause) {
      setFailure(failureText(cause));
      setRedirecting(undefined);
    }
  }

  return (
    <Stack gap="sm">
      <Divider label={t('session.or')} />
      {providers.map(({ id, name }) => (
        <Button key={id} variant="default" fullWidth loading={redirecting === id} onClick={() => signIn(id)}>
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
