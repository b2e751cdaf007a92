import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { Job } from '../api/client';
import { aJob } from './job.fixture';
import { dropOutdated, jobsQuery, jobsToStream, mergeJobs } from './jobsCache';

const running = { ...aJob, id: 3, done: 10 };
const done = { ...running, state: 'done', done: 40 } as const;
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id);
const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1);

afterEach(() => vi.unstubAllGlobals());

it('a job with news replaces itself, and the latest comes first', () => {
  const other = { ...aJob, id: 4 };
  expect(mergeJobs([running], [other])).toEqual([other, running]);
  expect(mergeJobs([other, running], [done])).toEqual([other, done]);
});

it('only the latest ended jobs are kept', () => {
  const many = upTo(30).map((id): Job => ({ ...done, id }));
  expect(ids(mergeJobs(many, []))).toEqual(upTo(30).slice(10).reverse());
  const long: Job = { ...done, id: 0, finished_at: '2026-11-21T05:00:00Z' };
  expect(ids(mergeJobs(many, [long]))[0]).toBe(0);
});

it('a running job is always kept, above ended ones', () => {
  const many = upTo(30).map((id): Job => ({ ...done, id }));
  const long = { ...aJob, id: 0 };
  expect(ids(mergeJobs([...many, long], []))).toEqual([0, ...upTo(30).slice(10).reverse()]);
});

it('a late list does not restart an ended job', () => {
  expect(dropOutdated([done], [running])).toEqual([]);
  expect(dropOutdated([running], [done])).toEqual([done]);
});

it('a few running jobs have a stream, awaited ones first', () => {
  const jobs = [9, 8, 7, 6, 5].map((id) => ({ ...aJob, id }));
  expect(jobsToStream(jobs, () => false)).toEqual([9, 8, 7]);
  expect(jobsToStream(jobs, (id) => id === 5)).toEqual([5, 9, 8]);
  const waits_for = { id: 9, kind: 'kelas', verb: 'sync', message: '' } as const;
  const queued: Job = { ...aJob, id: 10, state: 'queued', waits_for };
  expect(jobsToStream([queued, { ...queued, id: 4, waits_for: null }, done], () => true)).toEqual([4]);
});

it('a job missing from the list is requested: it has ended', async () => {
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const data = url.endsWith('/jobs') ? [] : { ...done, message: 'Selesai.' };
    return Response.json({ msg: 'Success', data });
  });
  const queries = new QueryClient();
  queries.setQueryData(jobsQuery.queryKey, [running]);
  const jobs = await queries.fetchQuery(jobsQuery);
  expect(jobs).toEqual([{ ...done, message: 'Selesai.' }]);
});
