import { queryOptions } from '@tanstack/react-query';
import type { ActionRequest } from '../action/request';
import { client, type DataOf, settle } from '../api/client';
import { classLink, personLink } from '../kinds/pages';

export type PersonOnAllSides = DataOf<'/api/v1/api/people/{kind}/{number}', 'get'>;
export type ClassOnAllSides = DataOf<'/api/v1/api/classes/{class}', 'get'>;
export type Place = PersonOnAllSides['places'][number];
export type Member = ClassOnAllSides['members'][number];
export type HistoryEntry = PersonOnAllSides['history'][number];
/** What both a person's place and a class's member have. */
export type Sides = Pick<Place, 'source' | 'dashboard' | 'platform' | 'cause'>;

/** A person, by kind and number; `classNumber` is looked into besides, for whom the dashboard does not have yet. */
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

/** Brings a person in step: in all classes, or in the one of that number. */
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
    // A row is a class, or the person whose account it is about.
    pageOf: (key) => (key === number ? personLink(kind, number) : classLink(key)),
  };
}

/** How many of the classes that list the person have them as they should. */
export function standing(places: readonly Sides[]): { well: number; of: number } {
  const wanted = places.filter(
    ({ source, dashboard }) => source.listed !== false || dashboard?.entered_here === true,
  );
  return { well: wanted.filter(({ cause }) => cause === null).length, of: wanted.length };
}

/** The state that this is told with. To be in no class is nothing to be content with. */
export function stateOf({ well, of }: ReturnType<typeof standing>): 'sudah' | 'belum' | 'berubah' {
  if (of === 0) return 'belum';
  return well === of ? 'sudah' : 'berubah';
}
