/** A fact about the server that components follow (`useSyncExternalStore`). */
export function createFlag(initial: boolean) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: boolean): void {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    /** Calls `listener` at each change; returns a function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
