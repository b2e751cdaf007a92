import { Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Summary } from '../api/client';
import { onDemand } from '../message/onDemand';
import { formatDate, formatNumber } from '../texts/format';
import classes from './Home.module.css';

const BarChart = onDemand(() => import('./BarChart').then((module) => module.BarChart));

/** Changed and failed rows of each of the last thirty days: as a chart, and as a table of the days with any. */
export function DaysChart({ days }: { days: Summary['days'] }) {
  const { t, i18n } = useTranslation();
  const number = useCallback((value: number) => formatNumber(value, i18n.language), [i18n.language]);
  const bars = useMemo(
    () =>
      days.map(({ date, changed, failed }) => ({
        // The year is that of today.
        label: formatDate(date).replace(/ \d{4}$/, ''),
        hint: t('attention.day', {
          date: formatDate(date),
          changed: number(changed),
          failed: number(failed),
        }),
        values: [changed, failed],
      })),
    [days, number, t],
  );
  const busy = days.filter(({ changed, failed }) => changed + failed > 0).reverse();
  if (busy.length === 0) return null;
  return (
    <section aria-labelledby="days" className={classes.section}>
      <Text component="h2" size="sm" fw={600} mb={4} id="days">
        {t('attention.days')}
      </Text>
      <Text size="xs" c="dimmed" aria-hidden>
        <span className={classes.key} data-of="changed" /> {t('attention.changed')}{' '}
        <span className={classes.key} data-of="failed" /> {t('attention.failed')}
      </Text>
      <div className={classes.chart}>
        <BarChart bars={bars} number={number} />
      </div>
      <details className={classes.days}>
        <summary>{t('attention.days_table')}</summary>
        <table aria-labelledby="days">
          <thead>
            <tr>
              <th scope="col">{t('log.created_at')}</th>
              <th scope="col" data-numeric>
                {t('attention.changed')}
              </th>
              <th scope="col" data-numeric>
                {t('attention.failed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {busy.map(({ date, changed, failed }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td data-numeric>{number(changed)}</td>
                <td data-numeric>{number(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
