// @vitest-environment jsdom
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { JobsProvider } from '../action/Jobs';
import { aJob } from '../action/job.fixture';
import type { Job, JobRow, Login } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession } from '../session/session';
import { startTexts } from '../texts/i18n';
import { ReportScreen } from './ReportScreen';

const asked: string[] = [];
let jobs: Job[];
/** The rows that the last preview or order of sending again named. */
let resent: unknown;
/** The job's rows per outcome. */
let outcomes: Partial<JobRow>[];
/** A promise that delays the answer to a retry. */
let pause: Promise<void>;

async function answer(request: Request | string): Promise<Response> {
  const address = typeof request === 'string' ? request : request.url;
  const { pathname, search } = new URL(address, 'http://localhost');
  asked.push(pathname.replace('/api/v1/api', '') + search);
  const id = Number(/\/jobs\/(\d+)/.exec(pathname)?.[1]);
  if (pathname.endsWith('/rows')) {
    return Response.json({ msg: 'Success', data: outcomes, total: outcomes.length });
  }
  if (pathname.endsWith('/reasons')) {
    const data = [
      { code: 'email_taken', reason: 'email_taken', text: 'Alamat sudah dipakai.', rows: 124 },
      {
        code: 'value_markup',
        reason: 'value_markup:first_name',
        text: 'Nama mengandung tanda HTML.',
        rows: 3,
      },
    ];
    return Response.json({ msg: 'Success', data });
  }
  if (pathname.endsWith('/comparison')) {
    return Response.json({ msg: 'Success', data: { job: { id: 7 }, kinds: [] } });
  }
  if (pathname.endsWith('/wait_again') && typeof request !== 'string') {
    resent = (await request.json()).rows;
    return new Promise(() => undefined);
  }
  if (pathname.endsWith('/retry')) {
    await pause;
    return Response.json({ msg: 'Success', data: '', job: jobs[1] }, { status: 202 });
  }
  if (/\/jobs\/\d+$/.test(pathname)) {
    return Response.json({ msg: 'Success', data: jobs.find((job) => job.id === id) });
  }
  return new Response(null, { status: 404 });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  asked.length = 0;
  pause = Promise.resolve();
  outcomes = [
    {
      key: 'Kelas X · 77002',
      parts: ['', 'Kelas X', '', '77002'],
      kind: 'mahasiswa',
      label: 'Ina Kembar',
      outcome: 'failed',
      reason: 'Alamat sudah dipakai.',
    },
  ];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function open(path: string) {
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
  const report = createRoute({ getParentRoute: () => app, path: '/tugas/$id', component: ReportScreen });
  const other = createRoute({
    getParentRoute: () => app,
    path: '/lain',
    component: () => <p>Halaman lain</p>,
  });
  return show(root.addChildren([app.addChildren([report, other])]), path);
}

const ended: Job = {
  ...aJob,
  id: 7,
  verb: 'export',
  kind: 'mahasiswa',
  state: 'done',
  counts: { created: 12, failed: 1 },
};

it('requests the chosen outcome, and downloads the filtered rows', async () => {
  jobs = [ended];
  const router = open('/tugas/7?status=failed');
  await screen.findByText('Alamat sudah dipakai.', { selector: 'td *, td' });
  expect(screen.getByText('Kelas X · 77002')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Export Mahasiswa');
  expect(asked).toContain('/jobs/7/rows?page=0&per_page=10&status=failed');
  const outcome = screen.getByLabelText('Hasil');
  expect([...outcome.children].map((option) => option.textContent)).toEqual([
    'Hasil: semua',
    'Hasil: gagal (1)',
    'Hasil: dibuat (12)',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Unduh Excel' }));
  await waitFor(() => expect(asked).toContain('/jobs/7/rows.xlsx?status=failed'));
  fireEvent.change(outcome, { target: { value: 'created' } });
  await waitFor(() => expect(asked).toContain('/jobs/7/rows?page=0&per_page=10&status=created'));
  expect(router.state.location.search).toEqual({ status: 'created' });
});

it('shows each reason once, and filters by it', async () => {
  jobs = [ended];
  const router = open('/tugas/7?status=failed&q=ina');
  const reason = await screen.findByRole('button', { name: '124 baris: Alamat sudah dipakai.' });
  expect(reason.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(reason);
  await waitFor(() => expect(asked).toContain('/jobs/7/rows?page=0&per_page=10&q=ina&reason=email_taken'));
  expect(router.state.location.search).toEqual({ q: 'ina', reason: 'email_taken' });
  expect(reason.getAttribute('aria-pressed')).toBe('true');
  // The reason stands above the rows, so no row repeats it.
  await waitFor(() => expect(screen.queryAllByText('Alamat sudah dipakai.')).toEqual([]));
  fireEvent.click(screen.getByRole('button', { name: 'Unduh Excel' }));
  await waitFor(() => expect(asked).toContain('/jobs/7/rows.xlsx?q=ina&reason=email_taken'));
  fireEvent.click(reason);
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'ina' }));
});

it("shows the job's warnings with their remedy", async () => {
  jobs = [{ ...ended, warnings: [{ text: 'Surat tidak terkirim.', mend: 'Matikan pesan selamat datang.' }] }];
  open('/tugas/7');
  const note = await screen.findByRole('note');
  expect(note.textContent).toBe('Surat tidak terkirim.Matikan pesan selamat datang.');
});

it('leads to the job that retries the failed rows', async () => {
  jobs = [ended, { ...ended, id: 8, state: 'done', counts: { created: 1 } }];
  const router = open('/tugas/7');
  fireEvent.click(await screen.findByRole('button', { name: 'Coba lagi yang gagal' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tugas/8'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Coba lagi yang gagal' })).toBeNull());
});

it('a job that starts late does not navigate away', async () => {
  jobs = [ended, { ...aJob, id: 8 }];
  let come: () => void = () => undefined;
  pause = new Promise((resolve) => {
    come = resolve;
  });
  const router = open('/tugas/7');
  fireEvent.click(await screen.findByRole('button', { name: 'Coba lagi yang gagal' }));
  await waitFor(() => expect(asked).toContain('/jobs/7/retry'));
  act(() => router.history.push('/lain'));
  await screen.findByText('Halaman lain');
  come();
  // The job is followed all the same.
  await waitFor(() => expect(asked).toContain('/jobs/8/events'));
  expect(router.history.location.pathname).toBe('/lain');
});

it('offers the undo, and shows a finished undo', async () => {
  jobs = [{ ...ended, undoable: true }];
  open('/tugas/7');
  await screen.findByRole('button', { name: 'Urungkan' });
  cleanup();
  jobs = [{ ...ended, undoable: true, undone_by: 9 }];
  open('/tugas/7');
  await screen.findByText(/Sudah diurungkan/);
  expect(screen.getByRole('link', { name: 'Lihat pekerjaan itu' }).getAttribute('href')).toBe('/tugas/9');
  expect(screen.queryByRole('button', { name: 'Urungkan' })).toBeNull();
});

it('can be stopped while it runs', async () => {
  jobs = [{ ...aJob, id: 7 }];
  open('/tugas/7');
  fireEvent.click(await screen.findByRole('button', { name: 'Batalkan' }));
  await waitFor(() => expect(asked).toContain('/jobs/7/cancel'));
  expect(screen.queryByRole('button', { name: 'Urungkan' })).toBeNull();
});

it.each([
  ['compare', 'done', 'Semua baris cocok: tidak ada yang berbeda.'],
  ['compare', 'queued', 'Rincian tampil setelah pekerjaan selesai.'],
  ['compare', 'running', 'Rincian tampil setelah pekerjaan selesai.'],
  ['compare', 'failed', 'Pemeriksaan ini tidak sampai selesai: belum diketahui apa yang berbeda.'],
  ['compare', 'cancelled', 'Pemeriksaan ini tidak sampai selesai: belum diketahui apa yang berbeda.'],
  ['export', 'running', 'Rincian tampil setelah pekerjaan selesai.'],
  ['export', 'done', 'Tidak ada baris yang diubah oleh pekerjaan ini.'],
] as const)('of a job without rows explains why: %s, %s', async (verb, state, said) => {
  jobs = [{ ...aJob, id: 7, verb, kind: verb === 'compare' ? 'comparison' : 'kelas', state }];
  outcomes = [];
  open('/tugas/7');
  await screen.findByText(said);
});

it('continues a campus run that broke off', async () => {
  const stage = { kind: 'kelas', verb: 'sync', job: null, total: null, message: '', counts: {} } as const;
  const align: Job = {
    ...ended,
    kind: 'campus',
    verb: 'align',
    state: 'cancelled',
    counts: {},
    stages: [
      { ...stage, state: 'done' },
      { ...stage, verb: 'export', state: 'waiting' },
    ],
  };
  jobs = [align, { ...align, id: 8, state: 'running' }];
  const router = open('/tugas/7');
  fireEvent.click(await screen.findByRole('button', { name: 'Lanjutkan' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tugas/8'));
});

it('of a campus plan links to the plan', async () => {
  const stage = { kind: 'kelas', verb: 'sync', state: 'done', job: null, total: null, message: '' } as const;
  const stages = Array.from({ length: 20 }, () => ({ ...stage, counts: {} }));
  jobs = [{ ...ended, kind: 'campus', verb: 'plan', undoable: true, stages }];
  open('/tugas/7');
  const plan = await screen.findByRole('link', { name: 'Lihat rencana' });
  expect(plan.getAttribute('href')).toMatch(/^\/selaraskan\?rencana=.*7/);
  expect(screen.queryByRole('button', { name: 'Urungkan' })).toBeNull();
});

it('sends only the chosen rows of the latest comparison again', async () => {
  beginSession({ user: { username: 'ratna', name: 'Ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
  jobs = [
    { ...aJob, id: 7, verb: 'compare', kind: 'comparison', state: 'done', counts: { changed_there: 2 } },
  ];
  const line = (row: string, label: string, outcome: JobRow['outcome']) => ({
    kind: 'kelas',
    row,
    key: row,
    parts: [row],
    label,
    outcome,
    reason: 'Berbeda.',
    class: null,
    number: null,
  });
  outcomes = [
    line('11', 'Algoritma A', 'changed_there'),
    line('12', 'Kalkulus B', 'changed_there'),
    line('13', 'Fisika C', 'by_hand'),
  ];
  open('/tugas/7');
  await screen.findByRole('button', { name: 'Kirim ulang yang berbeda' });
  expect(screen.queryByLabelText('Pilih Fisika C')).toBeNull();
  fireEvent.click(await screen.findByLabelText('Pilih Kalkulus B'));
  fireEvent.click(screen.getByRole('button', { name: 'Kirim ulang 1 yang dipilih' }));
  await waitFor(() => expect(resent).toEqual([{ kind: 'kelas', row: '12' }]));
});

it('offers no choice in an earlier comparison', async () => {
  beginSession({ user: { username: 'ratna', name: 'Ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
  jobs = [
    { ...aJob, id: 6, verb: 'compare', kind: 'comparison', state: 'done', counts: { changed_there: 1 } },
  ];
  open('/tugas/6');
  await screen.findByText('Ina Kembar');
  await waitFor(() => expect(asked).toContain('/comparison'));
  expect(screen.queryByRole('button', { name: /^Kirim ulang/ })).toBeNull();
});
