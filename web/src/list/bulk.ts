import type { Verb } from '../action/request';
import { type Row, send } from '../api/client';
import { type ListAddress, listQuery } from './address';
import type { ListDeclaration, Side } from './declaration';
import { callScope } from './requests';

/** What an action from the top of a list is about. */
export type BulkScope =
  /** All rows of the kind, or of the chosen class or teacher. */
  | { of: 'all' }
  /** The rows that are ticked. */
  | { of: 'chosen'; names: readonly string[] }
  /**
   * The rows that search and filters leave, of which there may be more than were counted. The dashboard's calls take both;
   * rows of the source are named by their keys.
   */
  | { of: 'matching'; rows: number; more?: boolean; keys?: readonly string[] }
  /** All rows, although the screen shows fewer. `more` rows are not seen, if that is known. */
  | { of: 'all despite'; more: number | null }
  /** Those of the rows on screen, on whatever page, that the source lists no more. */
  | { of: 'gone'; rows: number };

/** The verbs that can be narrowed to rows of a tab: those that begin at the list which the tab shows. */
export const narrowedVerbs: Record<Side, readonly Verb[]> = {
  source: ['sync'],
  dashboard: ['leave', 'export', 'enroll', 'unenroll', 'delete'],
};

/** More rows of the source than these are not named one by one in a call. */
export const namedAtOnce = 5_000;

/** Whether search or filters leave out rows of the list. */
export function isFiltered({ tab, q, filters }: Pick<ListAddress, 'tab' | 'q' | 'filters'>): boolean {
  return q !== '' || (tab === 'dashboard' && Object.keys(filters).length > 0);
}

/** What a row of a tab is called by in a call: its key at the source, its id in the dashboard. */
export function nameOf(list: Pick<ListDeclaration, 'key' | 'keyIsShared'>, tab: Side, row: Row): string {
  return String(tab === 'source' && !list.keyIsShared ? row[list.key] : row.id);
}

/** Whether so many rows of a tab can be meant by what search and filters leave. */
export function canBeMatched(
  list: Pick<ListDeclaration, 'keyIsShared'>,
  address: Pick<ListAddress, 'tab' | 'q' | 'filters'>,
  total: number,
): boolean {
  // A whole list needs no naming.
  return (
    !isFiltered(address) ||
    address.tab === 'dashboard' ||
    (canBeNamed(list, 'source') && total <= namedAtOnce)
  );
}

/** Whether rows of a tab can be named at all. */
export function canBeNamed(list: Pick<ListDeclaration, 'keyIsShared'>, tab: Side): boolean {
  return tab === 'dashboard' || !list.keyIsShared;
}

/**
 * What an action is about that is pressed while `total` rows are left of the list, or `more`: those, for what one sees is
 * what one means. Where the call cannot be told of them, everything, and how many more that is.
 */
export async function bulkScope(
  list: ListDeclaration,
  verb: Verb,
  address: ListAddress,
  { total, more }: { total: number; more: boolean },
): Promise<BulkScope> {
  if (verb === 'leave') return { of: 'gone', rows: total };
  if (!isFiltered(address)) return { of: 'all' };
  const { tab } = address;
  if (!narrowedVerbs[tab].includes(verb)) return { of: 'all despite', more: null };
  if (tab === 'dashboard') return { of: 'matching', rows: total, more };
  const call = list.lists.source;
  const scope = callScope(list, address);
  const ask = (query: Record<string, string | number>) =>
    send<Row[]>(call, { query: { ...query, ...(call.method === 'GET' ? scope : {}) }, body: scope });
  if (canBeMatched(list, address, total)) {
    const { page: _page, per_page: _size, ...narrowing } = listQuery(address);
    const { data } = await ask(narrowing);
    return { of: 'matching', rows: data.length, keys: data.map((row) => nameOf(list, tab, row)) };
  }
  const whole = await ask({ page: 0, per_page: 10 });
  return { of: 'all despite', more: (whole.total ?? whole.data.length) - total };
}
