import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanRow } from '../api/client';

/** The changes of a row field by field, or the reason why it is impossible. */
export function RowChanges({ row }: { row: Pick<PlanRow, 'changes' | 'reason'> }) {
  const { t } = useTranslation();
  const displayText = (value: unknown) =>
    value === null || value === undefined || value === '' ? t('confirm.empty_value') : String(value);
  return (
    <>
      {row.changes?.map((change) => (
        <Text key={change.field} size="xs">
          {t(`fields.${change.field}`, { defaultValue: change.field })}: <del>{displayText(change.from)}</del>{' '}
          → <ins>{displayText(change.to)}</ins>
        </Text>
      ))}
      {row.reason && <Text size="xs">{row.reason}</Text>}
    </>
  );
}
