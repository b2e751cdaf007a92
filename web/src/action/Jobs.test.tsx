// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Job, Login } from '../api/client';
import { closeToast, type Toast, useToasts } from '../message/toasts';
import { beginSession, endSession } from '../session/session';
import { startTexts } from '../texts/i18n';
import { JobsProvider, useJobs } from './Jobs';
import { aJob, aStage } from './job.fixture';
import { jobsQuery, mergeJobs } from './jobsCache';

let jobs: Job[];
/** The jobs that have an open progress stream. */
let streams: number[];

async function answer(asked: Request | string): Promise<Response> {
  const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, 'http://localhost');
  const stream = /(\d+)\/events$/.exec(pathname);
  if (stream) streams.push(Number(stream[1]));
  if (pathname.endsWith('/jobs')) return Response.json({ msg: 'Success', data: jobs });
  // Without an event stream the job itself is requested; it reports no progress.
  const job = jobs.find(({ id }) => pathname.endsWith(`/jobs/${id}`));
  return job ? Response.json({ msg: 'Success', data: job }) : new Response(null, { status: 404 });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  streams = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', answer);
  beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
});
afterEach(() => {
  cleanup();
  for (const { id } of told) closeToast(id);
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Names() {
  const { jobs: known } = useJobs();
  return known.map(({ id, actor }) => <p key={id}>{`${id} ${actor}`}</p>);
}

/** All toasts; ToastStack would show only the newest. */
let told: readonly Toast[] = [];

function Told() {
  told = useToasts();
  return told.map(({ id, message, links }) => (
    <div key={id}>
      <p>{message}</p>
      {links.map(({ label, open }) => (
        <button key={label} type="button" onClick={open}>
          {label}
        </button>
      ))}
    </div>
  ));
}

function show(at = '/'): { queries: QueryClient; router: AnyRouter } {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <Names />
        <Told />
      </JobsProvider>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '/selaraskan' });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { queries, router };
}

it('notices jobs of schedules or colleagues during other progress', async () => {
  const own = { ...aJob, id: 1 };
  jobs = [own];
  const { queries } = show();
  await screen.findByText('1 Ratna');
  jobs = [{ ...aJob, id: 2, actor: 'Jadwal' }, own];
  for (let second = 0; second < 15; second += 1) {
    const news = { ...own, done: second };
    act(() => queries.setQueryData(jobsQuery.queryKey, (known: Job[] = []) => mergeJobs(known, [news])));
    act(() => vi.advanceTimersByTime(1_000));
  }
  await screen.findByText('2 Jadwal');
});

/** Advances the time until the list is fetched again. */
const aWhile = () => act(() => vi.advanceTimersByTime(15_000));

it('streams three running jobs and reads the others from the list', async () => {
  const waits_for = { id: 4, kind: 'kelas', verb: 'sync', message: '' } as const;
  const queued: Job = { ...aJob, id: 5, state: 'queued', waits_for };
  jobs = [queued, ...[4, 3, 2, 1].map((id): Job => ({ ...aJob, id }))];
  show();
  await screen.findByText('5 Ratna');
  await waitFor(() => expect(new Set(streams)).toEqual(new Set([4, 3, 2])));
  jobs = jobs.map((job) =>
    job.id === 1 ? { ...job, state: 'done', message: 'Yang pertama selesai.' } : job,
  );
  aWhile();
  await screen.findByText('Yang pertama selesai.');
  expect(new Set(streams)).toEqual(new Set([4, 3, 2]));
});

const planning: Job = {
  ...aJob,
  id: 7,
  kind: 'campus',
  verb: 'plan',
  stages: Array.from({ length: 20 }, () => aStage),
};
const planned: Job = { ...planning, state: 'done', message: 'Rencana selesai dihitung: 12 baris.' };

it('links to the finished campus plan from other pages', async () => {
  jobs = [planning];
  const { router } = show();
  await screen.findByText('7 Ratna');
  jobs = [{ ...planned, undoable: true }];
  aWhile();
  await screen.findByText('Rencana selesai dihitung: 12 baris.');
  expect(screen.queryByRole('button', { name: 'Urungkan' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Lihat rencana' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/selaraskan'));
  expect(String(router.state.location.search.rencana)).toBe('7');
});

it('announces no plan that its page or a question shows', async () => {
  const small: Job = { ...planned, id: 8, stages: [aStage, aStage], message: 'Rencana kecil.' };
  const other: Job = { ...aJob, id: 9 };
  jobs = [other, { ...small, state: 'running' }, planning];
  show('/selaraskan?rencana=7');
  await screen.findByText('9 Ratna');
  jobs = [{ ...other, state: 'done', message: 'Yang lain selesai.' }, small, planned];
  aWhile();
  await screen.findByText('Yang lain selesai.');
  expect(screen.queryByText('Rencana kecil.')).toBeNull();
  expect(screen.queryByText('Rencana selesai dihitung: 12 baris.')).toBeNull();
});

it('refreshes data after short jobs of others, without a toast', async () => {
  const own = { ...aJob, id: 1 };
  const before: Job = { ...aJob, id: 2, state: 'done', message: 'Yang dulu selesai.' };
  jobs = [own, before];
  const { queries } = show();
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  await screen.findByText('2 Ratna');
  expect(invalidate).not.toHaveBeenCalled();
  jobs = [own, { ...before, id: 3, actor: 'Budi', message: 'Yang singkat selesai.' }, before];
  aWhile();
  await screen.findByText('3 Budi');
  await waitFor(() => expect(invalidate).toHaveBeenCalledTimes(2));
  for (const queryKey of [['list'], ['summary']]) expect(invalidate).toHaveBeenCalledWith({ queryKey });
  expect(screen.queryByText('Yang singkat selesai.')).toBeNull();
});
