import { queryOptions } from '@tanstack/react-query';
import type { ActionRequest } from '../action/request';
import { client, type DataOf, settle } from '../api/client';
import { classLink, personLink } from '../kinds/pages';

export type PersonOnAllSides = DataOf<'/api/v1/api/people/{kind}/{number}', 'get'>;
export type ClassOnAllSides = DataOf<'/api/v1/api/classes/{class}', 'get'>;
export type Enrolment = PersonOnAllSides['enrolments'][number];
export type Member = ClassOnAllSides['members'][number];
export type HistoryEntry = PersonOnAllSides['history'][number];
/** The common fields of a person's enrolment and a class's member. */
export type Sides = Pick<Enrolment, 'source' | 'dashboard' | 'platform' | 'cause'>;

/** A person by kind and number. `classNumber` also looks into that class, for a person who is not in the dashboard yet. */
export const personQuery = (kind: string, number: string, classNumber?: string) =>
  queryOptions({
    queryKey: ['list', 'person', kind, number, classNumber],
    queryFn: ({ signal }) =>
      settle<PersonOnAllSides>(
        client.GET('/api/v1/api/people/{kind}/{number}', {
          params: {
            path: { kind, number },
            query: classNumber ? { class: classNumber } : {},
          },
          signal,
        }),
      ).then(({ data }) => data),
  });

export const classQuery = (number: string) =>
  queryOptions({
    queryKey: ['list', 'class', number],
    queryFn: ({ signal }) =>
      settle<ClassOnAllSides>(
        client.GET('/api/v1/api/classes/{class}', { params: { path: { class: number } }, signal }),
      ).then(({ data }) => data),
  });

/** Brings a person in step in all classes, or in the one with this number. */
export function mending(
  kind: string,
  number: string,
  question: string,
  classNumber?: string | null,
): ActionRequest {
  return {
    verb: 'mend',
    call: { method: 'POST', path: '/api/v1/api/people/{kind}/{number}/align' },
    at: { kind, number },
    body: classNumber ? { class: classNumber } : {},
    question,
    notes: [],
    // A plan row is a class, or the person's account.
    pageOf: ([key]) => (key === number ? personLink(kind, number) : classLink(key ?? null)),
  };
}

/** The number of enrolments without a difference, and of all expected enrolments. */
export function standing(enrolments: readonly Sides[]): { well: number; of: number } {
  const wanted = enrolments.filter(
    ({ source, dashboard }) => source.listed !== false || dashboard?.entered_here === true,
  );
  return { well: wanted.filter(({ cause }) => cause === null).length, of: wanted.length };
}

/** The state to display. A person without classes is not in step. */
export function stateOf({ well, of }: ReturnType<typeof standing>): 'sudah' | 'belum' | 'berubah' {
  if (of === 0) return 'belum';
  return well === of ? 'sudah' : 'berubah';
}
