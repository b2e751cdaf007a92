import { queryOptions } from '@tanstack/react-query';
import { client, settle, type User } from '../api/client';

// Waiting accounts sort first, and one is enough.
const query = { page: 0, per_page: 10, sort: 'active', order: 'asc' } as const;

/** True if an account waits for approval. Without a note of it an administrator would notice only by chance. */
export const pendingAccountsQuery = queryOptions({
  queryKey: ['list', 'user', 'waiting'],
  queryFn: async ({ signal }) => {
    const { data } = await settle<User[]>(client.GET('/api/v1/api/user/get', { params: { query }, signal }));
    return data.some(({ active, disabled }) => !active && !disabled);
  },
});
