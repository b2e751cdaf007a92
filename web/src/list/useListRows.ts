import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Row, send } from '../api/client';
import { countText } from '../texts/format';
import { type ListAddress, listQuery } from './address';
import type { ListDeclaration } from './declaration';
import { shownAddress, shownList } from './people';
import { callScope } from './requests';
import { useLastPage } from './useLastPage';

/** The query for the rows of an address. */
export function rowsQuery(list: ListDeclaration, address: ListAddress) {
  const { tab } = address;
  const shown = shownList(list, address);
  const call = shown.lists[tab];
  const scope = callScope(list, address);
  // A GET takes the scope in the query, a POST in the body.
  const query = { ...listQuery(shownAddress(shown, address)), ...(call.method === 'GET' ? scope : {}) };
  return {
    queryKey: ['list', list.id, tab, JSON.stringify(address.scope), query],
    queryFn: ({ signal }: { signal: AbortSignal }) => send<Row[]>(call, { query, body: scope, signal }),
  };
}

/** The rows of one page, and the size of the whole list. */
export function useListRows(
  list: ListDeclaration,
  address: ListAddress,
  enabled: boolean,
  onAddress: (next: ListAddress, replace: boolean) => void,
) {
  const { tab } = address;
  const options = rowsQuery(list, address);
  const rows = useQuery({
    ...options,
    enabled,
    // Old rows stay while the next page loads, but only rows of the same tab and class; others would be wrong.
    placeholderData: (before, beforeQuery) => {
      const key = beforeQuery?.queryKey;
      return key?.[2] === tab && key[3] === options.queryKey[3] ? keepPreviousData(before) : undefined;
    },
  });
  const total = useLastPage(rows, address, (page) => onAddress({ ...address, page }, true));
  return { rows, total, more: rows.data?.more === true };
}

/**
 * The displayed number of rows in the other tab under the same search and choice. The request equals that tab's first page.
 */
export function useOtherTotal(list: ListDeclaration, address: ListAddress, enabled: boolean): string | null {
  const tab = address.tab === 'source' ? 'dashboard' : 'source';
  const { data } = useQuery({
    ...rowsQuery(list, { ...address, tab, page: 0, sort: 'id', order: 'asc' }),
    enabled,
  });
  return data?.total === undefined ? null : countText(data.total, data.more === true);
}
