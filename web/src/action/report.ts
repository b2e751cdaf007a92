import type { Job, JobRow } from '../api/client';
import { ended } from './jobCalls';
import { isWholeCampus } from './jobTitle';
import { askedAgain, type PageLink } from './request';

export type Outcome = JobRow['outcome'];

/** How many rows of a job failed. */
export function failedRows(job: Pick<Job, 'counts'>): number {
  return job.counts.failed ?? 0;
}

/** Where the report of a job is: what became of each row. Of one with failures these are shown, which one comes for. */
export function reportOf(job: Pick<Job, 'id' | 'counts'>): PageLink {
  const search: Record<string, string> = failedRows(job) > 0 ? { status: 'failed' } : {};
  return { to: `/tugas/${job.id}`, search: search as never };
}

/** Where the plan of the whole campus is that a job makes, or has made; nothing of any other job. */
export function planPage(job: Job): PageLink | null {
  if (job.verb !== 'plan' || !isWholeCampus(job)) return null;
  return { to: '/selaraskan', search: { rencana: String(job.id) } as never };
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

/** Whether there are rows that have to be seen to again. */
function troubled({ counts }: Pick<Job, 'counts'>): boolean {
  return (['failed', 'untried', 'conflict'] as const).some((outcome) => (counts[outcome] ?? 0) > 0);
}

/** Whether something is left of a run over the whole campus: it broke off, or one of its stages did, or rows of one failed. */
function unfinished({ state, stages }: Job): boolean {
  const taken = stages.filter((stage) => stage.state !== 'left_out');
  return state !== 'done' || taken.some((stage) => stage.state !== 'done' || troubled(stage));
}

/**
 * What is offered where a job that has ended can be begun again: a run over the whole campus goes on, of a job that came to its
 * end the rows that failed are tried, and one that failed as a whole is repeated. Nothing where none of that makes sense.
 * What was not agreed to, or no longer is the case, is asked anew and never repeated without a question.
 */
export function retryOf(job: Job): 'go_on' | 'retry' | 'again' | null {
  if (!ended(job) || job.verb === 'plan' || askedAgain(job)) return null;
  if (job.verb === 'align') return unfinished(job) ? 'go_on' : null;
  if (job.state === 'failed' && job.failure !== 'rows') return 'again';
  // What was taken back stays so, with the rows that were left alone.
  if (job.verb === 'undo' && job.state === 'done') return null;
  return troubled(job) ? 'retry' : null;
}

/** Whether the job can be taken back now. A plan has done nothing. */
export function canUndo(job: Job): boolean {
  return job.verb !== 'plan' && job.undoable && job.undone_by === null;
}

/** Whether what a job did is taken back, is being taken back, or stands. */
export function undoing(job: Job, jobs: readonly Job[]): 'undone' | 'undoing' | null {
  if (job.undone_by === null) return null;
  const other = jobs.find(({ id }) => id === job.undone_by);
  return other && !ended(other) ? 'undoing' : 'undone';
}
