import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionRequest } from '../action/request';
import {
  type BodyOf,
  client,
  fetchData,
  type SourceList,
  type Sources,
  type TrialResult,
  type UploadedFile,
} from '../api/client';
import { actorName } from '../session/session';
import { addTexts } from '../texts/i18n';
import { sources as texts } from '../texts/sources';

addTexts('sources', texts);

/** The kind of each list, by the list's name in the settings. */
const kindOf: Readonly<Record<string, string>> = {
  academic_years: 'tahun_ajaran',
  semesters: 'semester',
  programs: 'prodi',
  departments: 'jurusan',
  courses: 'mata_kuliah',
  classes: 'kelas',
  teachers: 'pengajar',
  class_students: 'mahasiswa',
  mbkm_students: 'mahasiswa_mbkm',
  teachings: 'mengajar',
};

/** The displayed name of a list. */
export function useListName(): (source: Pick<SourceList, 'list' | 'label'>) => string {
  const { t } = useTranslation();
  return ({ list, label }) => t(`kinds.${kindOf[list]}.data`, { defaultValue: label });
}

/** The upload name of the zip that supplies several lists. */
export const roster = 'oneroster';

export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: ({ signal }) => fetchData<Sources>(client.GET('/api/v1/api/sources', { signal })),
});

/** Uploads a file unchanged. It is not used before it is accepted. Returns the server's message. */
export async function uploadFile(list: string, file: File): Promise<string> {
  const call = client.PUT('/api/v1/api/sources/upload', {
    params: { query: { list, file: file.name, proposed: true } },
    // The API document types a file's bytes as a string; they are sent unchanged.
    body: file as unknown as string,
    bodySerializer: (body) => body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return fetchData<string>(call);
}

/** The question before a file is deleted. The deletion is immediate and cannot be undone. */
export function deleteRequest(list: string, question: string): ActionRequest {
  return {
    verb: 'delete',
    call: { method: 'DELETE', path: '/api/v1/api/sources/upload' },
    body: { list },
    question,
    notes: [],
    direct: true,
  };
}

/** The question before a new file is dropped. */
export function dropRequest(list: string, question: string): ActionRequest {
  return { ...deleteRequest(list, question), body: { list, proposed: true } };
}

/**
 * The question before a new file is used. It shows what a sync of the list from it would change; without a list, as for a
 * whole OneRoster zip, there is no such plan.
 */
export function acceptRequest(
  list: string,
  { id }: Pick<UploadedFile, 'id'>,
  texts: { question: string; notes: string[]; nothing?: string },
): ActionRequest {
  return {
    verb: 'sync',
    call: { method: 'POST', path: '/api/v1/api/sources/accept' },
    body: { list, upload: id },
    withoutPlan: true,
    direct: list === roster,
    ...texts,
  };
}

export async function saveHeadings(
  list: string,
  headings: BodyOf<'/api/v1/api/sources/headings', 'put'>['headings'],
  proposed: boolean,
): Promise<string> {
  const body = { list, headings, proposed, name: actorName() };
  return fetchData<string>(client.PUT('/api/v1/api/sources/headings', { body }));
}

/** The state of testing a list. */
export type TrialState =
  | { state: 'trying' }
  | { state: 'tried'; result: TrialResult }
  | { state: 'failed'; cause: unknown };

/** Tests lists independently. */
export function useTrials() {
  const [trials, setTrials] = useState<Readonly<Record<string, TrialState>>>({});
  const setTrial = (list: string, trial: TrialState | undefined) =>
    setTrials(({ [list]: _before, ...others }) => (trial ? { ...others, [list]: trial } : others));

  async function tryList(list: string, proposed = false): Promise<void> {
    setTrial(list, { state: 'trying' });
    try {
      const body = { list, proposed, name: actorName() };
      const call = client.POST('/api/v1/api/sources/try', { body });
      setTrial(list, { state: 'tried', result: await fetchData<TrialResult>(call) });
    } catch (cause) {
      setTrial(list, { state: 'failed', cause });
    }
  }
  return { trials, tryList, forget: (list: string) => setTrial(list, undefined) };
}

/** Fetches the origin of each list again. */
export function useRefetchSources(): () => Promise<Sources> {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...sourcesQuery, staleTime: 0 });
}

/** A file with headings to map: the one that its list is read from, or the new one. */
export interface MappedFile extends Pick<SourceList, 'list' | 'label' | 'columns' | 'headings'> {
  file: string;
  proposed: boolean;
}

/** What the dialog of headings needs of a list's file, or of its new file. */
export function fileToMap(
  lists: readonly SourceList[] | undefined,
  { list, proposed }: { list: string; proposed: boolean },
): MappedFile | undefined {
  const source = lists?.find((other) => other.list === list);
  if (!source || !proposed) return source && { ...source, file: source.detail, proposed };
  const { label } = source;
  return source.proposed
    ? { ...source.proposed, list, label, file: source.proposed.file.file, proposed }
    : undefined;
}

/** The current heading of each column, for the dialog; empty without one. */
export function headingsOf({ columns }: Pick<SourceList, 'columns'>): Record<string, string> {
  return Object.fromEntries(columns.map(({ field, heading, given }) => [field, heading ?? given ?? '']));
}

/** The headings to store: those that differ from the column's own name. */
export function headingsToSave(headings: Readonly<Record<string, string>>): Record<string, string> {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return Object.fromEntries(
    Object.entries(headings).filter(([field, heading]) => heading && plain(heading) !== plain(field)),
  );
}

/** The columns that have a value in one of the rows, in order. */
export function filledColumns({ rows }: Pick<TrialResult, 'rows'>): string[] {
  const columns = rows[0]?.fields.map(({ field }) => field) ?? [];
  const fills = (column: string) =>
    rows.some(({ fields }) => fields.some(({ field, text }) => field === column && text));
  return columns.filter(fills);
}
