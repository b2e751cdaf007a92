import type { ListDeclaration, ListTab, ValueFilter } from './declaration';

export const pageSizes = [10, 25, 100] as const;
const tabs: readonly ListTab[] = ['source', 'dashboard'];
export type PageSize = (typeof pageSizes)[number];

const orders = ['asc', 'desc'] as const;
export type SortOrder = (typeof orders)[number];

/** The parsed but unchecked search parameters of an address. */
export type RawAddress = Record<string, string>;

/** The state of a list. All of it is in the address. */
export interface ListAddress {
  tab: ListTab;
  page: number;
  per_page: PageSize;
  sort: string;
  order: SortOrder;
  q: string;
  filters: Record<string, string>;
  /** The chosen class or teacher: its display name, and the fields that name it in calls. Empty without a choice. */
  scope: Record<string, string>;
}

/** The order of a list by id, if the address has none: ascending unless `defaultOrder` is set. */
export interface DefaultOrder {
  defaultOrder?: SortOrder;
}

type AddressableList = Pick<ListDeclaration, 'defaultTab' | 'filters' | 'valueFilters' | 'narrowedBy'> &
  DefaultOrder;

/** The default order of a list by a field. */
export function defaultOrderOf(list: DefaultOrder, sort: string): SortOrder {
  return (sort === 'id' && list.defaultOrder) || 'asc';
}

/** The fields that are filtered by value, without those that the chosen class or teacher decides. */
export function freeFields(
  { valueFilters = [] }: Pick<ListDeclaration, 'valueFilters'>,
  scope: ListAddress['scope'],
): readonly ValueFilter[] {
  return valueFilters.filter(({ field }) => !(field in scope));
}

/** Reads an address. Invalid values fall back to the default, because an old bookmark must still open. */
export function readAddress(list: AddressableList, raw: RawAddress): ListAddress {
  const page = Number(raw.page ?? 0);
  const perPage = Number(raw.per_page);
  const sort = raw.sort && /^\w+$/.test(raw.sort) ? raw.sort : 'id';
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
  for (const { field } of freeFields(list, scope)) {
    const value = raw[field];
    if (value) filters[field] = value;
  }
  return {
    tab: tabs.find((side) => side === raw.tab) ?? list.defaultTab,
    page: Number.isInteger(page) && page >= 0 ? page : 0,
    per_page: pageSizes.find((size) => size === perPage) ?? pageSizes[0],
    sort,
    order: orders.find((order) => order === raw.order) ?? defaultOrderOf(list, sort),
    q: raw.q ?? '',
    filters,
    scope,
  };
}

/**
 * The address of a kind's list. Links of the main page also filter by the reason of a failure, or for rows that are gone.
 */
export function readKindAddress(list: AddressableList, raw: RawAddress): ListAddress {
  const address = readAddress(list, raw);
  const filters = { ...address.filters };
  if (raw.reason && /^[a-z_]+$/.test(raw.reason)) filters.reason = raw.reason;
  if (raw.missing === 'true') filters.missing = 'true';
  return { ...address, filters };
}

/**
 * The unknown parts of an address: an order by an unknown column, or an unknown state. The list must not silently show
 * everything instead.
 */
export function unknownParams(
  list: AddressableList & Pick<ListDeclaration, 'columns'>,
  raw: RawAddress,
): { name: string; value: string }[] {
  const columns = [
    'id',
    ...list.columns.filter(({ sortable }) => sortable !== false).map(({ field }) => field),
  ];
  const unknown: { name: string; value: string }[] = [];
  if (raw.sort && !columns.includes(raw.sort)) unknown.push({ name: 'sort', value: raw.sort });
  for (const { field, options } of list.filters) {
    const value = raw[field];
    if (value && !options.includes(value)) unknown.push({ name: field, value });
  }
  return unknown;
}

/** Writes an address without default values. */
export function writeAddress(list: AddressableList, address: ListAddress): RawAddress {
  const raw: RawAddress = {};
  if (address.tab !== list.defaultTab) raw.tab = address.tab;
  if (address.page > 0) raw.page = String(address.page);
  if (address.per_page !== 10) raw.per_page = String(address.per_page);
  if (address.sort !== 'id') raw.sort = address.sort;
  if (address.order !== defaultOrderOf(list, address.sort)) raw.order = address.order;
  if (address.q) raw.q = address.q;
  return { ...raw, ...address.filters, ...address.scope };
}

/** The order after a click on a header: ascending, then descending, then ascending again. */
export function withSort(address: ListAddress, field: string): ListAddress {
  const order = address.sort === field && address.order === 'asc' ? 'desc' : 'asc';
  return { ...address, sort: field, order, page: 0 };
}

/** The query of a list call. */
export function listQuery(address: ListAddress, list: DefaultOrder = {}): Record<string, string | number> {
  const { sort, order } = address;
  return {
    page: address.page,
    per_page: address.per_page,
    // The server knows the default order, and a source row need not have the dashboard's id.
    ...(sort === 'id' && order === defaultOrderOf(list, sort) ? {} : { sort, order }),
    ...(address.q ? { q: address.q } : {}),
    ...(address.tab === 'dashboard' ? address.filters : {}),
  };
}
