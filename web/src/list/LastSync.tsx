import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { summaryQuery } from '../api/summary';
import { useNow } from '../page/useNow';
import { formatMoment, formatSince } from '../texts/format';

/** How long ago the kind was synced. Nothing if never, or if unknown. */
export function LastSync({ kind }: { kind: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(summaryQuery);
  const now = useNow();
  const at = Array.isArray(data) ? data.find((each) => each.kind === kind)?.last_synced_at : null;
  if (!at) return null;
  return (
    <Text size="xs" c="dimmed" truncate data-hint={formatMoment(at)}>
      {t('list.synced_ago', { time: formatSince(at, now) })}
    </Text>
  );
}
