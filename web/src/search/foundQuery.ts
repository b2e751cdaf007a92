import { keepPreviousData } from '@tanstack/react-query';
import { client, settle } from '../api/client';
import type { Found } from './destinations';

/** What the server finds by what was typed, kind by kind. What was found before stays until it has answered. */
export const foundQuery = (typed: string) => ({
  queryKey: ['search', typed],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    settle<Found>(client.GET('/api/v1/api/search', { params: { query: { q: typed } }, signal })).then(
      ({ data }) => data,
    ),
  enabled: typed !== '',
  placeholderData: keepPreviousData,
});
