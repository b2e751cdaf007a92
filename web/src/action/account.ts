import type { Job } from '../api/client';
import { ended } from './jobCalls';

/** Where the account of a job is: what became of each row. Of one with failures these are shown, which one comes for. */
export function accountOf(job: Pick<Job, 'id' | 'failed'>): { to: string; search: never } {
  const search: Record<string, string> = job.failed > 0 ? { status: 'failed' } : {};
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
] as const;

/** Every word that a row's outcome may be, as the server has them. */
export const outcomes = [
  'failed',
  'untried',
  'conflict',
  'created',
  'updated',
  'deleted',
  'enrolled',
  'unenrolled',
  'restored',
  'removed',
  'missing',
  ...differences,
] as const;
export type Outcome = (typeof outcomes)[number];

/** A job counts the rows that it did as `created`, whatever it did with them. */
const did: Partial<Record<string, readonly Outcome[]>> = {
  delete: ['deleted'],
  enroll: ['enrolled'],
  unenroll: ['unenrolled'],
  // What was deleted or changed comes back, and what was made goes.
  undo: ['restored', 'removed'],
};

interface Counted {
  outcome: Outcome;
  /** Nothing where the job has no number for this outcome alone. */
  count: number | null;
}

/** The outcomes that a job has rows of, with how many, what needs a person first. What stayed as it was has a count alone. */
export function outcomesOf(job: Job): Counted[] {
  const done = did[job.verb] ?? ['created'];
  // What was on its way to the platform when the job broke off is named, but not counted.
  const brokeOff = job.state !== 'done' && ['export', 'enroll', 'unenroll'].includes(job.verb);
  const found: Counted[] = [
    { outcome: 'failed', count: job.failed },
    { outcome: 'untried', count: ended(job) && brokeOff ? null : 0 },
    { outcome: 'conflict', count: job.conflict },
    // A report counts nothing as done: it only says what it found.
    ...(job.verb === 'compare' ? differences : []).map((outcome) => ({ outcome, count: null })),
    ...done.map((outcome) => ({
      outcome,
      count: done.length > 1 && job.created > 0 ? null : job.created,
    })),
    { outcome: 'updated', count: job.updated },
    { outcome: 'missing', count: job.verb === 'compare' ? 0 : job.missing },
  ];
  return found.filter(({ count }) => count !== 0);
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
