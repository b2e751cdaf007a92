import { queryOptions } from '@tanstack/react-query';
import { client, type DataOf, settle } from '../api/client';
import { actorName } from '../session/session';

type OneOf<List> = List extends readonly (infer One)[] ? One : never;

export type Recap = DataOf<'/api/v1/api/classes/{class}/attendance', 'get'>;
export type Attendee = Recap['people'][number];
export type Waiting = OneOf<DataOf<'/api/v1/api/attendance/participants', 'get'>>;
export type Chosen = OneOf<DataOf<'/api/v1/api/attendance/choices', 'get'>>;
export type Untied = OneOf<DataOf<'/api/v1/api/attendance/meetings', 'get'>>;
export type Rule = OneOf<DataOf<'/api/v1/api/attendance/rules', 'get'>>;

/** A page of a list, with its search text. */
export interface Asked {
  page: number;
  per_page: number;
  q?: string;
}

export const recapQuery = (number: string) =>
  queryOptions({
    queryKey: ['list', 'zoom', 'class', number],
    queryFn: ({ signal }) =>
      settle<Recap>(
        client.GET('/api/v1/api/classes/{class}/attendance', { params: { path: { class: number } }, signal }),
      ).then(({ data }) => data),
  });

export const waitingQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['list', 'zoom', 'participants', query],
    queryFn: ({ signal }) =>
      settle<Waiting[]>(client.GET('/api/v1/api/attendance/participants', { params: { query }, signal })),
  });

export const chosenQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['list', 'zoom', 'choices', query],
    queryFn: ({ signal }) =>
      settle<Chosen[]>(client.GET('/api/v1/api/attendance/choices', { params: { query }, signal })),
  });

export const untiedQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['list', 'zoom', 'meetings', query],
    queryFn: ({ signal }) =>
      settle<Untied[]>(client.GET('/api/v1/api/attendance/meetings', { params: { query }, signal })),
  });

export const rulesQuery = queryOptions({
  queryKey: ['list', 'zoom', 'rules'],
  queryFn: ({ signal }) =>
    settle<Rule[]>(client.GET('/api/v1/api/attendance/rules', { signal })).then(({ data }) => data),
});

interface Participant {
  participant: string;
  email: string;
}

/** Matches a participant to a person. */
export function choose({ participant, email }: Participant, person: { kind: string; number: string }) {
  const body = { participant, email, ...person, name: actorName() };
  return settle<string>(client.POST('/api/v1/api/attendance/choices', { body }));
}

/** Ignores a participant, such as a device in a lecture hall. */
export function ignore({ participant, email }: Participant) {
  const body = { participant, email, name: actorName() };
  return settle<string>(client.POST('/api/v1/api/attendance/ignored', { body }));
}

/** Removes the match, or ignores the participant no longer. */
export function unchoose({ participant, email }: Participant) {
  const body = { participant, email, name: actorName() };
  return settle<string>(client.DELETE('/api/v1/api/attendance/choices', { body }));
}

/** Sets the least minutes in a meeting of a class that count as attendance. */
export function setLeastMinutes(number: string, least_minutes: number) {
  return settle<string>(
    client.PUT('/api/v1/api/classes/{class}/attendance', {
      params: { path: { class: number } },
      body: { least_minutes, name: actorName() },
    }),
  );
}

/** The form of a rule; one without an id is new. */
export interface RuleDraft {
  id?: number;
  tells: Rule['tells'];
  text: string;
  class: string;
}

export function keepRule({ id, ...rule }: RuleDraft) {
  const body = { ...rule, name: actorName() };
  return settle<string>(
    id === undefined
      ? client.POST('/api/v1/api/attendance/rules', { body })
      : client.PUT('/api/v1/api/attendance/rules', { body: { id, ...body } }),
  );
}

export function deleteRule(id: number) {
  return settle<string>(client.DELETE('/api/v1/api/attendance/rules', { body: { id, name: actorName() } }));
}
