import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const reloadedAt = 'selaras.reloaded-at';
/** A page that was reloaded for this a moment ago has the newest code; reloading it for ever helps nobody. */
const notAgainFor = 30_000;

/** Whether the server answers, whatever it says. */
async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/health/live', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * In the place of a screen whose code did not come. Either the server is away: then it says so and tries again, by itself
 * when the connection is back. Or it answers and has a newer version, whose code has other names: then that is loaded.
 */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(true);
  const wasAway = useRef(false);

  const look = useCallback(async () => {
    setLooking(true);
    const there = await serverAnswers();
    setLooking(false);
    const reloaded = Number(sessionStorage.getItem(reloadedAt) ?? 0);
    if (!there) {
      wasAway.current = true;
    } else if (wasAway.current || Date.now() - reloaded < notAgainFor) {
      // A short break leaves the page as it was, and only the code is asked for once more.
      wasAway.current = true;
      onRetry();
    } else {
      sessionStorage.setItem(reloadedAt, String(Date.now()));
      window.location.reload();
    }
  }, [onRetry]);

  useEffect(() => {
    const again = () => void look();
    // Straight after a reload that did not help the person decides when to try again.
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) < notAgainFor) setLooking(false);
    else again();
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
