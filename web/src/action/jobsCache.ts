import { queryOptions } from '@tanstack/react-query';
import type { Job } from '../api/client';
import { ended, latestJobs } from './jobCalls';

/** What ended is kept for the tray, but not for ever. */
const kept = 20;

/** The jobs with those that have news in the place of what was known of them, latest first. */
export function withNews(known: readonly Job[], news: readonly Job[]): Job[] {
  const told = new Set(news.map(({ id }) => id));
  return [...news, ...known.filter(({ id }) => !told.has(id))].sort((a, b) => b.id - a.id).slice(0, kept);
}

/** What a fresh list says, save of jobs that are known to have ended while it was on its way. */
export function newsOf(known: readonly Job[], fresh: readonly Job[]): Job[] {
  const over = new Set(known.filter(ended).map(({ id }) => id));
  return fresh.filter((job) => ended(job) || !over.has(job.id));
}

/** What runs, and what has ended lately. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: async ({ client, signal }): Promise<Job[]> => {
    const fresh = await latestJobs(signal);
    const known = client.getQueryData<Job[]>(['jobs']) ?? [];
    return withNews(known, newsOf(known, fresh));
  },
});
