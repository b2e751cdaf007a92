import type { ListAddress } from './address';
import type { Filter } from './declaration';

/** The filter of kinds whose rows stay here when the source lists them no more: people's places in classes. */
export const goneFilter = { field: 'missing', options: ['true'] } as const satisfies Filter;

/** Whether a list shows such rows alone. */
export function onlyGone({ tab, filters }: Pick<ListAddress, 'tab' | 'filters'>): boolean {
  return tab === 'dashboard' && filters.missing === 'true';
}

/** The address with such rows alone, or with all. */
export function withGone(address: ListAddress, on: boolean): ListAddress {
  const { missing: _before, ...filters } = address.filters;
  return { ...address, tab: 'dashboard', filters: on ? { ...filters, missing: 'true' } : filters };
}
