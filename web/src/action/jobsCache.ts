import { queryOptions } from '@tanstack/react-query';
import type { Job } from '../api/client';
import { hasEnded, latestJobs, oneJob } from './jobCalls';

/** Ended jobs kept for the tray. */
const maxEnded = 20;
/** Streams open at once: with HTTP/1.1 a browser has six connections to a server, and the pages need some. */
const maxStreams = 3;

const endOf = ({ finished_at }: Job) => Date.parse(finished_at ?? '') || 0;

/** Replaces known jobs by newer versions. Jobs that have not ended come first, then the latest ended. */
export function mergeJobs(known: readonly Job[], updated: readonly Job[]): Job[] {
  const updatedIds = new Set(updated.map(({ id }) => id));
  const all = [...updated, ...known.filter(({ id }) => !updatedIds.has(id))].sort((a, b) => b.id - a.id);
  const ended = all.filter(hasEnded).sort((a, b) => endOf(b) - endOf(a));
  return [...all.filter((job) => !hasEnded(job)), ...ended.slice(0, maxEnded)];
}

/** A fresh list without jobs that ended while the list was under way. */
export function dropOutdated(known: readonly Job[], fresh: readonly Job[]): Job[] {
  const ended = new Set(known.filter(hasEnded).map(({ id }) => id));
  return fresh.filter((job) => hasEnded(job) || !ended.has(job.id));
}

/**
 * The jobs that report progress by stream: running jobs and those about to run, awaited ones first. The list covers jobs
 * that wait for another job, and all beyond the limit.
 */
export function jobsToStream(jobs: readonly Job[], isAwaited: (id: number) => boolean): number[] {
  return jobs
    .filter((job) => !hasEnded(job) && job.waits_for === null)
    .sort((a, b) => Number(isAwaited(b.id)) - Number(isAwaited(a.id)))
    .slice(0, maxStreams)
    .map(({ id }) => id);
}

/**
 * The final states of jobs that are missing from the list. The list has every job that has not ended, so these have ended.
 */
async function finalStates(
  known: readonly Job[],
  fresh: readonly Job[],
  signal: AbortSignal,
): Promise<Job[]> {
  const listed = new Set(fresh.map(({ id }) => id));
  const missing = known.filter((job) => !hasEnded(job) && !listed.has(job.id));
  const ends = await Promise.all(missing.map(({ id }) => oneJob(id, signal).catch(() => [])));
  return ends.flat();
}

/** Running jobs, and those that have ended lately. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ client, signal }): Promise<Job[]> => {
    const known = () => client.getQueryData<Job[]>(['jobs']) ?? [];
    const fresh = await latestJobs(signal);
    const ends = await finalStates(known(), fresh, signal);
    return mergeJobs(known(), dropOutdated(known(), [...fresh, ...ends]));
  },
});
