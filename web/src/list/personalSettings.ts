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
function parse<Value>(text: string | null, isValid: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

/** A personal setting of the signed-in user, stored in this browser. */
export function usePersonalSetting<Value>(
  name: string,
  isValid: (value: unknown) => value is Value,
): [Value | null, (next: Value | null) => void] {
  const key = `selaras.${session()?.user.username ?? ''}.${name}`;
  const text = useSyncExternalStore(subscribe, () => read(key));
  const store = useCallback(
    (next: Value | null) => write(key, next === null ? null : JSON.stringify(next)),
    [key],
  );
  return [parse(text, isValid), store];
}
