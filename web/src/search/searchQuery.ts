import { keepPreviousData } from '@tanstack/react-query';
import { client, fetchData } from '../api/client';
import type { SearchResults } from './destinations';

/** The server's results for a text, grouped by kind. The previous results stay until the answer arrives. */
export const searchQuery = (typed: string) => ({
  queryKey: ['search', typed],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    fetchData<SearchResults>(client.GET('/api/v1/api/search', { params: { query: { q: typed } }, signal })),
  enabled: typed !== '',
  placeholderData: keepPreviousData,
});
