import { Group, NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/client';
import { onDemand } from '../message/onDemand';
import { countText } from '../texts/format';
import { type ListAddress, readKindAddress, writeAddress } from './address';
import type { Arrangement } from './arrangement';
import type { ListDeclaration } from './declaration';
import { LastSync } from './LastSync';
import { LinkedFilters } from './LinkedFilters';
import { MissingFilter } from './MissingFilter';
import { missingFilter } from './missing';
import { ScopeButton } from './ScopeButton';
import { SearchBox } from './SearchBox';
import { ToolButton } from './ToolButton';
import type { TableColumn } from './tableTypes';

// Menus and dialogs are the heaviest part of the screen, so they are fetched at their first use.
const ScopeFilter = onDemand(() => import('./ScopeFilter').then((module) => module.ScopeFilter));
const ColumnChooser = onDemand(() => import('./ColumnChooser').then((module) => module.ColumnChooser));
const SavedFilters = onDemand(() => import('./SavedFilters').then((module) => module.SavedFilters));

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** The number of matching rows; undefined while the first page loads. */
  total: number | null;
  /** True if there are more rows than `total`. */
  more: boolean;
  onChange: (part: Partial<ListAddress>, replace?: boolean) => void;
  /** All columns of the tab, and the user's arrangement of them. */
  columns: readonly TableColumn<Row>[];
  arrangement: Arrangement;
  onArrangement: (next: Arrangement | null) => void;
}

/** The filters of a list (class or teacher, search, state) and the number of matching rows. */
export function ListTools({
  list,
  address,
  total,
  more,
  onChange,
  columns,
  arrangement,
  onArrangement,
}: Props) {
  const { t, i18n } = useTranslation();
  const { narrowedBy: of } = list;
  const selectFilters = list.filters.filter(({ field }) => field !== missingFilter.field);
  return (
    <>
      {of && (
        <ScopeFilter
          of={of}
          scope={address.scope}
          onChange={(scope) => onChange({ scope })}
          button={(opener) => (
            <ScopeButton of={of} scope={address.scope} onClear={() => onChange({ scope: {} })} {...opener} />
          )}
        />
      )}
      <SearchBox value={address.q} onChange={(q) => onChange({ q }, true)} />
      {address.tab === 'dashboard' &&
        selectFilters.map(({ field, options }) => (
          <NativeSelect
            key={field}
            size="xs"
            className="list-filter"
            aria-label={t(`fields.${field}`)}
            value={address.filters[field] ?? ''}
            data={[
              { value: '', label: `${t(`fields.${field}`)}: ${t('list.all').toLowerCase()}` },
              ...options.map((value) => ({
                value,
                label: `${t(`fields.${field}`)}: ${t(`state.${value}`, { defaultValue: value })}`,
              })),
            ]}
            onChange={(event) => {
              const { [field]: _before, ...others } = address.filters;
              const { value } = event.currentTarget;
              onChange({ filters: value ? { ...others, [field]: value } : others });
            }}
          />
        ))}
      {address.tab === 'dashboard' && selectFilters.length < list.filters.length && (
        <MissingFilter list={list} address={address} onChange={(filters) => onChange({ filters })} />
      )}
      {address.tab === 'dashboard' && (
        <LinkedFilters list={list} address={address} onChange={(filters) => onChange({ filters })} />
      )}
      <Group gap="xs" wrap="nowrap" ml="auto" className="list-tools-end">
        <Text size="xs" c="dimmed" truncate role="status">
          {total !== null && t('list.rows', { n: countText(total, more, i18n.language), count: total })}
        </Text>
        <LastSync kind={list.id} />
        <SavedFilters
          list={list.id}
          address={writeAddress(list, { ...address, page: 0 })}
          onChoose={(raw) => onChange(readKindAddress(list, raw))}
          button={(opener) => <ToolButton of="saved" {...opener} />}
        />
        <ColumnChooser
          columns={columns}
          arrangement={arrangement}
          onChange={onArrangement}
          button={(opener) => <ToolButton of="columns" {...opener} />}
        />
      </Group>
    </>
  );
}
