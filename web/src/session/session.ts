import { useSyncExternalStore } from 'react';
import { callHeaders, client, type Login, setIdentity, settle, type User } from '../api/client';
import { forgetDrafts } from './drafts';

type Role = User['role'];

export interface Session {
  user: { id: number; name: string; username: string; role?: Role };
  token: { key: string; name: string };
}

const listeners = new Set<() => void>();
let current: Session | null = read();
let ended = false;

function parsed(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function read(): Session | null {
  const token = parsed('token') as Partial<Session['token']> | null;
  const user = parsed('user') as Partial<Session['user']> | null;
  if (!token?.key) return null;
  return {
    token: { key: token.key, name: token.name ?? '' },
    user: {
      id: user?.id ?? 0,
      name: user?.name ?? token.name ?? '',
      username: user?.username ?? '',
      ...(user?.role ? { role: user.role } : {}),
    },
  };
}

function set(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function session(): Session | null {
  return current;
}

/** Calls that change data carry the user's name, although the server goes by the key alone. */
export function actorName(): string {
  return current?.user.name ?? '';
}

/** True once after a session has ended, so that the login page can show the reason. */
export function sessionEnded(): boolean {
  const was = ended;
  ended = false;
  return was;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, session);
}

/** True if the user may change data, also while the role is unknown: the server decides. */
export function mayChange(of: Session | null = current): boolean {
  return of?.user.role !== 'viewer';
}

export function useMayChange(): boolean {
  return mayChange(useSession());
}

/** Stores the account's data from the server, here and for the next visit. */
export function keepAccount({ name, username, role }: Pick<User, 'name' | 'username' | 'role'>): void {
  if (!current) return;
  const { user, token } = current;
  if (user.name === name && user.username === username && user.role === role) return;
  const next = { token, user: { ...user, name, username, role } };
  localStorage.setItem('user', JSON.stringify(next.user));
  set(next);
}

export function begin(login: Login): void {
  const next: Session = { user: login.user, token: { key: login.api_key, name: login.api_name } };
  localStorage.setItem('user', JSON.stringify(next.user));
  localStorage.setItem('token', JSON.stringify(next.token));
  set(next);
}

export function forget(): void {
  localStorage.removeItem('user');
  localStorage.removeItem('token');
  set(null);
}

/** `code` is the code of the second factor, for users who have one. */
export async function logIn(credentials: {
  username: string;
  password: string;
  code?: string;
}): Promise<void> {
  const { data } = await settle<Login>(client.POST('/api/v1/api/react/login', { body: credentials }));
  begin(data);
}

export async function signUp(person: { name: string; username: string; password: string }): Promise<string> {
  const { data } = await settle<string>(client.POST('/api/react/signup', { body: person }));
  return data;
}

/** Signs out at once. The server is told, but a failed call must not keep the user signed in here. */
export async function logOut(): Promise<void> {
  // The headers are read now, because the session is gone when the call is sent.
  const headers = callHeaders();
  const farewell = settle(client.POST('/api/react/logout', { body: {}, headers })).catch(() => undefined);
  forget();
  forgetDrafts();
  await farewell;
}

setIdentity({
  key: () => current?.token.key ?? null,
  onRejected: (key) => {
    // A late answer to an old key says nothing about the current one.
    if (key !== current?.token.key) return;
    ended = true;
    forget();
  },
});

// Logging out in one tab logs out all tabs.
window.addEventListener('storage', (event) => {
  if (event.key === 'token' || event.key === null) set(read());
});
