import { queryOptions } from '@tanstack/react-query';
import { client, type Standing, type Summary, settle } from './client';

const wholeSummary = {
  queryKey: ['summary', 'all'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await settle<Standing[]>(client.GET('/api/v1/api/summary', { signal }))) as unknown as Summary,
} as const;

/** The state of each kind: rows here, at the source and on the platform, and the last sync. */
export const summaryQuery = queryOptions({ ...wholeSummary, select: ({ data }) => data });

/** The same, with open issues and the changes of the last days. */
export const mainPageQuery = queryOptions(wholeSummary);
