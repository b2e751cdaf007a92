import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { onDemand } from '../message/onDemand';
import { toastNeutral } from '../message/toasts';
import { useNarrow } from '../page/useNarrow';
import { countText } from '../texts/format';
import { type ListAddress, readKindAddress, withSort, writeAddress } from './address';
import { addressWords } from './addressWords';
import type { Arrangement } from './arrangement';
import type { ListDeclaration } from './declaration';
import { FileMenu } from './FileMenu';
import { FilterButton } from './FilterButton';
import { LastSync } from './LastSync';
import { RowCount } from './RowCount';
import { ScopeButton } from './ScopeButton';
import { SearchBox } from './SearchBox';
import { SortFields } from './SortFields';
import { StateFilters } from './StateFilters';
import { ToolButton } from './ToolButton';
import type { TableColumn } from './tableTypes';

// Menus and dialogs are the heaviest part of the screen, so they are fetched at their first use.
const ScopeFilter = onDemand(() => import('./ScopeFilter').then((module) => module.ScopeFilter));
const ColumnChooser = onDemand(() => import('./ColumnChooser').then((module) => module.ColumnChooser));
const SavedFilters = onDemand(() => import('./SavedFilters').then((module) => module.SavedFilters));
const FilterSheet = onDemand(() => import('./FilterSheet').then((module) => module.FilterSheet));

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
  /** The ids of the chosen rows; null if none or all that match are chosen. */
  chosen: readonly number[] | null;
}

/**
 * The filters of a list (class or teacher, search, state) and the number of matching rows. A phone has the filters and the
 * order in a sheet.
 */
export function ListTools(props: Props) {
  const { list, address, total, more, onChange, columns, arrangement, onArrangement, chosen } = props;
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { narrowedBy: of } = list;
  const states = <StateFilters list={list} address={address} onChange={(filters) => onChange({ filters })} />;
  const count = address.tab === 'dashboard' ? Object.keys(address.filters).length : 0;
  async function copyLink() {
    const { href } = window.location;
    try {
      await navigator.clipboard.writeText(href);
      toastNeutral(t('list.link_copied'), t('list.link_about'));
    } catch {
      // Only a page with an encrypted connection may write to the clipboard. The address can be copied from here.
      toastNeutral(t('list.link'), href);
    }
  }
  const tools = (
    <>
      <ToolButton of="link" aria-haspopup={false} onClick={() => void copyLink()} />
      {address.tab === 'dashboard' && <FileMenu list={list} address={address} chosen={chosen} />}
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
    </>
  );
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
      {narrow ? (
        <FilterSheet count={count} button={(opener) => <FilterButton count={count} {...opener} />}>
          {states}
          <SortFields {...address} columns={columns} onSort={(field) => onChange(withSort(address, field))} />
          <Group gap="xs">{tools}</Group>
        </FilterSheet>
      ) : (
        states
      )}
      <Group gap="xs" wrap="nowrap" ml="auto" className="list-tools-end">
        <Text size="xs" c="dimmed" truncate role="status">
          {total !== null && (
            <RowCount list={list} address={address} n={countText(total, more, i18n.language)} count={total} />
          )}
        </Text>
        <LastSync kind={list.id} />
        {!narrow && tools}
      </Group>
      <p className="print-only">{addressWords(list, address, columns, settings, t).join(' · ')}</p>
    </>
  );
}
