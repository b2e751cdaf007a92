// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import type { PageLink } from '../action/request';
import type { Login, Row } from '../api/client';
import { kelas } from '../kinds/kelas';
import { mahasiswa } from '../kinds/mahasiswa';
import { mengajar } from '../kinds/mengajar';
import { ToastStack } from '../message/ToastStack';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { type RawAddress, readKindAddress } from './address';
import type { ListDeclaration } from './declaration';
import { ListScreen } from './ListScreen';

/** The rows of both lists. */
let rows: Row[];

/** A line of the list of people. */
const student = (id: number, NPK: string, rows: number) => ({
  id,
  NPK,
  number: NPK,
  nama_lengkap: `Ani ${NPK}`,
  programs: [],
  rows: Array.from({ length: rows }, (_, at) => id * 10 + at),
  enrolments: rows,
  classes: [],
  attention: [],
});

async function answer(requestCount: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(requestCount.url);
  if (/\/(settings|summary)$/.test(pathname)) return new Promise(() => undefined);
  if (pathname.endsWith('/jobs')) return Response.json({ msg: 'Success', data: [] });
  const size = Number(searchParams.get('per_page')) || rows.length;
  const from = Number(searchParams.get('page')) * size;
  return Response.json({ msg: 'Success', data: rows.slice(from, from + size), total: rows.length });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
const wide = window.matchMedia;
beforeEach(() => {
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  endSession();
  window.matchMedia = wide;
  vi.unstubAllGlobals();
});

/** Opens a list. `opened` is told each page that opens in the side panel. */
function open(list: ListDeclaration, raw: RawAddress = {}, opened?: (to: string) => void): void {
  function Listed() {
    const [address, setAddress] = useState(() => readKindAddress(list, raw));
    const [panel, setPanel] = useState<PageLink | null>(null);
    const onPanel = (page: PageLink) => {
      opened?.(page.to);
      setPanel(page);
    };
    const side = opened && { panel, onPanel };
    return <ListScreen list={list} address={address} onAddress={setAddress} {...side} />;
  }
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <Listed />
          <ToastStack />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  show(root);
}

function signIn(role: 'administrator' | 'viewer'): void {
  beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
  updateUser({ name: 'Ratna', username: 'ratna', role });
}

describe('choosing all matching rows', () => {
  const tick = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

  async function chooseAll(): Promise<void> {
    rows = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, nama_mata_kuliah: `Kuliah ${at + 1}` }));
    open(kelas.list);
    await tick('Pilih Kuliah 1');
    fireEvent.click(await tick('Pilih semua baris di halaman ini'));
    fireEvent.click(screen.getByRole('button', { name: 'Pilih semua 12 baris yang cocok' }));
    fireEvent.click(screen.getByRole('button', { name: 'Halaman berikutnya' }));
    await tick('Pilih Kuliah 11');
  }

  it('selects them on every page', async () => {
    await chooseAll();
    for (const name of ['Kuliah 11', 'Kuliah 12', 'semua baris di halaman ini']) {
      expect((await tick(`Pilih ${name}`)).checked).toBe(true);
    }
    expect(screen.getByText('12 baris dipilih')).toBeTruthy();
  });

  it('shrinks to the rest of the page if one is removed', async () => {
    await chooseAll();
    fireEvent.click(await tick('Pilih Kuliah 11'));
    const said = screen.getByText(/^1 baris dipilih/);
    expect(said.getAttribute('role')).toBe('status');
    expect(said.textContent).toContain('Baris di halaman lain tidak ikut.');
    expect((await tick('Pilih Kuliah 12')).checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Hapus (1)' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Halaman sebelumnya' }));
    expect((await tick('Pilih Kuliah 1')).checked).toBe(false);
    fireEvent.click(await tick('Pilih Kuliah 1'));
    expect(screen.getByText('2 baris dipilih').textContent).toBe('2 baris dipilih');
  });
});

it('shows row counts with a plus if there are more', async () => {
  rows = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, nama_mata_kuliah: `Kuliah ${at + 1}` }));
  vi.stubGlobal('fetch', async (request: Request) => {
    const answered = await answer(request);
    if (!/\/(kelas\/get|source\/classes)$/.test(new URL(request.url).pathname)) return answered;
    return Response.json({ ...((await answered.json()) as object), more: true });
  });
  open(kelas.list, { q: 'kuliah' });
  await screen.findByLabelText('Pilih Kuliah 1');
  fireEvent.click(screen.getByLabelText('Pilih semua baris di halaman ini'));
  fireEvent.click(screen.getByRole('button', { name: 'Pilih semua 12+ baris yang cocok' }));
  expect(screen.getByText('12+ baris dipilih')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hapus (12+)' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'OCAS 12+',
      'Dashboard 12+',
    ]),
  );
});

describe('the reason of a failed row', () => {
  const reason = 'Kode kelas sudah dipakai di Moodle.';
  beforeEach(() => {
    rows = [{ id: 1, nama_mata_kuliah: 'Algoritma', migration: 'gagal', migration_reason: reason }];
  });

  it('has a column in the table of failed rows', async () => {
    open(kelas.list, { migration: 'gagal' });
    await screen.findByRole('cell', { name: reason });
    expect(screen.getByRole('columnheader', { name: 'Alasan' })).toBeTruthy();
  });

  it('has no column in the table of all rows', async () => {
    open(kelas.list);
    await screen.findByText('Algoritma');
    expect(screen.queryByRole('columnheader', { name: 'Alasan' })).toBeNull();
  });

  it('is on the card', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: true });
    open(kelas.list);
    expect((await screen.findByText(reason)).closest('li')).toBeTruthy();
  });

  it('is read out to a viewer, who has no button', async () => {
    signIn('viewer');
    open(kelas.list);
    expect((await screen.findByText('gagal')).textContent).toBe(`gagal. ${reason}`);
  });
});

it('requests the matching source rows once despite many clicks', async () => {
  rows = [{ jadwal_kuliah_detail_id: '9', nama_mata_kuliah: 'Algoritma' }];
  let requestCount = 0;
  let come: () => void = () => undefined;
  const pause = new Promise<void>((resolve) => {
    come = resolve;
  });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/sync')) return new Promise(() => undefined);
    if (pathname.endsWith('/source/classes') && !searchParams.has('page')) {
      requestCount += 1;
      await pause;
    }
    return answer(request);
  });
  open(kelas.list, { tab: 'source', q: 'algo' });
  await screen.findByText('Algoritma');
  const sync = screen.getByRole('button', { name: 'Sync Data' });
  fireEvent.click(sync);
  fireEvent.click(sync);
  await waitFor(() => expect(sync.hasAttribute('data-loading')).toBe(true));
  come();
  await screen.findByRole('dialog', { name: 'Lakukan sinkronisasi data Kelas?' });
  expect(requestCount).toBe(1);
});

it('Sync without a class explains itself to screen readers and touch', async () => {
  rows = [student(1, '77001', 1)];
  open(mahasiswa.list);
  await screen.findByText('Ani 77001');
  const sync = screen.getByRole('button', { name: 'Sync Data' });
  expect(sync.getAttribute('aria-disabled')).toBe('true');
  expect(sync.getAttribute('aria-description')).toBe('Pilih kelas dahulu untuk sync');
  fireEvent.click(sync);
  const said = await screen.findByText('Pilih kelas dahulu untuk sync');
  expect(said.closest('[role=status]')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Tutup pesan' }));
});

it.each([
  ['an administrator', 'administrator', 2],
  ['a viewer', 'viewer', 0],
] as const)('both tables have row actions only for administrators: %s', async (_, role, tables) => {
  rows = [{ id: 1, nama_mata_kuliah: 'Algoritma', kelas_id: 'IF101-A', nik: '1970', enroll: 'belum' }];
  signIn(role);
  open(mengajar.list, { teacher: 'Siti Rahayu', nik: '1970' });
  await waitFor(() => expect(screen.getAllByText('Algoritma')).toHaveLength(2));
  expect(screen.queryAllByRole('columnheader', { name: 'Aksi' })).toHaveLength(tables);
  expect(screen.queryAllByRole('button', { name: /^(Hapus|Sync baris ini)/ })).toHaveLength(tables);
});

describe('the side panel', () => {
  beforeEach(() => {
    // jsdom lays nothing out, so it cannot scroll.
    Element.prototype.scrollIntoView = () => undefined;
    rows = [student(1, '77001', 2), student(2, '77002', 1)];
  });

  it('opens by name or Enter, and leaves clicks for a new tab alone', async () => {
    const opened = vi.fn();
    open(mahasiswa.list, {}, opened);
    const [link] = await screen.findAllByRole('link', { name: 'Ani 77001' });
    expect(link?.getAttribute('href')).toBe('/orang/mahasiswa/77001');
    fireEvent.click(link as HTMLElement, { ctrlKey: true });
    expect(opened).not.toHaveBeenCalled();
    fireEvent.click(link as HTMLElement);
    expect(opened).toHaveBeenLastCalledWith('/orang/mahasiswa/77001');
    const last = screen.getByRole('link', { name: 'Ani 77002' }).closest('tr');
    last?.focus();
    fireEvent.keyDown(last as HTMLElement, { key: 'Enter' });
    expect(opened).toHaveBeenLastCalledWith('/orang/mahasiswa/77002');
  });

  it('moves from person to person with j and k', async () => {
    const opened = vi.fn();
    open(mahasiswa.list, {}, opened);
    const [link] = await screen.findAllByRole('link', { name: 'Ani 77001' });
    fireEvent.click(link as HTMLElement);
    await waitFor(() => expect(document.querySelectorAll('[data-open]')).toHaveLength(1));
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(opened).toHaveBeenLastCalledWith('/orang/mahasiswa/77002');
    await waitFor(() => expect(document.querySelectorAll('[data-open]')).toHaveLength(1));
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(opened).toHaveBeenLastCalledWith('/orang/mahasiswa/77001');
  });
});
