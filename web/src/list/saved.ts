import type { RawAddress } from './address';
import { usePersonal } from './personal';

/** A search with its filters and order, under a name. */
export interface Saved {
  name: string;
  address: RawAddress;
}

function isSaved(value: unknown): value is Saved[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each: Partial<Saved> | null) =>
        typeof each?.name === 'string' &&
        typeof each.address === 'object' &&
        Object.values(each.address ?? {}).every((part) => typeof part === 'string'),
    )
  );
}

/** Adds a saved filter, or replaces the one of the same name. Sorted by name. */
export function withSaved(before: readonly Saved[], next: Saved): Saved[] {
  return [...before.filter(({ name }) => name !== next.name), next].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

export function withoutSaved(before: readonly Saved[], name: string): Saved[] {
  return before.filter((each) => each.name !== name);
}

/** The user's saved filters of one list. */
export function useSaved(list: string): [readonly Saved[], (next: Saved[]) => void] {
  const [own, keep] = usePersonal(`saved.${list}`, isSaved);
  return [own ?? [], keep];
}
