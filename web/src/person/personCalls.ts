import { queryOptions } from '@tanstack/react-query';
import type { ActionRequest } from '../action/request';
import { client, type DataOf, fetchData } from '../api/client';
import { classLink, personLink } from '../kinds/pages';

export type PersonDetail = DataOf<'/api/v1/api/people/{kind}/{number}', 'get'>;
export type ClassDetail = DataOf<'/api/v1/api/classes/{class}', 'get'>;
export type Enrolment = PersonDetail['enrolments'][number];
export type Member = ClassDetail['members'][number];
export type HistoryEntry = PersonDetail['history'][number];
/** The common fields of a person's enrolment and a class's member. */
export type SystemStates = Pick<Enrolment, 'source' | 'dashboard' | 'platform' | 'cause'>;

/** A person by kind and number. `classNumber` also looks into that class, for a person who is not in the dashboard yet. */
export const personQuery = (kind: string, number: string, classNumber?: string) =>
  queryOptions({
    queryKey: ['list', 'person', kind, number, classNumber],
    queryFn: ({ signal }) =>
      fetchData<PersonDetail>(
        client.GET('/api/v1/api/people/{kind}/{number}', {
          params: {
            path: { kind, number },
            query: classNumber ? { class: classNumber } : {},
          },
          signal,
        }),
      ),
  });

export const classQuery = (number: string) =>
  queryOptions({
    queryKey: ['list', 'class', number],
    queryFn: ({ signal }) =>
      fetchData<ClassDetail>(
        client.GET('/api/v1/api/classes/{class}', { params: { path: { class: number } }, signal }),
      ),
  });

/** Brings a person in step in all classes, or in the one with this number. */
export function alignRequest(
  kind: string,
  number: string,
  question: string,
  classNumber?: string | null,
): ActionRequest {
  return {
    verb: 'mend',
    call: { method: 'POST', path: '/api/v1/api/people/{kind}/{number}/align' },
    pathParams: { kind, number },
    body: classNumber ? { class: classNumber } : {},
    question,
    notes: [],
    // A plan row is a class, or the person's account.
    pageOf: ([key]) => (key === number ? personLink(kind, number) : classLink(key ?? null)),
  };
}

/** The number of enrolments without a difference, and of all expected enrolments. */
export function countInStep(enrolments: readonly SystemStates[]): { inStep: number; total: number } {
  const expected = enrolments.filter(
    ({ source, dashboard }) => source.listed !== false || dashboard?.entered_here === true,
  );
  return { inStep: expected.filter(({ cause }) => cause === null).length, total: expected.length };
}

/** The systems in which an enrolment differs from what is expected of it. */
export function differing({
  source,
  dashboard,
  platform,
  cause,
}: SystemStates): Record<'source' | 'dashboard' | 'platform', boolean> {
  const differs = cause !== null;
  return {
    // The source need not know what was entered here.
    source: differs && source.listed !== true && dashboard?.entered_here !== true,
    dashboard: differs && (dashboard === null || dashboard.missing_since !== null),
    platform: differs && !(platform.state === 'active' && platform.in_group),
  };
}

/** The state to display. A person without classes is not in step. */
export function stateOf({ inStep, total }: ReturnType<typeof countInStep>): 'sudah' | 'belum' | 'berubah' {
  if (total === 0) return 'belum';
  return inStep === total ? 'sudah' : 'berubah';
}
