import type { Job, JobRow } from '../api/client';
import { ended } from './jobCalls';

export type Outcome = JobRow['outcome'];

/** How many rows of a job failed. */
export function failedRows(job: Pick<Job, 'counts'>): number {
  return job.counts.failed ?? 0;
}

/** Where the report of a job is: what became of each row. Of one with failures these are shown, which one comes for. */
export function reportOf(job: Pick<Job, 'id' | 'counts'>): { to: string; search: never } {
  const search: Record<string, string> = failedRows(job) > 0 ? { status: 'failed' } : {};
  return { to: `/tugas/${job.id}`, search: search as never };
}

/** What a report of differences finds, in the order in which it is told. */
export const differences = [
  'missing_here',
  'missing_source',
  'missing_there',
  'changed_source',
  'changed_here',
  'changed_there',
  'changed_both',
  'not_enrolled',
  'by_hand',
] as const satisfies readonly Outcome[];

/** The outcomes that rows of a report are told by, what needs a person first. What stayed as it was has a count alone. */
export const outcomes = [
  'failed',
  'untried',
  'conflict',
  ...differences,
  'created',
  'updated',
  'deleted',
  'enrolled',
  'unenrolled',
  'suspended',
  'reactivated',
  'moved',
  'restored',
  'removed',
  'missing',
] as const satisfies readonly Outcome[];

interface Counted {
  outcome: Outcome;
  count: number;
}

/** The outcomes that a job has rows of, with how many. */
export function outcomesOf({ counts }: Pick<Job, 'counts'>): Counted[] {
  return outcomes
    .map((outcome) => ({ outcome, count: counts[outcome] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** Whether the job can be taken back now. */
export function canUndo(job: Job): boolean {
  return job.undoable && job.undone_by === null;
}

/** Whether what a job did is taken back, is being taken back, or stands. */
export function undoing(job: Job, jobs: readonly Job[]): 'undone' | 'undoing' | null {
  if (job.undone_by === null) return null;
  const other = jobs.find(({ id }) => id === job.undone_by);
  return other && !ended(other) ? 'undoing' : 'undone';
}
