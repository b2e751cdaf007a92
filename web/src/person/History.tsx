import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { classLink } from '../kinds/pages';
import { formatMoment } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import { Changes } from './Changes';
import classes from './Person.module.css';
import type { HistoryEntry } from './personCalls';

addTexts('person', personTexts);

/** What happened, the latest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="history">
      <Title order={2} size="h5" id="history" mb={4}>
        {t('person.history')}
      </Title>
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('person.history_none')}
        </Text>
      )}
      <ol className={classes.history}>
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and never move
          <li key={place}>
            <div>
              <Text size="sm">
                <Deed entry={entry} />
              </Text>
              {entry.text && entry.outcome && <Text size="sm">{entry.text}</Text>}
              <Changes changes={entry.changes} />
            </div>
            <Text size="xs" c="dimmed" className={classes.when}>
              {entry.actor} · {formatMoment(entry.at)}
              {entry.job !== null && (
                <>
                  {' · '}
                  <Anchor component={Link} to={`/tugas/${entry.job}`} size="xs" td="underline">
                    {t('log.details')}
                  </Anchor>
                </>
              )}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An action with its outcome: `Enroll Mahasiswa: di-enroll · Algoritma · A`. */
function Deed({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  if (!entry.outcome) return entry.text;
  const verb = t(`jobs.verbs.${entry.verb}`, { defaultValue: entry.verb });
  const outcome = t(`jobs.outcomes.${entry.outcome}`, { defaultValue: entry.outcome });
  const link = classLink(entry.class?.number ?? null);
  // The last value is the person's own number.
  const where = entry.parts.slice(0, -1).filter(Boolean).join(' · ');
  return (
    <>
      {verb} {t(`kinds.${entry.kind}.many`, { defaultValue: entry.kind_label })}: {outcome}
      {(entry.class || where) && ' · '}
      {entry.class && link ? (
        <Anchor component={Link} {...link} fz="inherit" td="underline">
          {entry.class.label}
        </Anchor>
      ) : (
        where
      )}
    </>
  );
}
