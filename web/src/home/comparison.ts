import { queryOptions } from '@tanstack/react-query';
import { differences } from '../action/report';
import { type ComparisonReport, client, type Envelope, settle } from '../api/client';
import { actorName } from '../session/session';

// The key lies below the key that jobs invalidate, so that the report refreshes when its job has ended.
export const comparisonQuery = queryOptions({
  queryKey: ['summary', 'comparison'],
  queryFn: async ({ signal }) =>
    (await settle<ComparisonReport>(client.GET('/api/v1/api/comparison', { signal }))).data,
});

export function beginComparison(): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/comparison/compare', {
      params: { header: { Prefer: 'respond-async' } },
      body: { name: actorName() },
    }),
  );
}

/** Marks rows that are missing or changed on the platform for the next export. It sends nothing. */
export async function waitAgain(): Promise<string> {
  return (
    await settle<string>(client.POST('/api/v1/api/comparison/wait_again', { body: { name: actorName() } }))
  ).data;
}

/** The outcomes in display order. */
export const outcomes = [...differences, 'failed'] as const;

/** The differences that another export can fix. */
const mendable: readonly string[] = ['missing_there', 'changed_there', 'not_enrolled'];

export interface ComparisonLine {
  kind: string;
  found: { outcome: (typeof outcomes)[number]; rows: number }[];
}

/** The kinds with differences, each with its counts. */
export function differing({ kinds }: ComparisonReport): ComparisonLine[] {
  return kinds.flatMap(({ kind, counts }) => {
    const found = outcomes.flatMap((outcome) => {
      const rows = counts[outcome] ?? 0;
      return rows > 0 ? [{ outcome, rows }] : [];
    });
    return found.length > 0 ? [{ kind, found }] : [];
  });
}

export function canBeSentAgain(lines: readonly ComparisonLine[]): boolean {
  return lines.some(({ found }) => found.some(({ outcome }) => mendable.includes(outcome)));
}
