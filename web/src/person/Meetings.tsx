import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDate, formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import classes from './Person.module.css';
import type { PersonDetail } from './personCalls';

addTexts('person', personTexts);

/** The Zoom meetings that a person attended; nothing if there are none. */
export function Meetings({ attendance }: { attendance: PersonDetail['attendance'] }) {
  const { t, i18n } = useTranslation();
  if (attendance.meetings === 0) return null;
  const n = (value: number) => formatNumber(value, i18n.language);
  return (
    <section className={classes.section} aria-labelledby="meetings">
      <Title order={2} size="h5" id="meetings" mb={4}>
        {t('titles.zoom')}
      </Title>
      <Text size="sm" mb={4}>
        {t('person.meetings', { n: n(attendance.meetings), minutes: n(attendance.minutes) })}
      </Text>
      <ol className={classes.history}>
        {attendance.latest.map((row) => (
          <li key={row.id}>
            <span>
              {row.topic} · {row.keterangan}
            </span>
            <Text size="xs" c="dimmed" className={classes.when}>
              {formatDate(row.date_meeting)} {formatClock(row.start_meeting)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
