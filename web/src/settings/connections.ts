import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Connection, client, settle } from '../api/client';

export type Part = Connection['part'];

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }) =>
    (await settle<Connection[]>(client.GET('/api/v1/api/connections', { signal }))).data,
});

/** The list with the connections that have been looked at in the place of what was known of them. */
export function withLooked(
  known: readonly Connection[] | undefined,
  looked: readonly Connection[],
): Connection[] {
  return (known ?? []).map((before) => looked.find(({ part }) => part === before.part) ?? before);
}

/** Looks at connections, each for itself: what is found of one stands in the list while the others are waited for. */
export function useLooking() {
  const cache = useQueryClient();
  const [underWay, setUnderWay] = useState<readonly Part[]>([]);
  const [failures, setFailures] = useState<Partial<Record<Part, unknown>>>({});

  async function lookAt(part: Part): Promise<void> {
    setUnderWay((before) => [...before, part]);
    setFailures((before) => ({ ...before, [part]: undefined }));
    try {
      const call = client.POST('/api/v1/api/connections/test', { body: { part } });
      const { data: looked } = await settle<Connection[]>(call);
      cache.setQueryData<Connection[]>(connectionsQuery.queryKey, (known) => withLooked(known, looked));
    } catch (cause) {
      setFailures((before) => ({ ...before, [part]: cause }));
    } finally {
      setUnderWay((before) => before.filter((other) => other !== part));
    }
  }

  const look = (parts: readonly Part[]) => {
    for (const part of parts) if (!underWay.includes(part)) void lookAt(part);
  };
  return { look, underWay, failures };
}
