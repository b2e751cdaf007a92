import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Connection, client, settle } from '../api/client';

export type Part = Connection['part'];

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }) =>
    (await settle<Connection[]>(client.GET('/api/v1/api/connections', { signal }))).data,
});

/** Replaces known connections by their newly checked versions. */
export function withLooked(
  known: readonly Connection[] | undefined,
  looked: readonly Connection[],
): Connection[] {
  return (known ?? []).map((before) => looked.find(({ part }) => part === before.part) ?? before);
}

/** Checks connections independently: each result appears in the list while others are still checked. */
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
