// @vitest-environment jsdom
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import type { Candidate, Login, Match, MatchesScan, ServerPlan } from '../api/client';
import { ToastStack } from '../message/ToastStack';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { MatchesScreen } from './MatchesScreen';

const candidate = (platform_id: number, name: string, part: Partial<Candidate> = {}): Candidate => ({
  platform_id,
  name,
  label: 'Siti Rahayu',
  email: `${name}@kampus.example`,
  idnumber: '',
  held_by: '',
  ...part,
});
const match = (key: string, label: string, candidates: Candidate[]): Match => ({
  kind: 'mahasiswa',
  key,
  label,
  state: 'ambiguous',
  make_new: false,
  reason: `Alamat ${label} sudah dipakai.`,
  candidates,
});
const plan: ServerPlan = {
  counts: { create: 0, update: 1, unchanged: 0, missing: 0, waiting: 0, conflicts: 0, leaving: 0, moved: 0 },
  rows: {
    create: [],
    update: [
      {
        key: '260001',
        parts: ['260001'],
        label: 'Siti Rahayu',
        changes: [{ field: 'email', from: 'siti.lama@kampus.example', to: 'siti@kampus.example' }],
      },
    ],
    unchanged: [],
    missing: [],
    waiting: [],
    conflicts: [],
    leaving: [],
    moved: [],
  },
  first: [],
  notes: [],
  besides: 0,
  token: 'x',
};

const counts = (state: Match['state'], rows: number) => ({ kind: 'mahasiswa', state, rows });

let scan: MatchesScan;
let matches: Match[];
let planned: ServerPlan;
let decided: Match[];
let failing: boolean;
let asked: string[];
let sent: { method: string; body: Record<string, unknown> }[];

async function answer(request: Request): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url);
  if (pathname.endsWith('/platform/matches/scan') && request.method === 'GET') {
    return Response.json({ msg: 'Success', data: scan });
  }
  if (pathname.endsWith('/platform/matches/hold')) {
    const body = await request.json();
    sent.push({ method: request.method, body });
    scan = { ...scan, holds: body.holds };
    return Response.json({ msg: 'Success', data: 'Tidak lagi ditahan.' });
  }
  if (!pathname.endsWith('/platform/matches')) return new Promise(() => undefined);
  if (request.method === 'GET') {
    asked.push(search);
    if (failing) return Response.json({ msg: 'Error', data: 'Database terkunci.' }, { status: 500 });
    const [page, perPage] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    const data = matches.slice(page * perPage, (page + 1) * perPage);
    return Response.json({ msg: 'Success', data, total: matches.length });
  }
  const body = await request.json();
  sent.push({ method: request.method, body });
  if (body.dry_run) return Response.json({ msg: 'Success', data: planned });
  const isNamed = ({ key }: Match) => body.pairs.some((pair: { key: string }) => pair.key === key);
  if (request.method === 'DELETE') {
    matches = [...decided.filter(isNamed), ...matches];
    return Response.json({ msg: 'Success', data: 'Pilihan dicabut.' });
  }
  decided = matches.filter(isNamed);
  matches = matches.filter((each) => !isNamed(each));
  return Response.json({ msg: 'Success', data: 'Pilihan dicatat.' });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  scan = { job: null, holds: true, counts: [counts('ambiguous', 2), counts('proposed', 3)] };
  matches = [
    match('260001', 'Siti Rahayu', [
      candidate(41, 'siti.lama'),
      candidate(42, '260001', { held_by: 'Mahasiswa 260002' }),
    ]),
    match('260003', 'Budi Santoso', []),
  ];
  planned = plan;
  decided = [];
  failing = false;
  asked = [];
  sent = [];
  vi.stubGlobal('fetch', answer);
  beginSession({ user: { username: 'ratna', name: 'Ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function open(path = '/cocokkan') {
  const root = createRootRoute({ component: Outlet });
  const app = createRoute({
    getParentRoute: () => root,
    id: 'app',
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <main id="isi" tabIndex={-1}>
            <Outlet />
          </main>
          <ToastStack />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  const screenRoute = createRoute({ getParentRoute: () => app, path: '/cocokkan', component: MatchesScreen });
  return show(root.addChildren([app.addChildren([screenRoute])]), path);
}

const choose = () => screen.findByRole('button', { name: 'Pilih siti.lama untuk Siti Rahayu 260001' });

async function agree(question: string) {
  const dialog = await screen.findByRole('dialog', { name: question });
  const yes = within(dialog).getByRole('button', { name: 'Ya' });
  await waitFor(() => expect(yes.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(yes);
}

it('shows each candidate and marks what equals the row', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Yang mungkin milik Siti Rahayu 260001' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .slice(1);
  const [old, held] = cells.map((row) => row.map((cell) => cell.textContent));
  expect(old).toEqual(['siti.lama', 'Siti Rahayu sama', 'siti.lama@kampus.example', '-', 'Pilih']);
  expect(held?.[0]).toBe('260001 sama');
  expect(held?.[4]).toBe('Milik Mahasiswa 260002');
  expect(screen.getByText('Alamat Siti Rahayu sudah dipakai.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Siti Rahayu' }).getAttribute('href')).toBe(
    '/orang/mahasiswa/260001',
  );
});

it('asks with the fields that the next export overwrites', async () => {
  open();
  fireEvent.click(await choose());
  const dialog = await screen.findByRole('dialog', {
    name: 'Kaitkan Siti Rahayu 260001 dengan siti.lama?',
  });
  fireEvent.click(await within(dialog).findByRole('button', { name: '1 diperbarui' }));
  expect(within(dialog).getByText(/siti\.lama@kampus\.example/).parentElement?.textContent).toContain(
    'Email: siti.lama@kampus.example → siti@kampus.example',
  );
  expect(sent).toMatchObject([
    {
      method: 'POST',
      body: { pairs: [{ kind: 'mahasiswa', key: '260001', platform_id: 41 }], dry_run: true },
    },
  ]);
});

it('says that nothing is overwritten, not that nothing is done', async () => {
  planned = { ...plan, counts: { ...plan.counts, update: 0, unchanged: 1 } };
  open();
  fireEvent.click(await choose());
  await screen.findByText('Tidak ada isian yang akan ditimpa.');
  expect(screen.queryByText('Tidak ada yang perlu dikerjakan.')).toBeNull();
});

it('focuses the next card after a choice, which can be undone', async () => {
  open();
  const button = await choose();
  button.focus();
  fireEvent.click(button);
  await agree('Kaitkan Siti Rahayu 260001 dengan siti.lama?');
  await screen.findByText('Pilihan dicatat.');
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Budi Santoso/));
  expect(document.activeElement?.tagName).toBe('LI');
  expect(sent[1]?.body).toEqual({
    pairs: [{ kind: 'mahasiswa', key: '260001', platform_id: 41 }],
    name: 'Ratna',
  });
  fireEvent.click(screen.getByRole('button', { name: 'Urungkan' }));
  await choose();
  expect(sent[2]).toEqual({
    method: 'DELETE',
    body: { pairs: [{ kind: 'mahasiswa', key: '260001' }], name: 'Ratna' },
  });
});

it('focuses the content once the last card is gone', async () => {
  matches = matches.slice(0, 1);
  open();
  const button = await choose();
  button.focus();
  fireEvent.click(button);
  await agree('Kaitkan Siti Rahayu 260001 dengan siti.lama?');
  await screen.findByText('Tidak ada yang perlu dipilih.');
  await waitFor(() => expect(document.activeElement?.id).toBe('isi'));
});

it('advises another export for a row without candidates', async () => {
  open();
  await screen.findByText('Tidak ada lagi akun di Moodle yang menghalangi. Export lagi data orang ini.');
});

it('keeps the page and the kind in the address', async () => {
  matches = Array.from({ length: 12 }, (_, at) => match(`27000${at}`, `Orang ${at}`, []));
  const router = open('/cocokkan?kind=mahasiswa');
  await screen.findByText('1–10 dari 12');
  expect(asked).toEqual(['?page=0&per_page=10&kind=mahasiswa&state=ambiguous']);
  fireEvent.click(screen.getByRole('button', { name: 'Halaman berikutnya' }));
  await screen.findByRole('heading', { name: /^Orang 11/ });
  expect(router.state.location.search).toEqual({ page: '1', kind: 'mahasiswa' });
  matches = [];
  fireEvent.click(screen.getByRole('button', { name: /^Punya usulan/ }));
  await screen.findByText('Tidak ada usulan.');
  expect(router.state.location.search).toEqual({ kind: 'mahasiswa', state: 'proposed' });
  fireEvent.click(screen.getByRole('button', { name: 'Hapus pencarian dan filter' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'proposed' }));
});

it('says why it could not load, and tries again', async () => {
  failing = true;
  open();
  await screen.findByText('Database terkunci.');
  failing = false;
  fireEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
  await choose();
});

it('shows a viewer everything but the choice', async () => {
  updateUser({ name: 'Ratna', username: 'ratna', role: 'viewer' });
  open();
  await screen.findByRole('table', { name: /Siti Rahayu/ });
  expect(screen.queryByRole('button', { name: /^Pilih/ })).toBeNull();
  expect(screen.getByText('Milik Mahasiswa 260002')).toBeTruthy();
});

it('turns the candidates into lines on a phone', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  open();
  await choose();
  const lines = screen.getByRole('list', { name: 'Yang mungkin milik Siti Rahayu 260001' });
  expect(lines.textContent).toContain('Emailsiti.lama@kampus.example');
  expect(screen.queryByRole('table')).toBeNull();
});

it('accepts all proposals of a kind after their plan', async () => {
  matches = [{ ...match('260005', 'Ani', [candidate(43, '260005')]), state: 'proposed' }];
  open('/cocokkan?kind=mahasiswa&state=proposed');
  fireEvent.click(await screen.findByRole('button', { name: 'Terima semua usulan' }));
  await agree('Terima semua usulan Mahasiswa?');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toMatchObject([
    { all: true, state: 'proposed', kind: 'mahasiswa', dry_run: true },
    { all: true, state: 'proposed', kind: 'mahasiswa' },
  ]);
});

it('makes a new one for a row, and withdraws that', async () => {
  matches = [match('260001', 'Siti Rahayu', [candidate(41, 'siti.lama')])];
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Buat baru untuk Siti Rahayu 260001' }));
  await agree('Buat yang baru untuk Siti Rahayu 260001?');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toMatchObject({ pairs: [{ kind: 'mahasiswa', key: '260001', make_new: true }] });
  cleanup();
  matches = [{ ...match('260001', 'Siti Rahayu', []), state: 'none', make_new: true }];
  open('/cocokkan?state=none');
  await screen.findByText('Akan dibuat baru');
  expect(screen.getByRole('button', { name: 'Batalkan keputusan untuk Siti Rahayu 260001' })).toBeTruthy();
});

it('counts the states, and holds back undecided rows or not', async () => {
  open();
  const ambiguous = await screen.findByRole('button', { name: 'Perlu dipilih: 2' });
  expect(ambiguous.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: 'Punya usulan: 3' })).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Tahan export baris yang belum diputuskan' }));
  await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', body: { holds: false } }]));
});
