// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { act, cleanup, configure, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import { aJob } from '../action/job.fixture';
import type { Job, KindStatus, Login } from '../api/client';
import { interval } from '../message/pollWhileActive';
import { show } from '../page/show.fixture';
import { beginSession, endSession } from '../session/session';
import { startTexts } from '../texts/i18n';
import { HomeScreen } from './HomeScreen';
import { sampleStatus } from './kindStatus.fixture';

const classes: KindStatus = { ...sampleStatus, rows: 10 };
let jobs: Job[];
let status: KindStatus;
let others: KindStatus[];
let failures = 0;

async function answer(asked: Request | string): Promise<Response> {
  const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, 'http://localhost');
  if (pathname.endsWith('/summary')) {
    return Response.json({
      msg: 'Success',
      data: [status, ...others],
      attention: [],
      days: [],
      compared_at: null,
    });
  }
  if (pathname.endsWith('/jobs')) return Response.json({ msg: 'Success', data: jobs });
  // The job runs, and reports no progress.
  if (/\/jobs\/\d+$/.test(pathname)) return Response.json({ msg: 'Success', data: jobs[0] });
  failures += 1;
  return new Response(null, { status: 404 });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  jobs = [];
  others = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', answer);
  beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(): void {
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <HomeScreen />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  show(root);
}

it('refreshes its numbers while a job runs', async () => {
  jobs = [aJob];
  status = classes;
  open();
  await screen.findByText('Sync Kelas');
  await screen.findByRole('cell', { name: '10' });
  status = { ...classes, rows: 25 };
  act(() => vi.advanceTimersByTime(interval));
  await screen.findByRole('cell', { name: '25' });
});

it('keeps the age of the last sync up to date', async () => {
  status = { ...classes, last_synced_at: new Date(Date.now() - 5 * 60_000).toISOString() };
  open();
  await screen.findByText('5 menit yang lalu');
  act(() => vi.advanceTimersByTime(10 * 60_000));
  expect(screen.getByText('15 menit yang lalu')).toBeTruthy();
});

it('is not in step while a list was never synced', async () => {
  status = { ...classes, migrated: 10, last_synced_at: new Date().toISOString() };
  others = [{ ...classes, kind: 'pengajar', label: 'Pengajar', rows: 0 }];
  open();
  await screen.findByText(/1 daftar belum pernah diambil dari/);
  expect(screen.getByText(/1 daftar belum diambil/)).toBeTruthy();
});

it('is in step if a synced list is empty', async () => {
  status = { ...classes, migrated: 10, last_synced_at: new Date().toISOString() };
  others = [{ ...status, kind: 'pengajar', label: 'Pengajar', rows: 0, migrated: 0 }];
  open();
  await screen.findByText(/^Semua selaras sejak/);
});

it('does not say that the platform has nothing once all rows were deleted here', async () => {
  status = { ...classes, rows: 0, source_rows: 10, last_synced_at: new Date().toISOString() };
  open();
  await screen.findByRole('img', { name: 'Tanpa baris di dashboard, isi Moodle tidak dihitung' });
  expect(screen.getByText('10 belum diambil')).toBeTruthy();
});

it('does not ask without end for what cannot be read', async () => {
  status = classes;
  failures = 0;
  open();
  await screen.findByRole('cell', { name: '10' });
  // Schedules, differences, log, accounts, and settings: each once, and once more by the part that shows it.
  await vi.waitFor(() => expect(failures).toBeGreaterThan(4));
  await act(() => new Promise((done) => setTimeout(done, 200)));
  expect(failures).toBeLessThan(16);
});
