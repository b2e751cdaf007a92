import { queryOptions } from '@tanstack/react-query';
import { client, type DataOf, fetchData, type Login, settle } from '../api/client';
import { beginSession, safeReturnPath } from './session';

type Provider = DataOf<'/api/react/sign_in', 'get'>[number];

/** The storage key of the page to open after the provider's sign-in. It belongs to this tab. */
const returnPathKey = 'selaras.return_to';

/** The institution's sign-ins. If the request fails, the login form still works. */
export const providersQuery = queryOptions({
  queryKey: ['sign_in'],
  queryFn: ({ signal }) => fetchData<Provider[]>(client.GET('/api/react/sign_in', { signal })),
  retry: false,
});

/** Redirects to a provider. */
export async function redirectToProvider(provider: string, returnTo: string | undefined): Promise<void> {
  const call = client.POST('/api/react/sign_in/begin', { body: { provider } });
  const { data } = await settle<{ address: string }>(call);
  sessionStorage.setItem(returnPathKey, safeReturnPath(returnTo));
  window.location.assign(data.address);
}

/** Sends the provider's parameters to the server, and returns the page to open. */
export async function finishSignIn(params: Record<string, string>): Promise<string> {
  const { state = '', code, iss, error } = params;
  const body = { state, ...(code ? { code } : {}), ...(iss ? { iss } : {}), ...(error ? { error } : {}) };
  const { data } = await settle<Login>(client.POST('/api/react/sign_in/finish', { body }));
  beginSession(data);
  const returnPath = sessionStorage.getItem(returnPathKey) ?? undefined;
  sessionStorage.removeItem(returnPathKey);
  return safeReturnPath(returnPath);
}
