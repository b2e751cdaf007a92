import type { Verb } from '../action/request';
import { type Row, send } from '../api/client';
import { type ListAddress, listQuery } from './address';
import type { ListDeclaration, ListTab } from './declaration';
import { maxNamedPeople, rowIds } from './people';
import { type BulkScope, callScope } from './requests';

/** The verbs that can be limited to rows of a tab: those that start from the tab's list. */
export const tabVerbs: Record<ListTab, readonly Verb[]> = {
  source: ['sync'],
  dashboard: ['leave', 'export', 'enroll', 'unenroll', 'delete'],
};

/** Upper limit of source rows named one by one in a call. */
export const maxNamedRows = 5_000;

/** True if search or filters hide rows of the list. */
export function isFiltered({ tab, q, filters }: Pick<ListAddress, 'tab' | 'q' | 'filters'>): boolean {
  return q !== '' || (tab === 'dashboard' && Object.keys(filters).length > 0);
}

/** A row's name in calls: its key at the source, its id in the dashboard. */
export function nameOf(list: Pick<ListDeclaration, 'key' | 'keyIsShared'>, tab: ListTab, row: Row): string {
  return String(tab === 'source' && !list.keyIsShared ? row[list.key] : row.id);
}

/** A row of the dashboard with its name for people. */
export interface NamedRow {
  id: number;
  name: string;
}

/** A row's name, with the first field of its card that the name does not have: `Algoritma A · IF205-A`. */
export function tellingName(list: Pick<ListDeclaration, 'columns'>, row: Row, name: string): string {
  const line = list.columns
    .filter(({ card }) => card === 'line')
    .map(({ field }) => String(row[field] ?? ''))
    .find((value) => value && !name.includes(value));
  return line ? `${name} · ${line}` : name;
}

/** True if a call can be limited to the matching rows of a tab. */
export function canSelectMatching(
  list: Pick<ListDeclaration, 'keyIsShared' | 'ofPeople'>,
  address: Pick<ListAddress, 'tab' | 'q' | 'filters'>,
  total: number,
): boolean {
  // A filter may leave out some rows of the people.
  if (list.ofPeople && isFiltered(address)) return total <= maxNamedPeople;
  // A call for the whole list needs no names.
  return (
    !isFiltered(address) ||
    address.tab === 'dashboard' ||
    (canNameRows(list, 'source') && total <= maxNamedRows)
  );
}

/** True if rows of a tab can be named at all. */
export function canNameRows(list: Pick<ListDeclaration, 'keyIsShared'>, tab: ListTab): boolean {
  return tab === 'dashboard' || !list.keyIsShared;
}

/**
 * The rows that an action affects if it is pressed while `total` rows match: normally those, because users act on what they
 * see. If the call cannot be limited to them, it affects all rows, and `more` counts the hidden ones.
 */
export async function bulkScope(
  list: ListDeclaration,
  verb: Verb,
  address: ListAddress,
  { total, more }: { total: number; more: boolean },
): Promise<BulkScope> {
  if (verb === 'leave') return { of: 'missing', rows: total };
  if (!isFiltered(address)) return { of: 'all' };
  const { tab } = address;
  if (!tabVerbs[tab].includes(verb)) return { of: 'all despite', more: null };
  if (tab === 'dashboard') return { of: 'matching', rows: total, more };
  const call = list.lists.source;
  const scope = callScope(list, address);
  const fetchRows = (query: Record<string, string | number>) =>
    send<Row[]>(call, { query: { ...query, ...(call.method === 'GET' ? scope : {}) }, body: scope });
  if (canSelectMatching(list, address, total)) {
    const { page: _page, per_page: _size, ...narrowing } = listQuery(address);
    const { data } = await fetchRows(narrowing);
    return { of: 'matching', rows: data.length, keys: data.map((row) => nameOf(list, tab, row)) };
  }
  const unfiltered = await fetchRows({ page: 0, per_page: 10 });
  return { of: 'all despite', more: (unfiltered.total ?? unfiltered.data.length) - total };
}

/** All people who match search and filters, by their rows. */
export async function matchingPeople(list: ListDeclaration, address: ListAddress): Promise<BulkScope> {
  const { page: _page, per_page: _size, ...query } = listQuery(address);
  const { data } = await send<Row[]>(list.lists.dashboard, { query });
  const names = data.flatMap((row) => rowIds(list, row)).map(String);
  return { of: 'chosen', names, people: data.length };
}
