import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { formatDayMoment } from '../texts/format';
import { timesQuery } from './schedules';

/** Milliseconds after the last key before the times are requested. */
const debounce = 300;

/** The next times of an expression, or its error. */
export function useNextTimes(cron: string) {
  const [debounced] = useDebouncedValue(cron, debounce);
  const times = useQuery({ ...timesQuery(debounced), placeholderData: keepPreviousData });
  const error = times.error instanceof ApiError ? times.error.fields.cron : undefined;
  return { times, wrong: error };
}

export function NextTimes({ times, wrong }: ReturnType<typeof useNextTimes>) {
  const { t } = useTranslation();
  return (
    <div aria-live="polite" aria-busy={times.isFetching}>
      <Text size="xs" fw={600} mb={4}>
        {t('schedule.times')}
      </Text>
      {wrong || !times.data ? (
        <Text size="sm" c="dimmed">
          -
        </Text>
      ) : (
        <Text component="ol" size="sm" m={0} ps="md" aria-label={t('schedule.times')}>
          {times.data.map(({ at }) => (
            <li key={at}>{formatDayMoment(at)}</li>
          ))}
        </Text>
      )}
    </div>
  );
}
