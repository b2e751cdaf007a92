import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../api/client';
import { formatDate } from '../texts/format';

/** Somebody who would leave: whether grades would go with them, where that was looked at, and when they were last there. */
export function LeavingRow({ row }: { row: PlanRow }) {
  const { t } = useTranslation();
  return (
    <li>
      <Text span size="xs" fw={600}>
        {row.label || row.key}
      </Text>
      {row.has_grades !== undefined && (
        <Text span size="xs">
          {' · '}
          <Grades has={row.has_grades} />
          {' · '}
          {row.last_access
            ? t('leaving.opened', { date: formatDate(row.last_access) })
            : t('leaving.unopened')}
        </Text>
      )}
      {row.reason && <Text size="xs">{row.reason}</Text>}
    </li>
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
