import type { ListAddress } from './address';
import type { Filter } from './declaration';

/** The filter of kinds of enrolments. Their rows stay here when the source no longer lists them. */
export const missingFilter = { field: 'missing', options: ['true'] } as const satisfies Filter;

/** True if a list shows only such rows. */
export function showsOnlyMissing({ tab, filters }: Pick<ListAddress, 'tab' | 'filters'>): boolean {
  return tab === 'dashboard' && filters.missing === 'true';
}

/** The address with only such rows, or with all. */
export function withMissingFilter(address: ListAddress, on: boolean): ListAddress {
  const { missing: _before, ...filters } = address.filters;
  return { ...address, tab: 'dashboard', filters: on ? { ...filters, missing: 'true' } : filters };
}
