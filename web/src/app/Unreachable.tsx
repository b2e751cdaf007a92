import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAnswers } from '../message/unreachable';

const reloadedAt = 'selaras.reloaded-at';
/** Milliseconds. A page reloaded less than this ago has the newest code already, so another reload would not help. */
const notAgainFor = 30_000;

const wasJustReloaded = () => Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) < notAgainFor;

/**
 * Replaces a screen if its code failed to load. It reloads the page once the server answers, automatically when the
 * connection is back. The reload is needed because a newer version has other file names, and because browsers may remember a
 * failed import. If a recent reload did not help, the user decides when to try again.
 */
export function Unreachable() {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(false);

  const look = useCallback(async () => {
    setLooking(true);
    if (await serverAnswers()) {
      sessionStorage.setItem(reloadedAt, String(Date.now()));
      window.location.reload();
    } else {
      setLooking(false);
    }
  }, []);

  useEffect(() => {
    const again = () => void look();
    if (!wasJustReloaded()) again();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [look]);

  return (
    <Stack align="flex-start" gap="xs" p="md" role="alert">
      <Text fw={600}>{t('app.unreachable')}</Text>
      <Text size="sm" c="dimmed">
        {t('app.unreachable_next')}
      </Text>
      <Button size="xs" variant="default" loading={looking} onClick={() => void look()}>
        {t('list.retry')}
      </Button>
    </Stack>
  );
}
