import * as z from 'zod/mini';
import type { ListDeclaration, Side } from './declaration';

export const pageSizes = [10, 25, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** What an address holds before it is read: whatever someone typed. */
export type RawAddress = Record<string, string>;

/** The state of a list, all of which stands in the address. */
export interface ListAddress {
  tab: Side;
  page: number;
  per_page: PageSize;
  sort: string;
  order: 'asc' | 'desc';
  q: string;
  filters: Record<string, string>;
  /** The chosen class or teacher: what the eye knows it by, and the fields that name it in calls. Empty when none is chosen. */
  scope: Record<string, string>;
}

const known = z.object({
  tab: z.catch(z.optional(z.enum(['source', 'dashboard'])), undefined),
  page: z.catch(z.coerce.number().check(z.int(), z.gte(0)), 0),
  per_page: z.catch(z.pipe(z.coerce.number(), z.union([z.literal(10), z.literal(25), z.literal(100)])), 10),
  sort: z.catch(z.string().check(z.regex(/^\w+$/)), 'id'),
  order: z.catch(z.enum(['asc', 'desc']), 'asc'),
  q: z.catch(z.string(), ''),
});

type Addressed = Pick<ListDeclaration, 'defaultTab' | 'filters' | 'narrowedBy'> &
  Partial<Pick<ListDeclaration, 'lists'>>;

/** Reads an address. What cannot be meant falls back to the default, for an old bookmark must still open. */
export function readAddress(list: Addressed, raw: RawAddress): ListAddress {
  const { page = 0, ...plain } = known.parse({ ...raw, page: raw.page ?? 0, per_page: raw.per_page ?? 10 });
  const filters: Record<string, string> = {};
  for (const { field, options } of list.filters) {
    const value = raw[field];
    if (value && options.includes(value)) filters[field] = value;
  }
  const scope: Record<string, string> = {};
  const { narrowedBy } = list;
  if (narrowedBy && raw[narrowedBy.id]) {
    for (const field of [narrowedBy.id, ...Object.keys(narrowedBy.fields)]) scope[field] = raw[field] ?? '';
  }
  const tab = list.lists && !list.lists.source ? 'dashboard' : (plain.tab ?? list.defaultTab);
  return { ...plain, page, tab, filters, scope };
}

/** Writes an address, leaving out what is as it would be anyway. */
export function writeAddress(list: Addressed, address: ListAddress): RawAddress {
  const raw: RawAddress = {};
  if (address.tab !== list.defaultTab) raw.tab = address.tab;
  if (address.page > 0) raw.page = String(address.page);
  if (address.per_page !== 10) raw.per_page = String(address.per_page);
  if (address.sort !== 'id') raw.sort = address.sort;
  if (address.order !== 'asc') raw.order = address.order;
  if (address.q) raw.q = address.q;
  return { ...raw, ...address.filters, ...address.scope };
}

/** A click on a header: ascending, then descending, then ascending again. */
export function sortedBy(address: ListAddress, field: string): ListAddress {
  const order = address.sort === field && address.order === 'asc' ? 'desc' : 'asc';
  return { ...address, sort: field, order, page: 0 };
}

/** The query of a list call. */
export function listQuery(address: ListAddress): Record<string, string | number> {
  return {
    page: address.page,
    per_page: address.per_page,
    // The default order is the server's own; a source row need not have the dashboard's id.
    ...(address.sort === 'id' && address.order === 'asc' ? {} : { sort: address.sort, order: address.order }),
    ...(address.q ? { q: address.q } : {}),
    ...(address.tab === 'dashboard' ? address.filters : {}),
  };
}
