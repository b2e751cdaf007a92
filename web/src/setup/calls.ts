import { queryOptions } from '@tanstack/react-query';
import { type BodyOf, client, type DataOf, fetchData, type TrialResult } from '../api/client';
import type { Inspection } from '../settings/Findings';

export type SetupInfo = DataOf<'/api/v1/setup', 'get'>;
export type SourceBody = BodyOf<'/api/v1/setup/source', 'post'>;
export type PlatformBody = BodyOf<'/api/v1/setup/platform', 'post'>;
export type DatabaseBody = BodyOf<'/api/v1/setup/database', 'post'>;
export type DatabaseTest = DataOf<'/api/v1/setup/database', 'post'>;
export type FinishBody = BodyOf<'/api/v1/setup/finish', 'post'>;

/** The header with the code that the start printed. */
export const codeHeader = (code: string): { headers: Record<string, string> } => ({
  headers: code ? { 'X-Setup-Code': code } : {},
});

/** The questions of the setup. A finished setup has no such call. */
export const setupQuery = (code: string, language: string) =>
  queryOptions({
    queryKey: ['setup', code, language],
    queryFn: ({ signal }) =>
      fetchData<SetupInfo>(client.GET('/api/v1/setup', { signal, ...codeHeader(code) })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The calls with a code. */
export function callsWith(code: string) {
  const header = codeHeader(code);
  return {
    testSource: (body: SourceBody) =>
      fetchData<Inspection>(client.POST('/api/v1/setup/source', { body, ...header })),
    tryList: (body: SourceBody, list: string) =>
      fetchData<TrialResult>(client.POST('/api/v1/setup/source/try', { body: { ...body, list }, ...header })),
    testPlatform: (body: PlatformBody) =>
      fetchData<Inspection>(client.POST('/api/v1/setup/platform', { body, ...header })),
    testDatabase: (body: DatabaseBody) =>
      fetchData<DatabaseTest>(client.POST('/api/v1/setup/database', { body, ...header })),
    finish: (body: FinishBody) => fetchData<string>(client.POST('/api/v1/setup/finish', { body, ...header })),
  };
}

export type Calls = ReturnType<typeof callsWith>;
