import { queryOptions } from '@tanstack/react-query';
import { client, type Standing, settle } from './client';

/** How each kind stands: its rows here, at the source and on the platform, and when it was last synced. */
export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: async ({ signal }) =>
    (await settle<Standing[]>(client.GET('/api/v1/api/summary', { signal }))).data,
});
