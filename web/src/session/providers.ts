import { queryOptions } from '@tanstack/react-query';
import { client, type DataOf, type Login, settle } from '../api/client';
import { safeReturnPath } from './returnPath';
import { begin } from './session';

type Provider = DataOf<'/api/react/sign_in', 'get'>[number];

/** Where to go after the way to a provider and back. It is this tab's alone. */
const stored = 'selaras.return_to';

/** The institution's own ways to sign in. Where they cannot be asked, the form serves. */
export const providersQuery = queryOptions({
  queryKey: ['sign_in'],
  queryFn: async ({ signal }) =>
    (await settle<Provider[]>(client.GET('/api/react/sign_in', { signal }))).data,
  retry: false,
});

/** Leaves for a provider. */
export async function leaveFor(provider: string, returnTo: string | undefined): Promise<void> {
  const call = client.POST('/api/react/sign_in/begin', { body: { provider } });
  const { data } = await settle<{ address: string }>(call);
  sessionStorage.setItem(stored, safeReturnPath(returnTo));
  window.location.assign(data.address);
}

/** Hands in what a provider sent along, and answers with where to go on. */
export async function finishSignIn(brought: Record<string, string>): Promise<string> {
  const { state = '', code, iss, error } = brought;
  const body = { state, ...(code ? { code } : {}), ...(iss ? { iss } : {}), ...(error ? { error } : {}) };
  const { data } = await settle<Login>(client.POST('/api/react/sign_in/finish', { body }));
  begin(data);
  const wanted = sessionStorage.getItem(stored) ?? undefined;
  sessionStorage.removeItem(stored);
  return safeReturnPath(wanted);
}
