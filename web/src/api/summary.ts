import { queryOptions } from '@tanstack/react-query';
import { client, type Standing, type Summary, settle } from './client';

const wholeSummary = {
  queryKey: ['summary', 'all'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await settle<Standing[]>(client.GET('/api/v1/api/summary', { signal }))) as unknown as Summary,
} as const;

/** How each kind stands: its rows here, at the source and on the platform, and when it was last synced. */
export const summaryQuery = queryOptions({ ...wholeSummary, select: ({ data }) => data });

/** The same, with what needs a person and what the last days brought. */
export const mainPageQuery = queryOptions(wholeSummary);
