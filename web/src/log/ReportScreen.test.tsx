// @vitest-environment jsdom
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { JobsProvider } from '../action/Jobs';
import { aJob, aStage } from '../action/job.fixture';
import type { Job, JobRow, Login } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { ReportScreen } from './ReportScreen';

const asked: string[] = [];
let jobs: Job[];
/** The job's rows per outcome. */
let outcomes: Partial<JobRow>[];
/** A promise that delays the answer to a retry. */
let pause: Promise<void>;
/** The job of the latest comparison. */
let latestComparison: number;
const resent: Record<string, unknown>[] = [];

async function answer(request: Request | string): Promise<Response> {
  const address = typeof request === 'string' ? request : request.url;
  const { pathname, search, searchParams } = new URL(address, 'http://localhost');
  asked.push(pathname.replace('/api/v1/api', '') + search);
  const id = Number(/\/jobs\/(\d+)/.exec(pathname)?.[1]);
  if (pathname.endsWith('/rows')) {
    const [page, perPage] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    const data = outcomes.slice(page * perPage, (page + 1) * perPage);
    return Response.json({ msg: 'Success', data, total: outcomes.length });
  }
  if (pathname.endsWith('/comparison')) {
    return Response.json({ msg: 'Success', data: { job: { ...ended, id: latestComparison }, kinds: [] } });
  }
  if (pathname.endsWith('/wait_again') && request instanceof Request) {
    const body = await request.json();
    resent.push(body);
    const data = body.dry_run ? { rows: body.rows?.length ?? 11, samples: [] } : '2 baris ditandai.';
    return Response.json({ msg: 'Success', data });
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
  resent.length = 0;
  latestComparison = 7;
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
  const align: Job = {
    ...ended,
    kind: 'campus',
    verb: 'align',
    state: 'cancelled',
    counts: {},
    stages: [aStage, { ...aStage, verb: 'export', state: 'waiting' }],
  };
  jobs = [align, { ...align, id: 8, state: 'running' }];
  const router = open('/tugas/7');
  fireEvent.click(await screen.findByRole('button', { name: 'Lanjutkan' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tugas/8'));
});

it('of a campus plan links to the plan', async () => {
  const stages = Array.from({ length: 20 }, () => aStage);
  jobs = [{ ...ended, kind: 'campus', verb: 'plan', undoable: true, stages }];
  open('/tugas/7');
  const plan = await screen.findByRole('link', { name: 'Lihat rencana' });
  expect(plan.getAttribute('href')).toMatch(/^\/selaraskan\?rencana=.*7/);
  expect(screen.queryByRole('button', { name: 'Urungkan' })).toBeNull();
});

describe('of a comparison', () => {
  const compared: Job = {
    ...ended,
    verb: 'compare',
    kind: 'comparison',
    counts: { changed_there: 11, changed_source: 1 },
  };
  const difference = (at: number, outcome: 'changed_there' | 'changed_source') => ({
    key: `26000${at}`,
    parts: [`26000${at}`],
    kind: 'mahasiswa',
    row: String(-at),
    label: `Orang ${at}`,
    outcome,
  });
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

  beforeEach(() => {
    jobs = [compared];
    outcomes = [
      difference(1, 'changed_source'),
      ...Array.from({ length: 11 }, (_, at) => difference(at + 2, 'changed_there')),
    ];
  });

  it('sends chosen rows of several pages again, and then forgets them', async () => {
    open('/tugas/7');
    fireEvent.click(await box('Pilih Orang 2'));
    fireEvent.click(screen.getByRole('button', { name: 'Halaman berikutnya' }));
    fireEvent.click(await box('Pilih Orang 12'));
    fireEvent.click(screen.getByRole('button', { name: 'Kirim ulang 2 yang dipilih' }));
    const dialog = await screen.findByRole('dialog', { name: 'Kirim ulang 2 yang dipilih?' });
    const yes = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Ya' });
    await waitFor(() => expect(yes.disabled).toBe(false));
    fireEvent.click(yes);
    await screen.findByRole('button', { name: 'Kirim ulang yang berbeda' });
    const rows = [
      { kind: 'mahasiswa', row: '-2' },
      { kind: 'mahasiswa', row: '-12' },
    ];
    expect(resent).toMatchObject([{ rows, dry_run: true }, { rows }]);
    expect((await box('Pilih Orang 12')).checked).toBe(false);
  });

  it('has boxes only for rows that can be sent again', async () => {
    open('/tugas/7');
    await box('Pilih Orang 2');
    fireEvent.click(await box('Pilih semua baris di halaman ini'));
    expect(screen.queryByRole('checkbox', { name: 'Pilih Orang 1' })).toBeNull();
    await screen.findByRole('button', { name: 'Kirim ulang 9 yang dipilih' });
    fireEvent.click(screen.getByRole('button', { name: 'Batal pilih' }));
    expect((await box('Pilih Orang 2')).checked).toBe(false);
  });

  it('sends all rows again if none is chosen', async () => {
    open('/tugas/7');
    fireEvent.click(await screen.findByRole('button', { name: 'Kirim ulang yang berbeda' }));
    await screen.findByRole('dialog', { name: 'Kirim ulang yang berbeda?' });
    await waitFor(() => expect(resent).toHaveLength(1));
    expect(resent[0]).not.toHaveProperty('rows');
  });

  it('has no boxes if a later comparison has replaced it', async () => {
    latestComparison = 8;
    open('/tugas/7');
    await screen.findByText('Orang 2');
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Kirim ulang/ })).toBeNull();
  });

  it('has no boxes for a viewer', async () => {
    beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
    updateUser({ name: 'Ratna', username: 'ratna', role: 'viewer' });
    open('/tugas/7');
    await screen.findByText('Orang 2');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Kirim ulang/ })).toBeNull();
  });
});
