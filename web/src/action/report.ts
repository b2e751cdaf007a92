import type { TFunction } from 'i18next';
import type { Job, JobRow } from '../api/client';
import { formatNumber } from '../texts/format';
import { hasEnded } from './jobCalls';
import { isWholeCampus } from './jobTitle';
import { needsNewConfirmation, type PageLink } from './request';

export type Outcome = JobRow['outcome'];

/** The number of a job's failed rows. */
export function failedRows(job: Pick<Job, 'counts'>): number {
  return job.counts.failed ?? 0;
}

/** The address of a job's report. If rows failed, the report opens with these. */
export function reportLink(job: Pick<Job, 'id' | 'counts'>): PageLink {
  const search: Record<string, string> = failedRows(job) > 0 ? { status: 'failed' } : {};
  return { to: `/tugas/${job.id}`, search: search as never };
}

/** The address of the campus plan that a job makes or has made; null for other jobs. */
export function planLink(job: Job): PageLink | null {
  if (job.verb !== 'plan' || !isWholeCampus(job)) return null;
  return { to: '/selaraskan', search: { rencana: String(job.id) } as never };
}

/** The outcomes of a comparison, in display order. */
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

/** The outcomes listed in a report, most urgent first. Unchanged rows have a count only. */
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
  'still_open',
  'reactivated',
  'moved',
  'hidden',
  'shown',
  'restored',
  'removed',
  'missing',
] as const satisfies readonly Outcome[];

interface OutcomeCount {
  outcome: Outcome;
  count: number;
}

/** The outcomes of a job that have rows, with their counts. */
export function outcomesOf({ counts }: Pick<Job, 'counts'>): OutcomeCount[] {
  return outcomes
    .map((outcome) => ({ outcome, count: counts[outcome] ?? 0 }))
    .filter(({ count }) => count > 0);
}

/** True if rows need another try. */
export function needsRetry({ counts }: Pick<Job, 'counts'>): boolean {
  return (['failed', 'untried', 'conflict'] as const).some((outcome) => (counts[outcome] ?? 0) > 0);
}

/** True if a campus run is incomplete: it or one of its stages did not finish, or rows failed. */
function isIncomplete({ state, stages }: Job): boolean {
  const included = stages.filter((stage) => stage.state !== 'left_out');
  return state !== 'done' || included.some((stage) => stage.state !== 'done' || needsRetry(stage));
}

/** True if a finished job left rows undone, or if one of its stages did. A plan and a comparison report; they leave nothing. */
export function isPartial(job: Job): boolean {
  if (job.state !== 'done' || job.verb === 'plan' || job.verb === 'compare') return false;
  // An undo leaves rows that have changed since, as it promised.
  return job.verb === 'undo' ? failedRows(job) > 0 : needsRetry(job) || isIncomplete(job);
}

/** The headline of a job that left rows undone: the number of failures, if rows failed. */
export function partialTitle(job: Job, t: TFunction): string {
  const failed = failedRows(job);
  return failed > 0 ? t('jobs.failed', { n: formatNumber(failed) }) : t('jobs.state.partial');
}

/**
 * The retry offered for an ended job. A campus run goes on; a finished job repeats its failed rows; a failed job is repeated
 * as a whole. Null if no retry makes sense. A job that was not confirmed, or whose data has changed, is never repeated
 * without a new question.
 */
export function retryOf(job: Job): 'go_on' | 'retry' | 'again' | null {
  if (!hasEnded(job) || job.verb === 'plan' || needsNewConfirmation(job)) return null;
  if (job.verb === 'align') return isIncomplete(job) ? 'go_on' : null;
  if (job.state === 'failed' && job.failure !== 'rows') return 'again';
  // An undo is final, also for the rows that it skipped.
  if (job.verb === 'undo' && job.state === 'done') return null;
  return needsRetry(job) ? 'retry' : null;
}

/** The label of a retry. A campus run that came to its end has nothing to go on with, only what failed. */
export function retryLabel({ state }: Job, retry: 'go_on' | 'retry' | 'again'): 'go_on' | 'retry' | 'again' {
  return retry === 'go_on' && state === 'done' ? 'retry' : retry;
}

/** True if the job can be undone now. A plan has changed nothing. */
export function canUndo(job: Job): boolean {
  return job.verb !== 'plan' && job.undoable && job.undone_by === null;
}

/** Whether a job is undone or being undone; null otherwise. */
export function undoState(job: Job, jobs: readonly Job[]): 'undone' | 'undoing' | null {
  if (job.undone_by === null) return null;
  const other = jobs.find(({ id }) => id === job.undone_by);
  return other && !hasEnded(other) ? 'undoing' : 'undone';
}
