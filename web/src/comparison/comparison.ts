import { queryOptions } from '@tanstack/react-query';
import { differences } from '../action/report';
import {
  type ComparisonReport,
  client,
  type Envelope,
  fetchData,
  type JobRow,
  type Overwriting,
  settle,
} from '../api/client';
import { actorName } from '../session/session';
import { comparison as comparisonTexts } from '../texts/comparison';
import { addTexts } from '../texts/i18n';

addTexts('comparison', comparisonTexts);

// The key lies below the key that jobs invalidate, so that the report refreshes when its job has ended.
export const comparisonQuery = queryOptions({
  queryKey: ['summary', 'comparison'],
  queryFn: ({ signal }) => fetchData<ComparisonReport>(client.GET('/api/v1/api/comparison', { signal })),
});

export function startComparison(): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/comparison/compare', {
      params: { header: { Prefer: 'respond-async' } },
      body: { name: actorName() },
    }),
  );
}

/** A row of the report, as a call names it. */
export type ChosenRow = { kind: string; row: string };

const again = (rows: readonly ChosenRow[] | undefined) => ({
  name: actorName(),
  ...(rows && { rows: [...rows] }),
});

/** Marks rows that are missing or changed on the platform for the next export: the chosen ones, or all. It sends nothing. */
export function resend(rows?: readonly ChosenRow[]): Promise<string> {
  return fetchData<string>(client.POST('/api/v1/api/comparison/wait_again', { body: again(rows) }));
}

/** What sending them again would overwrite on the platform. */
export function previewResend(
  rows: readonly ChosenRow[] | undefined,
  signal: AbortSignal,
): Promise<Overwriting> {
  const body = { ...again(rows), dry_run: true };
  return fetchData<Overwriting>(client.POST('/api/v1/api/comparison/wait_again', { body, signal }));
}

/** The outcomes in display order. */
export const outcomes = [...differences, 'failed'] as const;

const fixable: readonly string[] = ['missing_there', 'changed_there', 'not_enrolled'];

/** True for a difference that another export can fix. */
export const isFixable = (outcome: string) => fixable.includes(outcome);

/** A row's name in a selection; null if it cannot be sent again. */
export const resendName = ({
  kind,
  row,
  outcome,
}: Pick<JobRow, 'kind' | 'row' | 'outcome'>): string | null =>
  kind && row && isFixable(outcome) ? `${kind} ${row}` : null;

/** The rows that such names stand for. */
export const chosenRows = (names: readonly string[]): ChosenRow[] =>
  names.map((name) => {
    const [kind = '', row = ''] = name.split(' ');
    return { kind, row };
  });

interface ComparisonLine {
  kind: string;
  differences: { outcome: (typeof outcomes)[number]; rows: number }[];
}

/** The kinds with differences, each with its counts. */
export function linesWithDifferences({ kinds }: ComparisonReport): ComparisonLine[] {
  return kinds.flatMap(({ kind, counts }) => {
    const differences = outcomes.flatMap((outcome) => {
      const rows = counts[outcome] ?? 0;
      return rows > 0 ? [{ outcome, rows }] : [];
    });
    return differences.length > 0 ? [{ kind, differences }] : [];
  });
}

export function canExportAgain(lines: readonly ComparisonLine[]): boolean {
  return lines.some(({ differences }) => differences.some(({ outcome }) => isFixable(outcome)));
}
