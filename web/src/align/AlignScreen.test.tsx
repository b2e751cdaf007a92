// @vitest-environment jsdom
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { JobsProvider } from '../action/Jobs';
import { aJob, aStage } from '../action/job.fixture';
import type { CampusPlan, Job } from '../api/client';
import { ToastStack } from '../message/ToastStack';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { AlignScreen } from './AlignScreen';

const plan: CampusPlan = {
  job: 1,
  token: 'rencana-1',
  touched: 12,
  leave_out: [],
  stages: [{ verb: 'export', kind: 'mata_kuliah', label: 'Mata Kuliah', state: 'done', plan: null }],
};
const planning: Job = { ...aJob, id: 1, verb: 'plan', kind: 'campus', state: 'done' };
const withoutCourses = [{ verb: 'export', kind: 'mata_kuliah' }];

/** The server's answer to each plan request: a job, or a refusal. */
let startedJobs: (Job | null)[];
/** The choice that each request leaves out. */
let sentExclusions: unknown[];
/** A promise that delays the answers. */
let pause: Promise<void>;

async function answer(request: Request | string): Promise<Response> {
  const address = typeof request === 'string' ? request : request.url;
  if (address.includes('/campus/plan/')) return Response.json({ msg: 'Success', data: plan });
  if (address.endsWith('/jobs/1')) return Response.json({ msg: 'Success', data: planning });
  if (!address.endsWith('/campus/align')) return new Response(null, { status: 404 });
  sentExclusions.push(((await (request as Request).json()) as { leave_out?: unknown }).leave_out);
  await pause;
  const job = startedJobs.shift();
  return job
    ? Response.json({ msg: 'Success', data: '', job }, { status: 202 })
    : Response.json({ msg: 'Error', message: 'Ada yang sedang berjalan.' }, { status: 409 });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  sentExclusions = [];
  pause = Promise.resolve();
  sessionStorage.clear();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens a finished plan, or the page that requests one. */
function openPlan(address = '/selaraskan?rencana=1') {
  const root = createRootRoute({ component: Outlet });
  const app = createRoute({
    getParentRoute: () => root,
    id: 'app',
    component: () => (
      <JobsProvider>
        <Outlet />
      </JobsProvider>
    ),
  });
  const align = createRoute({ getParentRoute: () => app, path: '/selaraskan', component: AlignScreen });
  const other = createRoute({
    getParentRoute: () => app,
    path: '/lain',
    component: () => (
      <>
        <p>Halaman lain</p>
        <ToastStack />
      </>
    ),
  });
  return show(root.addChildren([app.addChildren([align, other])]), address);
}

/** Leaves the courses out of the plan and requests it again. */
async function leaveOut(): Promise<void> {
  openPlan();
  fireEvent.click(await screen.findByLabelText('Ikutkan Mata Kuliah'));
  fireEvent.click(screen.getByRole('button', { name: 'Hitung ulang rencana' }));
}

it('leaves the same out when a failed plan is made again', async () => {
  startedJobs = [{ ...planning, id: 2, state: 'failed', message: 'OCAS tidak menjawab.' }, null];
  await leaveOut();
  await screen.findByText('OCAS tidak menjawab.');
  fireEvent.click(screen.getByRole('button', { name: 'Hitung ulang rencana' }));
  await waitFor(() => expect(sentExclusions).toEqual([withoutCourses, withoutCourses]));
});

it('leaves the same out when a plan request is retried', async () => {
  startedJobs = [null, null];
  await leaveOut();
  fireEvent.click(await screen.findByRole('button', { name: 'Coba lagi' }));
  await waitFor(() => expect(sentExclusions).toEqual([withoutCourses, withoutCourses]));
});

it('remembers unticked rows after a visit elsewhere', async () => {
  openPlan();
  fireEvent.click(await screen.findByLabelText('Ikutkan Mata Kuliah'));
  cleanup();
  openPlan();
  const courses = await screen.findByLabelText<HTMLInputElement>('Ikutkan Mata Kuliah');
  expect(courses.checked).toBe(false);
  expect(screen.getByRole('button', { name: 'Hitung ulang rencana' })).toBeTruthy();
});

it('requests one plan despite many clicks, another after a failure', async () => {
  startedJobs = [null, null];
  openPlan('/selaraskan');
  const button = await screen.findByRole('button', { name: 'Hitung rencana' });
  fireEvent.click(button);
  fireEvent.click(button);
  const retry = await screen.findByRole('button', { name: 'Coba lagi' });
  expect(sentExclusions).toHaveLength(1);
  fireEvent.click(retry);
  await waitFor(() => expect(sentExclusions).toHaveLength(2));
});

const ready: Job = {
  ...planning,
  id: 2,
  message: 'Rencana sudah dihitung.',
  stages: Array.from({ length: 20 }, () => aStage),
};

it.each([
  ['that begins', ready, ready.message],
  ['that is refused', null, 'Ada yang sedang berjalan.'],
])('a late plan %s is announced on the current page', async (_, job, told) => {
  startedJobs = [job];
  let come: () => void = () => undefined;
  pause = new Promise((resolve) => {
    come = resolve;
  });
  const router = openPlan('/selaraskan');
  fireEvent.click(await screen.findByRole('button', { name: 'Hitung rencana' }));
  await waitFor(() => expect(sentExclusions).toHaveLength(1));
  act(() => router.history.push('/lain'));
  await screen.findByText('Halaman lain');
  come();
  await screen.findByText(told);
  expect(router.history.location.pathname).toBe('/lain');
  fireEvent.click(screen.getByRole('button', { name: 'Tutup pesan' }));
});
