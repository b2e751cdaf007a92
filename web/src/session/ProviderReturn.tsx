import { Anchor, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import { finishSignIn } from './providers';

const route = getRouteApi('/login/oidc');

/** The page that a provider redirects to. It sends the provider's parameters to the server, once. */
export function ProviderReturn() {
  const { t } = useTranslation();
  const router = useRouter();
  const failureText = useFailureText();
  const params = route.useSearch();
  // Opened directly, for example by a bookmark: there are no parameters to send.
  const hasState = Boolean(params.state);
  const [failure, setFailure] = useState(hasState ? '' : t('session.not_begun'));
  const submitted = useRef(false);
  useEffect(() => {
    if (!hasState || submitted.current) return;
    submitted.current = true;
    finishSignIn(params).then(
      (path) => router.history.replace(path),
      (cause) => setFailure(failureText(cause)),
    );
  }, [hasState, params, router, failureText]);

  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${t('session.login')} · ${t('app.name')}`}</title>
      <Stack w="100%" maw={360} gap="sm" align="center">
        <Title order={1} size="h4">
          {t('session.login')}
        </Title>
        {failure ? (
          <>
            <Text size="sm" role="alert" ta="center">
              {failure}
            </Text>
            <Anchor component={Link} to="/login" size="sm">
              {t('session.back_to_login')}
            </Anchor>
          </>
        ) : (
          <Loader size="sm" role="status" aria-label={t('session.finishing')} />
        )}
      </Stack>
    </Center>
  );
}
