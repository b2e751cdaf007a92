import type { TFunction } from 'i18next';
import { failedRows } from '../action/report';
import type { Job } from '../api/client';
import { formatMoment, formatNumber } from '../texts/format';
import { brokenStages } from './schedulesQuery';

/** True if the run did not do all it was to do. */
export function hasTrouble(job: Job): boolean {
  return job.state === 'failed' || failedRows(job) > 0 || brokenStages(job) > 0;
}

/** A run's outcome in words, with its time. */
export function runText(job: Job, t: TFunction, language: string): string {
  const number = (n: number) => formatNumber(n, language);
  const broken = brokenStages(job);
  return [
    job.state === 'done' && !hasTrouble(job) ? t('runs.went_well') : t(`jobs.state.${job.state}`),
    broken > 0 && t('runs.stages_broken', { n: number(broken) }),
    failedRows(job) > 0 && t('jobs.failed', { n: number(failedRows(job)) }),
    formatMoment(job.finished_at ?? job.created_at),
  ]
    .filter(Boolean)
    .join(' · ');
}
