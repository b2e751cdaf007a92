import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../api/client';
import { formatDate } from '../texts/format';
import type { PlanLine } from './planLines';

/** A person who would leave, with their classes, their grades if those were checked, and their last access. */
export function LeavingRow({ line: { person, rows } }: { line: PlanLine }) {
  const [first] = rows;
  if (!first) return null;
  const { label, key } = first.row;
  // Classes with the same consequence are named together.
  const parts = new Map<string, typeof rows>();
  for (const each of rows) {
    const { has_grades, last_access } = each.row;
    const same = JSON.stringify([has_grades, last_access]);
    parts.set(same, [...(parts.get(same) ?? []), each]);
  }
  return (
    <Text component="li" size="xs">
      <strong>{label || key}</strong>
      {person && label && ` · ${person}`}
      {[...parts.values()].map((part) => {
        const [one] = part;
        const classes = part.flatMap(({ class: name }) => name ?? []).join(', ');
        return (
          <Text key={one?.row.key} span size="xs" {...(rows.length > 1 ? { display: 'block' } : {})}>
            {classes && `${rows.length > 1 ? '' : ' · '}${classes}`}
            {one && <Consequence row={one.row} />}
          </Text>
        );
      })}
    </Text>
  );
}

function Consequence({ row }: { row: PlanRow }) {
  const { t } = useTranslation();
  if (row.has_grades === undefined) return null;
  const opened = row.last_access
    ? t('leaving.opened', { date: formatDate(row.last_access) })
    : t('leaving.unopened');
  return (
    <>
      {' · '}
      <Grades has={row.has_grades} />
      {' · '}
      {opened}
    </>
  );
}

function Grades({ has }: { has: boolean | null }) {
  const { t } = useTranslation();
  if (has === false) return <>{t('leaving.no_grades')}</>;
  return (
    <span className="state-text" data-state={has ? 'gagal' : 'berubah'}>
      {t(has ? 'leaving.grades' : 'leaving.grades_unknown')}
    </span>
  );
}
