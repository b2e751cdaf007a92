import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../api/client';

/** What of a row would change, field by field, and why it cannot be done. */
export function RowChanges({ row }: { row: Pick<PlanRow, 'changes' | 'reason'> }) {
  const { t } = useTranslation();
  const shown = (value: unknown) =>
    value === null || value === undefined || value === '' ? t('confirm.empty_value') : String(value);
  return (
    <>
      {row.changes?.map((change) => (
        <Text key={change.field} size="xs">
          {t(`fields.${change.field}`, { defaultValue: change.field })}: <del>{shown(change.from)}</del> →{' '}
          <ins>{shown(change.to)}</ins>
        </Text>
      ))}
      {row.reason && <Text size="xs">{row.reason}</Text>}
    </>
  );
}
