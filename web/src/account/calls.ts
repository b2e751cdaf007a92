import { queryOptions } from '@tanstack/react-query';
import { client, type DataOf, fetchData, settle } from '../api/client';
import { actorName } from '../session/session';

export type Account = DataOf<'/api/v1/api/account', 'get'>;
export type UserSession = DataOf<'/api/v1/api/account/sessions', 'get'>[number];

/** The signed-in account with its role and preferences. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => fetchData<Account>(client.GET('/api/v1/api/account', { signal })),
});

/** The caller's own sessions or, for administrators, those of the user with this id. */
export const sessionsQuery = (user?: number) =>
  queryOptions({
    queryKey: ['sessions', user ?? 'own'],
    queryFn: async ({ signal }) => {
      const call =
        user === undefined
          ? client.GET('/api/v1/api/account/sessions', { signal })
          : client.GET('/api/v1/api/user/sessions/{id}', { params: { path: { id: user } }, signal });
      return fetchData<UserSession[]>(call);
    },
  });

/** Ends one of the caller's own sessions, or one of the user with this id. */
export async function endSession(session: number, user?: number): Promise<string> {
  const name = actorName();
  const call =
    user === undefined
      ? client.POST('/api/v1/api/account/end_session', { body: { session, name } })
      : client.POST('/api/v1/api/user/end_session', { body: { id: user, session, name } });
  return fetchData<string>(call);
}

export async function endOtherSessions(): Promise<string> {
  const call = client.POST('/api/v1/api/account/end_other_sessions', { body: { name: actorName() } });
  return fetchData<string>(call);
}

export async function changePassword(password: string, new_password: string): Promise<string> {
  const body = { password, new_password, name: actorName() };
  return fetchData<string>(client.POST('/api/v1/api/account/password', { body }));
}

/** Stores the user's own e-mail address; an empty text removes it. */
export async function setEmail(email: string): Promise<string> {
  const body = { email, name: actorName() };
  return fetchData<string>(client.POST('/api/v1/api/account/email', { body }));
}

/** Stores a preference with the account. The page applies it without waiting. */
export async function savePreference(choice: {
  language?: 'id' | 'en';
  appearance?: 'light' | 'dark' | 'auto';
}): Promise<void> {
  await settle<string>(
    client.POST('/api/v1/api/account/preferences', { body: { ...choice, name: actorName() } }),
  );
}

export type Proposal = DataOf<'/api/v1/api/account/second_factor/begin', 'post'>;
type SecondFactor = DataOf<'/api/v1/api/account/second_factor', 'get'>;
type Codes = DataOf<'/api/v1/api/account/second_factor/confirm', 'post'>;

/** The state of the user's own second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second_factor'],
  queryFn: ({ signal }) =>
    fetchData<SecondFactor>(client.GET('/api/v1/api/account/second_factor', { signal })),
});

export async function beginSecondFactor(password: string): Promise<Proposal> {
  const body = { password, name: actorName() };
  return fetchData<Proposal>(client.POST('/api/v1/api/account/second_factor/begin', { body }));
}

/** Returns the recovery codes. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  const body = { code, name: actorName() };
  const call = client.POST('/api/v1/api/account/second_factor/confirm', { body });
  return (await fetchData<Codes>(call)).recovery_codes;
}

export async function renewRecoveryCodes(credentials: { password: string; code: string }): Promise<string[]> {
  const body = { ...credentials, name: actorName() };
  const call = client.POST('/api/v1/api/account/second_factor/recovery_codes', { body });
  return (await fetchData<Codes>(call)).recovery_codes;
}

export async function endSecondFactor(credentials: { password: string; code: string }): Promise<string> {
  const body = { ...credentials, name: actorName() };
  return fetchData<string>(client.POST('/api/v1/api/account/second_factor/end', { body }));
}

/** Stops requiring a second factor. */
export async function endSecondFactorDuty(): Promise<string> {
  const body = { duty: false, name: actorName() };
  return fetchData<string>(client.POST('/api/v1/api/user/second_factor_duty', { body }));
}
