import { queryOptions } from '@tanstack/react-query';
import type { Job } from '../api/client';
import { ended, latestJobs, oneJob } from './jobCalls';

/** What ended is kept for the tray, but not for ever. */
const kept = 20;
/** Streams that are open at once: by HTTP/1.1 a browser has six connections to a server, and the pages need theirs. */
const streams = 3;

const endOf = ({ finished_at }: Job) => Date.parse(finished_at ?? '') || 0;

/** The jobs with those that have news in the place of what was known of them: what has not ended first, then what ended last. */
export function withNews(known: readonly Job[], news: readonly Job[]): Job[] {
  const told = new Set(news.map(({ id }) => id));
  const all = [...news, ...known.filter(({ id }) => !told.has(id))].sort((a, b) => b.id - a.id);
  const over = all.filter(ended).sort((a, b) => endOf(b) - endOf(a));
  return [...all.filter((job) => !ended(job)), ...over.slice(0, kept)];
}

/** What a fresh list says, save of jobs that are known to have ended while it was on its way. */
export function newsOf(known: readonly Job[], fresh: readonly Job[]): Job[] {
  const over = new Set(known.filter(ended).map(({ id }) => id));
  return fresh.filter((job) => ended(job) || !over.has(job.id));
}

/**
 * The jobs whose progress comes by a stream: those that run, or are about to, and first those whose end somebody waits for.
 * Of what waits for another job, and of more than a few, the list tells.
 */
export function streamed(jobs: readonly Job[], isAwaited: (id: number) => boolean): number[] {
  return jobs
    .filter((job) => !ended(job) && job.waits_for === null)
    .sort((a, b) => Number(isAwaited(b.id)) - Number(isAwaited(a.id)))
    .slice(0, streams)
    .map(({ id }) => id);
}

/** What has become of jobs that the list has no more. It has all that have not ended, so these have. */
async function endsOf(known: readonly Job[], fresh: readonly Job[], signal: AbortSignal): Promise<Job[]> {
  const listed = new Set(fresh.map(({ id }) => id));
  const gone = known.filter((job) => !ended(job) && !listed.has(job.id));
  const ends = await Promise.all(gone.map(({ id }) => oneJob(id, signal).catch(() => [])));
  return ends.flat();
}

/** What runs, and what has ended lately. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ client, signal }): Promise<Job[]> => {
    const known = () => client.getQueryData<Job[]>(['jobs']) ?? [];
    const fresh = await latestJobs(signal);
    const ends = await endsOf(known(), fresh, signal);
    return withNews(known(), newsOf(known(), [...fresh, ...ends]));
  },
});
