import type { Job } from '../api/client';

/** Ended stages, and all stages. */
export function stageProgress({ stages }: Pick<Job, 'stages'>): { done: number; total: number } {
  const done = stages.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  return { done, total: stages.length };
}

export interface Progress {
  /** 0 to 100, or null while the total is unknown. */
  percent: number | null;
  perSecond: number | null;
  secondsLeft: number | null;
}

/** The speed since the job's start. The first second is too short for a forecast. */
export function progressOf(job: Job, now: number): Progress {
  const stages = stageProgress(job);
  const [done, total] = stages.total > 0 ? [stages.done, stages.total] : [job.done, job.total ?? 0];
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : null;
  if (job.state !== 'running' || !job.started_at || job.done === 0 || stages.total > 0) {
    return { percent, perSecond: null, secondsLeft: null };
  }
  const seconds = (now - Date.parse(job.started_at)) / 1000;
  if (!(seconds >= 1)) return { percent, perSecond: null, secondsLeft: null };
  const perSecond = job.done / seconds;
  const secondsLeft = total > 0 ? Math.max(0, Math.ceil((total - job.done) / perSecond)) : null;
  return { percent, perSecond, secondsLeft };
}
