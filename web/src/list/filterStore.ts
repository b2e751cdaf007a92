import type { RawAddress } from './address';
import { usePersonalSetting } from './personalSettings';

/** A search with its filters and order, under a name. */
export interface SavedFilter {
  name: string;
  address: RawAddress;
}

function isSavedFilters(value: unknown): value is SavedFilter[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each: Partial<SavedFilter> | null) =>
        typeof each?.name === 'string' &&
        typeof each.address === 'object' &&
        Object.values(each.address ?? {}).every((part) => typeof part === 'string'),
    )
  );
}

/** Adds a saved filter, or replaces the one of the same name. Sorted by name. */
export function addFilter(before: readonly SavedFilter[], next: SavedFilter): SavedFilter[] {
  return [...before.filter(({ name }) => name !== next.name), next].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

export function removeFilter(before: readonly SavedFilter[], name: string): SavedFilter[] {
  return before.filter((each) => each.name !== name);
}

/** The user's saved filters of one list. */
export function useSavedFilters(list: string): [readonly SavedFilter[], (next: SavedFilter[]) => void] {
  const [own, store] = usePersonalSetting(`saved.${list}`, isSavedFilters);
  return [own ?? [], store];
}
