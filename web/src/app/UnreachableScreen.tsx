import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAnswers } from '../api/reach';

const reloadedAtKey = 'selaras.reloaded-at';
/** Milliseconds. A page reloaded less than this ago has the newest code already, so another reload would not help. */
const reloadInterval = 30_000;

const wasJustReloaded = () =>
  Date.now() - Number(sessionStorage.getItem(reloadedAtKey) ?? 0) < reloadInterval;

/**
 * Replaces a screen if its code failed to load. It reloads the page once the server answers, automatically when the
 * connection is back. The reload is needed because a newer version has other file names, and because browsers may remember a
 * failed import. If a recent reload did not help, the user decides when to try again.
 */
export function UnreachableScreen() {
  const { t } = useTranslation();
  const [checking, setChecking] = useState(false);

  const check = useCallback(async () => {
    setChecking(true);
    if (await serverAnswers()) {
      sessionStorage.setItem(reloadedAtKey, String(Date.now()));
      window.location.reload();
    } else {
      setChecking(false);
    }
  }, []);

  useEffect(() => {
    const onOnline = () => void check();
    if (!wasJustReloaded()) onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [check]);

  return (
    <Stack align="flex-start" gap="xs" p="md" role="alert">
      <Text fw={600}>{t('app.unreachable')}</Text>
      <Text size="sm" c="dimmed">
        {t('app.unreachable_next')}
      </Text>
      <Button size="xs" variant="default" loading={checking} onClick={() => void check()}>
        {t('list.retry')}
      </Button>
    </Stack>
  );
}
