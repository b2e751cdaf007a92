import { useCallback, useSyncExternalStore } from 'react';
import { session } from '../session/session';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be blocked. Then nothing is remembered, and everything works.
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** Parses a stored value; null if its shape is outdated or foreign. */
function parsed<Kept>(text: string | null, isKept: (value: unknown) => value is Kept): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

/** A personal setting of the signed-in user, stored in this browser. */
export function usePersonal<Kept>(
  name: string,
  isKept: (value: unknown) => value is Kept,
): [Kept | null, (next: Kept | null) => void] {
  const key = `selaras.${session()?.user.username ?? ''}.${name}`;
  const text = useSyncExternalStore(subscribe, () => read(key));
  const keep = useCallback(
    (next: Kept | null) => write(key, next === null ? null : JSON.stringify(next)),
    [key],
  );
  return [parsed(text, isKept), keep];
}
