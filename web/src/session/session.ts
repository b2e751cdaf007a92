import { useSyncExternalStore } from 'react';
import { callHeaders, client, type Login, setIdentity, settle, type User } from '../api/client';
import { deleteDrafts } from './drafts';

type Role = User['role'];

export interface Session {
  user: { id: number; name: string; username: string; role?: Role };
  token: { key: string; name: string };
}

const listeners = new Set<() => void>();
let current: Session | null = storedSession();
let hasExpired = false;

function readItem(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function storedSession(): Session | null {
  const token = readItem('token') as Partial<Session['token']> | null;
  const user = readItem('user') as Partial<Session['user']> | null;
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

function setSession(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function session(): Session | null {
  return current;
}

/** The page after login. Only a path of this site is accepted, so that a link cannot lead elsewhere. */
export function safeReturnPath(path: string | undefined): string {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return '/';
  return path.startsWith('/login') || path.startsWith('/signup') ? '/' : path;
}

/** Calls that change data carry the user's name, although the server goes by the key alone. */
export function actorName(): string {
  return current?.user.name ?? '';
}

/** True once after a session has ended, so that the login page can show the reason. */
export function takeExpiry(): boolean {
  const expired = hasExpired;
  hasExpired = false;
  return expired;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, session);
}

/** True if the user may change data, also while the role is unknown: the server decides. */
export function mayChange(session: Session | null = current): boolean {
  return session?.user.role !== 'viewer';
}

export function useMayChange(): boolean {
  return mayChange(useSession());
}

/** Stores the account's data from the server, here and for the next visit. */
export function updateUser({ name, username, role }: Pick<User, 'name' | 'username' | 'role'>): void {
  if (!current) return;
  const { user, token } = current;
  if (user.name === name && user.username === username && user.role === role) return;
  const next = { token, user: { ...user, name, username, role } };
  localStorage.setItem('user', JSON.stringify(next.user));
  setSession(next);
}

export function beginSession(login: Login): void {
  const next: Session = { user: login.user, token: { key: login.api_key, name: login.api_name } };
  localStorage.setItem('user', JSON.stringify(next.user));
  localStorage.setItem('token', JSON.stringify(next.token));
  setSession(next);
}

export function endSession(): void {
  localStorage.removeItem('user');
  localStorage.removeItem('token');
  setSession(null);
}

/** `code` is the code of the second factor, for users who have one. */
export async function logIn(credentials: {
  username: string;
  password: string;
  code?: string;
}): Promise<void> {
  const { data } = await settle<Login>(client.POST('/api/v1/api/react/login', { body: credentials }));
  beginSession(data);
}

export async function signUp(account: { name: string; username: string; password: string }): Promise<string> {
  const { data } = await settle<string>(client.POST('/api/react/signup', { body: account }));
  return data;
}

/** Signs out at once. The server is told, but a failed call must not keep the user signed in here. */
export async function logOut(): Promise<void> {
  // The headers are read now, because the session is gone when the call is sent.
  const headers = callHeaders();
  const serverLogout = settle(client.POST('/api/react/logout', { body: {}, headers })).catch(() => undefined);
  endSession();
  deleteDrafts();
  await serverLogout;
}

setIdentity({
  key: () => current?.token.key ?? null,
  onRejected: (key) => {
    // A late answer to an old key says nothing about the current one.
    if (key !== current?.token.key) return;
    hasExpired = true;
    endSession();
  },
});

// Logging out in one tab logs out all tabs.
window.addEventListener('storage', (event) => {
  if (event.key === 'token' || event.key === null) setSession(storedSession());
});
