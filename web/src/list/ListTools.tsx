import { Group, NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/client';
import { onDemand } from '../message/onDemand';
import { countText } from '../texts/format';
import { type ListAddress, readKindAddress, writeAddress } from './address';
import type { Arrangement } from './arrangement';
import type { ListDeclaration } from './declaration';
import type { DrawnColumn } from './drawn';
import { GoneFilter } from './GoneFilter';
import { goneFilter } from './gone';
import { LinkedFilters } from './LinkedFilters';
import { ScopeButton } from './ScopeButton';
import { SearchBox } from './SearchBox';
import { SyncedAgo } from './SyncedAgo';
import { ToolButton } from './ToolButton';

// What opens is the heaviest part of the screen, and is fetched when it is first wanted.
const ScopeFilter = onDemand(() => import('./ScopeFilter').then((module) => module.ScopeFilter));
const ColumnChooser = onDemand(() => import('./ColumnChooser').then((module) => module.ColumnChooser));
const SavedFilters = onDemand(() => import('./SavedFilters').then((module) => module.SavedFilters));

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** Rows that are left; unknown while the first ones are on their way. */
  total: number | null;
  /** Whether there are more than those. */
  more: boolean;
  onChange: (part: Partial<ListAddress>, replace?: boolean) => void;
  /** All columns of the tab, and how the person wants them. */
  columns: readonly DrawnColumn<Row>[];
  arrangement: Arrangement;
  onArrangement: (next: Arrangement | null) => void;
}

/** What narrows a list: a class or a teacher, a search, a state; and how many rows are left. */
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
  const chosenFilters = list.filters.filter(({ field }) => field !== goneFilter.field);
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
        chosenFilters.map(({ field, options }) => (
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
      {address.tab === 'dashboard' && chosenFilters.length < list.filters.length && (
        <GoneFilter list={list} address={address} onChange={(filters) => onChange({ filters })} />
      )}
      {address.tab === 'dashboard' && (
        <LinkedFilters list={list} address={address} onChange={(filters) => onChange({ filters })} />
      )}
      <Group gap="xs" wrap="nowrap" ml="auto" className="list-tools-end">
        <Text size="xs" c="dimmed" truncate role="status">
          {total !== null && t('list.rows', { n: countText(total, more, i18n.language) })}
        </Text>
        <SyncedAgo kind={list.id} />
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
