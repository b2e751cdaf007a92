import { queryOptions } from '@tanstack/react-query';
import type { Job } from '../api/client';
import { ended, latestJobs, oneJob } from './jobCalls';

/** Ended jobs kept for the tray. */
const kept = 20;
/** Streams open at once: with HTTP/1.1 a browser has six connections to a server, and the pages need some. */
const streams = 3;

const endOf = ({ finished_at }: Job) => Date.parse(finished_at ?? '') || 0;

/** Replaces known jobs by newer versions. Jobs that have not ended come first, then the latest ended. */
export function withNews(known: readonly Job[], news: readonly Job[]): Job[] {
  const told = new Set(news.map(({ id }) => id));
  const all = [...news, ...known.filter(({ id }) => !told.has(id))].sort((a, b) => b.id - a.id);
  const over = all.filter(ended).sort((a, b) => endOf(b) - endOf(a));
  return [...all.filter((job) => !ended(job)), ...over.slice(0, kept)];
}

/** A fresh list without jobs that ended while the list was under way. */
export function newsOf(known: readonly Job[], fresh: readonly Job[]): Job[] {
  const over = new Set(known.filter(ended).map(({ id }) => id));
  return fresh.filter((job) => ended(job) || !over.has(job.id));
}

/**
 * The jobs that report progress by stream: running jobs and those about to run, awaited ones first. The list covers jobs
 * that wait for another job, and all beyond the limit.
 */
export function streamed(jobs: readonly Job[], isAwaited: (id: number) => boolean): number[] {
  return jobs
    .filter((job) => !ended(job) && job.waits_for === null)
    .sort((a, b) => Number(isAwaited(b.id)) - Number(isAwaited(a.id)))
    .slice(0, streams)
    .map(({ id }) => id);
}

/**
 * The final states of jobs that are missing from the list. The list has every job that has not ended, so these have ended.
 */
async function endsOf(known: readonly Job[], fresh: readonly Job[], signal: AbortSignal): Promise<Job[]> {
  const listed = new Set(fresh.map(({ id }) => id));
  const gone = known.filter((job) => !ended(job) && !listed.has(job.id));
  const ends = await Promise.all(gone.map(({ id }) => oneJob(id, signal).catch(() => [])));
  return ends.flat();
}

/** Running jobs, and those that have ended lately. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ client, signal }): Promise<Job[]> => {
    const known = () => client.getQueryData<Job[]>(['jobs']) ?? [];
    const fresh = await latestJobs(signal);
    const ends = await endsOf(known(), fresh, signal);
    return withNews(known(), newsOf(known(), [...fresh, ...ends]));
  },
});
