import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServerPlan } from '../api/client';
import { formatDuration } from '../texts/format';
import { expectedTime } from './expected';

/** How long the planned work will probably take; nothing if no earlier job was similar. */
export function ExpectedTime({ plans }: { plans: readonly ServerPlan[] }) {
  const { t, i18n } = useTranslation();
  const expected = expectedTime(plans);
  if (!expected) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs" data-expected={expected.seconds}>
      {t(expected.isWhole ? 'plan.expected' : 'plan.expected_at_least', {
        time: formatDuration(expected.seconds, i18n.language),
      })}
    </Text>
  );
}
