import { queryOptions } from '@tanstack/react-query';
import { type BodyOf, client, type DataOf, settle, type TrialResult } from '../api/client';
import type { Inspection } from '../settings/Findings';

export type Asked = DataOf<'/api/v1/setup', 'get'>;
export type SourceBody = BodyOf<'/api/v1/setup/source', 'post'>;
export type PlatformBody = BodyOf<'/api/v1/setup/platform', 'post'>;
export type DatabaseBody = BodyOf<'/api/v1/setup/database', 'post'>;
export type DatabaseLook = DataOf<'/api/v1/setup/database', 'post'>;
export type FinishBody = BodyOf<'/api/v1/setup/finish', 'post'>;

/** The header with the code that the start printed. */
const carrying = (code: string) => ({ headers: code ? { 'X-Setup-Code': code } : {} });

/** The questions of the setup. A finished setup has no such call. */
export const askedQuery = (code: string, language: string) =>
  queryOptions({
    queryKey: ['setup', code, language],
    queryFn: async ({ signal }) =>
      (await settle<Asked>(client.GET('/api/v1/setup', { signal, ...carrying(code) }))).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The calls with a code. */
export function callsWith(code: string) {
  const sent = carrying(code);
  return {
    lookAtSource: async (body: SourceBody) =>
      (await settle<Inspection>(client.POST('/api/v1/setup/source', { body, ...sent }))).data,
    tryList: async (body: SourceBody, list: string) =>
      (
        await settle<TrialResult>(
          client.POST('/api/v1/setup/source/try', { body: { ...body, list }, ...sent }),
        )
      ).data,
    lookAtPlatform: async (body: PlatformBody) =>
      (await settle<Inspection>(client.POST('/api/v1/setup/platform', { body, ...sent }))).data,
    lookAtDatabase: async (body: DatabaseBody) =>
      (await settle<DatabaseLook>(client.POST('/api/v1/setup/database', { body, ...sent }))).data,
    finish: async (body: FinishBody) =>
      (await settle<string>(client.POST('/api/v1/setup/finish', { body, ...sent }))).data,
  };
}

export type Calls = ReturnType<typeof callsWith>;
