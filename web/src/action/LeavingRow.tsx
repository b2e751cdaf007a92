import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../api/client';
import { formatDate } from '../texts/format';

/** A person who would leave, with their grades if those were checked, and their last access. */
export function LeavingRow({ row }: { row: PlanRow }) {
  const { t } = useTranslation();
  const opened = row.last_access
    ? t('leaving.opened', { date: formatDate(row.last_access) })
    : t('leaving.unopened');
  return (
    <Text component="li" size="xs">
      <strong>{row.label || row.key}</strong>
      {row.has_grades !== undefined && (
        <>
          {' · '}
          <Grades has={row.has_grades} />
          {' · '}
          {opened}
        </>
      )}
    </Text>
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
