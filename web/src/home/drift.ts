import { queryOptions } from '@tanstack/react-query';
import { differences } from '../action/account';
import { client, type DriftReport, type Envelope, settle } from '../api/client';
import { actorName } from '../session/session';

// Below the key of what jobs change, so that a report is seen when its job has ended.
export const driftQuery = queryOptions({
  queryKey: ['summary', 'drift'],
  queryFn: async ({ signal }) =>
    (await settle<DriftReport>(client.GET('/api/v1/api/drift', { signal }))).data,
});

export function beginComparison(): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/drift/compare', {
      params: { header: { Prefer: 'respond-async' } },
      body: { name: actorName() },
    }),
  );
}

/** Makes what is missing or changed on the platform wait for the next export. Nothing is sent by it. */
export async function waitAgain(): Promise<string> {
  return (await settle<string>(client.POST('/api/v1/api/drift/wait_again', { body: { name: actorName() } })))
    .data;
}

/** The outcomes in the order in which they are told. */
export const outcomes = [...differences, 'failed'] as const;

/** What sending again can mend. */
const mendable: readonly string[] = ['missing_there', 'changed_there', 'not_enrolled'];

export interface DriftLine {
  kind: string;
  found: { outcome: (typeof outcomes)[number]; rows: number }[];
}

/** The kinds that differ somewhere, each with what was found. */
export function differing({ kinds }: DriftReport): DriftLine[] {
  return kinds.flatMap(({ kind, counts }) => {
    const found = outcomes.flatMap((outcome) => {
      const rows = counts[outcome] ?? 0;
      return rows > 0 ? [{ outcome, rows }] : [];
    });
    return found.length > 0 ? [{ kind, found }] : [];
  });
}

export function canBeSentAgain(lines: readonly DriftLine[]): boolean {
  return lines.some(({ found }) => found.some(({ outcome }) => mendable.includes(outcome)));
}
