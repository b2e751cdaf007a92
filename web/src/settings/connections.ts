import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Connection, client, fetchData, settle } from '../api/client';

export type Part = Connection['part'];

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => fetchData<Connection[]>(client.GET('/api/v1/api/connections', { signal })),
});

/** Replaces known connections by their newly checked versions. */
export function withChecked(
  known: readonly Connection[] | undefined,
  checked: readonly Connection[],
): Connection[] {
  return (known ?? []).map((before) => checked.find(({ part }) => part === before.part) ?? before);
}

/** Checks connections independently: each result appears in the list while others are still checked. */
export function useConnectionTests() {
  const cache = useQueryClient();
  const [testing, setTesting] = useState<readonly Part[]>([]);
  const [failures, setFailures] = useState<Partial<Record<Part, unknown>>>({});

  async function testPart(part: Part, quietly = false): Promise<void> {
    if (!quietly) {
      setTesting((before) => [...before, part]);
      setFailures((before) => ({ ...before, [part]: undefined }));
    }
    try {
      const call = client.POST('/api/v1/api/connections/test', { body: { part } });
      const { data: checked } = await settle<Connection[]>(call);
      cache.setQueryData<Connection[]>(connectionsQuery.queryKey, (known) => withChecked(known, checked));
      setFailures((before) => ({ ...before, [part]: undefined }));
    } catch (cause) {
      setFailures((before) => ({ ...before, [part]: cause }));
    } finally {
      setTesting((before) => before.filter((other) => other !== part));
    }
  }

  const test = (parts: readonly Part[]) => {
    for (const part of parts) if (!testing.includes(part)) void testPart(part);
  };
  /** Checks without showing that a check is in progress. */
  const testQuietly = async (part: Part) => {
    if (!testing.includes(part)) await testPart(part, true);
  };
  return { look: test, lookQuietly: testQuietly, underWay: testing, failures };
}
