import { queryOptions } from '@tanstack/react-query';
import { client, type DataOf, settle } from '../api/client';
import { actorName } from '../session/session';

export type Account = DataOf<'/api/v1/api/account', 'get'>;
export type UserSession = DataOf<'/api/v1/api/account/sessions', 'get'>[number];

/** Who has signed in, as what, and how they like the page. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await settle<Account>(client.GET('/api/v1/api/account', { signal }))).data,
});

/** One's own sessions, or, for administrators, those of the user with that number. */
export const sessionsQuery = (user?: number) =>
  queryOptions({
    queryKey: ['sessions', user ?? 'own'],
    queryFn: async ({ signal }) => {
      const call =
        user === undefined
          ? client.GET('/api/v1/api/account/sessions', { signal })
          : client.GET('/api/v1/api/user/sessions/{id}', { params: { path: { id: user } }, signal });
      return (await settle<UserSession[]>(call)).data;
    },
  });

/** Ends a session of one's own, or of the user with that number. */
export async function endSession(session: number, user?: number): Promise<string> {
  const name = actorName();
  const call =
    user === undefined
      ? client.POST('/api/v1/api/account/end_session', { body: { session, name } })
      : client.POST('/api/v1/api/user/end_session', { body: { id: user, session, name } });
  return (await settle<string>(call)).data;
}

export async function endOtherSessions(): Promise<string> {
  const call = client.POST('/api/v1/api/account/end_other_sessions', { body: { name: actorName() } });
  return (await settle<string>(call)).data;
}

export async function changePassword(password: string, new_password: string): Promise<string> {
  const body = { password, new_password, name: actorName() };
  return (await settle<string>(client.POST('/api/v1/api/account/password', { body }))).data;
}

/** Keeps one's own address; an empty one takes it away. */
export async function setEmail(email: string): Promise<string> {
  const body = { email, name: actorName() };
  return (await settle<string>(client.POST('/api/v1/api/account/email', { body }))).data;
}

/** Keeps a choice with the account. That it holds here does not wait for it. */
export async function keepPreference(choice: {
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

/** How one's own second factor stands. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second_factor'],
  queryFn: async ({ signal }) =>
    (await settle<SecondFactor>(client.GET('/api/v1/api/account/second_factor', { signal }))).data,
});

export async function beginSecondFactor(password: string): Promise<Proposal> {
  const body = { password, name: actorName() };
  return (await settle<Proposal>(client.POST('/api/v1/api/account/second_factor/begin', { body }))).data;
}

/** Answers with the codes to recover by. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  const body = { code, name: actorName() };
  const call = client.POST('/api/v1/api/account/second_factor/confirm', { body });
  return (await settle<Codes>(call)).data.recovery_codes;
}

export async function renewRecoveryCodes(shown: { password: string; code: string }): Promise<string[]> {
  const body = { ...shown, name: actorName() };
  const call = client.POST('/api/v1/api/account/second_factor/recovery_codes', { body });
  return (await settle<Codes>(call)).data.recovery_codes;
}

export async function endSecondFactor(shown: { password: string; code: string }): Promise<string> {
  const body = { ...shown, name: actorName() };
  return (await settle<string>(client.POST('/api/v1/api/account/second_factor/end', { body }))).data;
}

/** Makes a second factor nobody's duty any more. */
export async function endSecondFactorDuty(): Promise<string> {
  const body = { duty: false, name: actorName() };
  return (await settle<string>(client.POST('/api/v1/api/user/second_factor_duty', { body }))).data;
}
