import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type BodyOf, type ColumnValue, client, type DataOf, fetchData } from '../api/client';
import { actorName, useMayChange } from '../session/session';

const path = '/api/v1/api/platform/shape';

export type PlatformShape = DataOf<typeof path, 'get'>;
export type ShapePreview = DataOf<`${typeof path}/preview`, 'post'>;
/** A shape while it is edited. */
export type Draft = Required<Omit<BodyOf<typeof path, 'put'>, 'name'>>;
export type Level = Draft['categories'][number];
export type PatternName = 'fullname' | 'shortname' | 'group';

export const levels: readonly Level[] = ['tahun_ajaran', 'semester', 'prodi', 'jurusan'];
export const sharedEmails: readonly Draft['shared_emails'][] = ['unknown', 'refused', 'allowed'];
export const courses: readonly Draft['course'][] = ['kelas', 'mata_kuliah', 'mata_kuliah_semester'];

/** Stands for all study programs without a template of their own. */
export const everyProgram = '*';

/** The study programs that have classes. */
export const programsQuery = queryOptions({
  queryKey: ['list', 'values', 'kelas', 'program_id', 'shape'],
  queryFn: async ({ signal }) => {
    const path = { kind: 'kelas', field: 'program_id' };
    const call = client.GET('/api/v1/api/lists/{kind}/values/{field}', { params: { path }, signal });
    return fetchData<ColumnValue[]>(call);
  },
  staleTime: 60_000,
});

export const shapeQuery = queryOptions({
  queryKey: ['shape'],
  queryFn: ({ signal }) => fetchData<PlatformShape>(client.GET(path, { signal })),
});

/** What a shape makes of the rows here. The preview before stays until the next one has come. */
export function usePreview(edited: Draft) {
  // A preview reads all classes, so it waits until the typing pauses.
  const [draft] = useDebouncedValue(edited, 400);
  const mayChange = useMayChange();
  const preview = useQuery({
    enabled: mayChange,
    queryKey: ['shape', 'preview', draft],
    queryFn: ({ signal }) => fetchData<ShapePreview>(client.POST(`${path}/preview`, { body: draft, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { ...preview, isCurrent: !preview.isFetching && isSame(draft, edited) };
}

export async function saveShape(draft: Draft): Promise<string> {
  return fetchData<string>(client.PUT(path, { body: { ...draft, name: actorName() } }));
}

export function draftOf(shape: PlatformShape): Draft {
  const { course, categories, fullname, shortname, group, names, new_courses, email_domain } = shape;
  const { profile, username, shared_emails, dates, ended, templates, roles, cohorts } = shape;
  return {
    course,
    categories,
    fullname,
    shortname,
    group,
    names,
    new_courses,
    email_domain,
    profile,
    username,
    shared_emails,
    dates,
    ended,
    templates,
    roles,
    cohorts,
  };
}

/** The usual patterns and the fields of the courses that a draft has. */
export function choiceOf(shape: PlatformShape, draft: Draft) {
  return shape.choices.find(({ course }) => course === draft.course) ?? shape.choices[0];
}

/** The draft for other courses. The patterns of the courses before would not fit them, and a course of the catalogue has no semester. */
export function withCourse(draft: Draft, course: Draft['course']): Draft {
  const dates = course === 'mata_kuliah' ? 'none' : draft.dates;
  const ended = course === 'mata_kuliah' ? 'leave' : draft.ended;
  return { ...draft, course, fullname: '', shortname: '', group: '', dates, ended };
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
