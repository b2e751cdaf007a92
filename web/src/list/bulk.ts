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
  /** The rows that search and filters leave. */
  | { of: 'matching'; names: readonly string[] }
  /** All rows, although the screen shows fewer: search and filters cannot be sent along. `more` rows are not seen, if that is known. */
  | { of: 'all despite'; more: number | null }
  /** Those of the rows on screen, on whatever page, that the source lists no more. */
  | { of: 'gone'; rows: number };

/** The verbs that can be narrowed to rows of a tab: those that begin at the list which the tab shows. */
export const narrowedVerbs: Record<Side, readonly Verb[]> = {
  source: ['sync'],
  dashboard: ['leave', 'export', 'enroll', 'unenroll', 'delete'],
};

/** More rows than these are not named one by one in a call. */
export const namedAtOnce = 5_000;

/** Whether search or filters leave out rows of the list. */
export function isFiltered({ tab, q, filters }: Pick<ListAddress, 'tab' | 'q' | 'filters'>): boolean {
  return q !== '' || (tab === 'dashboard' && Object.keys(filters).length > 0);
}

/** What a row of a tab is called by in a call: its key at the source, its id in the dashboard. */
export function nameOf(list: Pick<ListDeclaration, 'key' | 'keyIsShared'>, tab: Side, row: Row): string {
  return String(tab === 'source' && !list.keyIsShared ? row[list.key] : row.id);
}

/** Whether rows of a tab can be named at all. */
export function canBeNamed(list: Pick<ListDeclaration, 'keyIsShared'>, tab: Side): boolean {
  return tab === 'dashboard' || !list.keyIsShared;
}

/**
 * What an action is about that is pressed while `total` rows are left of the list: those, where they can be named, for
 * what one sees is what one means. Where they cannot be, everything, and how many more that is. `more` says that there
 * are more than `total`.
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
  const call = list.lists[tab];
  const scope = callScope(list, address);
  const own = narrowedVerbs[tab].includes(verb);
  if (own && canBeNamed(list, tab) && !more && total <= namedAtOnce) {
    const { page: _page, per_page: _size, ...narrowing } = listQuery(address);
    const query = { ...narrowing, ...(call.method === 'GET' ? scope : {}) };
    const { data } = await send<Row[]>(call, { query, body: scope });
    return { of: 'matching', names: data.map((row) => nameOf(list, tab, row)) };
  }
  if (!own || more) return { of: 'all despite', more: null };
  const query = { page: 0, per_page: 10, ...(call.method === 'GET' ? scope : {}) };
  const whole = await send<Row[]>(call, { query, body: scope });
  return { of: 'all despite', more: (whole.total ?? whole.data.length) - total };
}
