import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Envelope } from '../api/client';
import { onDemand } from '../message/onDemand';
import { useNarrow } from '../page/useNarrow';
import { formatNumber } from '../texts/format';
import { type DefaultOrder, defaultOrderOf, type ListAddress, listQuery, withSort } from './address';
import { DataTable } from './DataTable';
import { FilterButton } from './FilterButton';
import { ListMessage, NextStep } from './ListStates';
import { LoadFailed, StaleAlert } from './LoadStates';
import { Paging } from './Paging';
import { SearchBox } from './SearchBox';
import { SortFields } from './SortFields';
import type { SelectedRows, TableColumn } from './tableTypes';
import { useLastPage } from './useLastPage';

// The drawer is fetched at its first use.
const FilterSheet = onDemand(() => import('./FilterSheet').then((module) => module.FilterSheet));

interface Props<Item> extends DefaultOrder {
  title: string;
  address: ListAddress;
  onAddress: (next: ListAddress, replace?: boolean) => void;
  /** The rows' key in the cache, without the page. */
  cacheKey: readonly unknown[];
  load: (query: ReturnType<typeof listQuery>, signal: AbortSignal) => Promise<Envelope<Item[]>>;
  /** Replaces the list while there is nothing to request yet. */
  before?: ReactNode;
  columns: readonly TableColumn<Item>[];
  idOf: (item: Item) => string;
  labelOf: (item: Item) => string;
  /** The number of rows that a line stands for; 1 if absent. */
  rowsOf?: ((item: Item) => number) | undefined;
  actions?: (item: Item, as: 'icons' | 'menu') => ReactNode;
  /** The selected rows, if rows can be selected; and which rows can be. */
  selection?:
    | {
        selected: SelectedRows;
        onSelect: (selected: SelectedRows) => void;
        selectable: (item: Item) => boolean;
      }
    | undefined;
  empty: { title: string; detail?: string };
  /** Content before the search. */
  tools?: ReactNode;
  /** Filters before the search, and how many are set. A phone has them in a sheet, with the order. */
  filters?: { fields: ReactNode; count: number };
  /** Content after the number of rows. */
  aside?: ReactNode;
}

/** A list without tabs: searched, sorted and paged. */
export function PlainList<Item extends object>(props: Props<Item>) {
  const { title, address, onAddress, cacheKey, load, before, columns, filters, idOf, labelOf, actions } =
    props;
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const query = listQuery(address, props);
  const rows = useQuery({
    queryKey: ['list', ...cacheKey, query],
    queryFn: ({ signal }) => load(query, signal),
    enabled: !before,
    placeholderData: keepPreviousData,
  });
  const total = useLastPage(rows, address, (page) => onAddress({ ...address, page }, true));
  const data = before ? undefined : rows.data;
  // A page behind the last one has no rows either, and old rows do not show whether the new list is empty.
  const nothing = data?.data.length === 0 && total === 0;
  const retry = () => void rows.refetch();
  const onSort = (field: string) => onAddress(withSort(address, field));

  return (
    <div className="fill">
      <Group gap="xs" mb="xs" mih={30} align="flex-end">
        {props.tools}
        {!narrow && filters?.fields}
        <SearchBox value={address.q} onChange={(q) => onAddress({ ...address, q, page: 0 }, true)} />
        {narrow && filters && (
          <FilterSheet
            count={filters.count}
            button={(opener) => <FilterButton count={filters.count} {...opener} />}
          >
            {filters.fields}
            <SortFields {...address} columns={columns} onSort={onSort} />
          </FilterSheet>
        )}
        <Text size="xs" c="dimmed" ml="auto" role="status">
          {data && t('list.rows', { n: formatNumber(total, i18n.language), count: total })}
        </Text>
        {props.aside}
      </Group>
      {rows.isError && data && <StaleAlert error={rows.error} onRetry={retry} />}
      {content()}
    </div>
  );

  function content() {
    if (before) return before;
    if (rows.isError && !data)
      return (
        <LoadFailed
          error={rows.error}
          onRetry={retry}
          onReset={() =>
            onAddress({ ...address, sort: 'id', order: defaultOrderOf(props, 'id'), page: 0 }, true)
          }
        />
      );
    if (nothing && address.q) {
      return (
        <ListMessage title={t('list.empty_search')}>
          <NextStep
            label={t('list.clear_search')}
            onClick={() => onAddress({ ...address, q: '', page: 0 })}
          />
        </ListMessage>
      );
    }
    if (nothing && !rows.isPlaceholderData) return <ListMessage {...props.empty} />;
    return (
      <>
        <DataTable<Item>
          title={title}
          columns={columns}
          items={data?.data.length === 0 ? undefined : data?.data}
          idOf={idOf}
          labelOf={labelOf}
          rowsOf={props.rowsOf}
          firstNumber={address.page * address.per_page + 1}
          sort={address.sort}
          order={address.order}
          onSort={onSort}
          sortHere={!filters}
          stale={rows.isPlaceholderData}
          skeletonRows={10}
          {...(actions ? { actions } : {})}
          {...props.selection}
        />
        {data && (
          <Paging
            page={address.page}
            perPage={address.per_page}
            total={total}
            onPage={(page) => onAddress({ ...address, page })}
            onPerPage={(per_page) => onAddress({ ...address, per_page, page: 0 })}
          />
        )}
      </>
    );
  }
}
