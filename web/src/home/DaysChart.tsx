import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Summary } from '../api/client';
import { formatDate, formatNumber } from '../texts/format';
import classes from './Home.module.css';

/** Changed and failed rows of each of the last thirty days, as bars of one scale. */
export function DaysChart({ days }: { days: Summary['days'] }) {
  const { t, i18n } = useTranslation();
  const maxRows = Math.max(...days.map(({ changed, failed }) => changed + failed));
  if (maxRows <= 0) return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const height = (rows: number) => `${(rows / maxRows) * 100}%`;
  return (
    <section aria-label={t('attention.days')} className={classes.days}>
      <Text component="h2" size="sm" fw={600} mb={4}>
        {t('attention.days')}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          <span className={classes.key} data-of="changed" /> {t('attention.changed')}{' '}
          <span className={classes.key} data-of="failed" /> {t('attention.failed')}
        </Text>
      </Text>
      <ol className={classes.bars}>
        {days.map(({ date, changed, failed }) => {
          const description = t('attention.day', {
            date: formatDate(date),
            changed: number(changed),
            failed: number(failed),
          });
          return (
            <li key={date} data-hint={changed + failed > 0 ? description : undefined}>
              <span className="visually-hidden">{description}</span>
              <i data-of="failed" style={{ height: height(failed) }} />
              <i data-of="changed" style={{ height: height(changed) }} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
