import { Anchor, Group, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { client, type LogEntry, settle } from '../api/client';
import { formatMoment } from '../texts/format';
import classes from './Home.module.css';

const query = { page: 0, per_page: 10 } as const;

export const latestLogQuery = queryOptions({
  queryKey: ['list', 'log', query],
  queryFn: ({ signal }) =>
    settle<LogEntry[]>(client.GET('/api/v1/api/react/log', { params: { query }, signal })),
});

/** The last entries of the log. */
export function LatestLog() {
  const { t } = useTranslation();
  const log = useQuery(latestLogQuery);
  // The list above already reports an unreachable server, and the log has its own screen.
  if (!log.data) return null;
  return (
    <section className={classes.section} aria-labelledby="latest">
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h5" id="latest">
          {t('home.latest')}
        </Title>
        <Anchor component={Link} to="/log-activity" size="sm">
          {t('titles.log')}
        </Anchor>
      </Group>
      {log.data.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('list.empty_plain')}
        </Text>
      ) : (
        <ol className={classes.entries}>
          {log.data.data.map((entry) => (
            <li key={entry.id}>
              <span>{entry.action}</span>
              <span>
                {entry.actor} · {formatMoment(entry.created_at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
