import { queryOptions } from '@tanstack/react-query';
import { client, type KindStatus, type Summary, settle } from './client';

const fullSummaryQuery = {
  queryKey: ['summary', 'all'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await settle<KindStatus[]>(client.GET('/api/v1/api/summary', { signal }))) as unknown as Summary,
} as const;

/** The state of each kind: rows here, at the source and on the platform, and the last sync. */
export const summaryQuery = queryOptions({ ...fullSummaryQuery, select: ({ data }) => data });

/** The same, with open issues and the changes of the last days. */
export const mainPageQuery = queryOptions(fullSummaryQuery);
