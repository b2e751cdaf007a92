import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shown if a screen throws, or if its code is gone because a newer version of the product replaced it. */
export function CrashScreen() {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" gap="xs" p="md" role="alert">
      <Text fw={600}>{t('app.crashed')}</Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        {t('list.retry')}
      </Button>
    </Stack>
  );
}
