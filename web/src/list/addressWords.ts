import type { TFunction } from 'i18next';
import type { Settings } from '../api/client';
import type { ListAddress } from './address';
import type { ListDeclaration } from './declaration';
import { filterName } from './filterValues';
import { scopeLabel } from './requests';

/** What a list shows, in words: its tab, class or teacher, search, filters and order. For paper, which has no fields. */
export function addressWords(
  list: ListDeclaration,
  { tab, scope, q, filters, sort, order }: ListAddress,
  columns: readonly { id: string; label: string }[],
  { source_name: source }: Pick<Settings, 'source_name'>,
  t: TFunction,
): string[] {
  const { narrowedBy } = list;
  const { reason, missing, ...states } = tab === 'dashboard' ? filters : {};
  const sorted = columns.find(({ id }) => id === sort)?.label ?? t('list.number');
  const byValue = new Set(list.valueFilters?.map((filter) => filter.field));
  const nameOf = (field: string) => t(byValue.has(field) ? filterName(field) : `fields.${field}`);
  return [
    tab === 'source' ? source : t('list.dashboard'),
    ...(narrowedBy && Object.keys(scope).length > 0
      ? [`${t(`${narrowedBy.id}_filter.label`)}: ${scopeLabel(narrowedBy, scope)}`]
      : []),
    ...(q ? [t('list.searched', { q })] : []),
    ...Object.entries(states).map(
      ([field, value]) => `${nameOf(field)}: ${t(`state.${value}`, { defaultValue: value })}`,
    ),
    ...(missing ? [t('attention.gone_filter', { source })] : []),
    ...(reason ? [t('attention.reason_filter')] : []),
    `${t('list.sort_by')}: ${sorted} ${order === 'asc' ? '↑' : '↓'}`,
  ];
}
