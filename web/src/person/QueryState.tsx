import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { StaleAlert } from '../list/LoadStates';
import { formatMoment } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';

addTexts('person', personTexts);

interface Props {
  /** The query that asks all systems. */
  query: {
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  children: ReactNode;
}

/** The answers of all systems: the time of the query, a renewed query, and its failure. */
export function QueryState({ query, children }: Props) {
  const { t } = useTranslation();
  const { data: names = defaultSettings } = useQuery(settingsQuery);
  return (
    <>
      <Text size="xs" c="dimmed" mt={4} role="status">
        {query.isFetching
          ? t('person.asking')
          : t('person.asked', {
              source: names.source_name,
              platform: names.platform_name,
              time: formatMoment(new Date(query.dataUpdatedAt).toISOString()),
            })}
      </Text>
      {query.isError && <StaleAlert error={query.error} onRetry={() => query.refetch()} />}
      <div aria-busy={query.isFetching}>{children}</div>
    </>
  );
}
