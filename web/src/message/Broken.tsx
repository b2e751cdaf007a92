import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Replaces a part of the page that failed. */
export function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start" gap="xs" py="md" role="alert">
      <Text fw={600}>{t('app.part_broken')}</Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </Stack>
  );
}
