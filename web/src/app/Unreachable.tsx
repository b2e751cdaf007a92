import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAnswers } from '../message/unreachable';

const reloadedAt = 'selaras.reloaded-at';
/** A page that was reloaded for this a moment ago has the newest code; reloading it for ever helps nobody. */
const notAgainFor = 30_000;

const wasJustReloaded = () => Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) < notAgainFor;

/**
 * In the place of a screen whose code did not come. Once the server answers the page is loaded anew, by itself when the
 * connection is back: the server may have a newer version, whose code has other names, and browsers may remember code that
 * did not come and ask for it no more. Straight after a reload that did not help the person decides when to try again.
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
