import { queryOptions } from '@tanstack/react-query';
import { differences } from '../action/report';
import { type ComparisonReport, client, type Envelope, settle } from '../api/client';
import { actorName } from '../session/session';

// Below the key of what jobs change, so that a report is seen when its job has ended.
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

/** Makes what is missing or changed on the platform wait for the next export. Nothing is sent by it. */
export async function waitAgain(): Promise<string> {
  return (
    await settle<string>(client.POST('/api/v1/api/comparison/wait_again', { body: { name: actorName() } }))
  ).data;
}

/** The outcomes in the order in which they are told. */
export const outcomes = [...differences, 'failed'] as const;

/** What sending again can mend. */
const mendable: readonly string[] = ['missing_there', 'changed_there', 'not_enrolled'];

export interface ComparisonLine {
  kind: string;
  found: { outcome: (typeof outcomes)[number]; rows: number }[];
}

/** The kinds that differ somewhere, each with what was found. */
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
