// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import type { Login, Sources } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { SourcesScreen } from './SourcesScreen';

const file = { id: 11, file: 'Dosen 2026.csv', actor: 'Ratna', at: '2026-11-21T00:00:00Z', bytes: 1_200 };
const newFile = { ...file, id: 12, file: 'Kelas baru.csv' };
const sources: Sources = {
  largest_upload: 1_000_000,
  roster: { ...file, file: 'sekolah.zip' },
  proposed_roster: { file: { ...file, id: 13, file: 'sekolah baru.zip' }, lists: ['teachers'] },
  lists: [
    {
      list: 'teachers',
      label: 'Pengajar',
      way: 'upload',
      detail: file.file,
      upload: file,
      headings: ['NIDN'],
      missing: [],
      columns: [],
      proposed: null,
    },
    {
      list: 'classes',
      label: 'Kelas',
      way: 'file',
      detail: 'classes.csv',
      upload: null,
      headings: ['Nama'],
      missing: ['nama_kelas'],
      columns: [{ field: 'nama_kelas', needed: true, given: null, heading: null }],
      proposed: { file: newFile, headings: [], missing: [], columns: [] },
    },
  ],
};

/** The calls that change data. */
let called: unknown[][];

async function answer(asked: Request): Promise<Response> {
  const { pathname, search } = new URL(asked.url);
  if (/\/(settings|try|jobs)$/.test(pathname)) return new Promise(() => undefined);
  if (asked.method === 'GET') return Response.json({ msg: 'Success', data: sources });
  const sent = pathname.endsWith('/upload') && asked.method === 'PUT' ? [] : [await asked.json()];
  called.push([asked.method, pathname.replace('/api/v1/api', '') + search, ...sent]);
  return Response.json({ msg: 'Success', data: 'Selesai.' });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  called = [];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <SourcesScreen />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  show(root);
  await screen.findByRole('region', { name: 'Pengajar' });
}

it.each([
  ['.zip', 'oneroster', 'sekolah.zip'],
  ['.csv', 'teachers', 'Dosen.csv'],
])('a corrected file is accepted under the same name: %s', async (ending, list, name) => {
  await open();
  const input = document.querySelector<HTMLInputElement>(`input[type=file][accept^="${ending}"]`);
  if (!input) throw new Error('a field for a file is meant');
  // A browser reports a choice only if the input had another file, or none.
  const put = vi.fn<(value: string) => void>();
  Object.defineProperty(input, 'value', { configurable: true, get: () => '', set: put });
  fireEvent.change(input, { target: { files: [new File(['x'], name)] } });
  const query = new URLSearchParams({ list, file: name, proposed: 'true' });
  await waitFor(() => expect(called).toContainEqual(['PUT', `/sources/upload?${query}`]));
  expect(put).toHaveBeenCalledWith('');
});

it('uses a new file only after it was compared', async () => {
  await open();
  fireEvent.drop(screen.getByRole('region', { name: 'Pengajar' }), {
    dataTransfer: { files: [new File(['x'], 'Dosen.csv')] },
  });
  const query = new URLSearchParams({ list: 'teachers', file: 'Dosen.csv', proposed: 'true' });
  await waitFor(() => expect(called).toEqual([['PUT', `/sources/upload?${query}`]]));
  called = [];
  fireEvent.click(screen.getByRole('button', { name: 'Bandingkan dan pakai' }));
  await screen.findByRole('dialog', { name: 'Pakai berkas Kelas baru.csv untuk Kelas?' });
  await waitFor(() =>
    expect(called).toEqual([
      ['POST', '/sources/accept', { list: 'classes', upload: 12, name: '', dry_run: true }],
    ]),
  );
});

it('compares each list of a new OneRoster file', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Bandingkan Pengajar' }));
  await screen.findByRole('dialog', { name: 'Pakai berkas sekolah baru.zip untuk Pengajar?' });
  await waitFor(() => expect(called).toHaveLength(1));
  expect(called[0]?.[2]).toEqual({ list: 'teachers', upload: 13, name: '', dry_run: true });
});

it.each([
  ['Hapus berkas', 'teachers', 'Hapus berkas Dosen 2026.csv dari daftar Pengajar?'],
  ['Hapus OneRoster', 'oneroster', 'Hapus OneRoster sekolah.zip?'],
])('asks before a file is deleted: %s', async (button, list, question) => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: question });
  const no = screen.getByRole('button', { name: 'Tidak' });
  await waitFor(() => expect(document.activeElement).toBe(no));
  expect(called).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  await waitFor(() => expect(called).toEqual([['DELETE', '/sources/upload', { list, name: '' }]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks for the column headings of a file in the folder, too', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Petakan kolom Kelas' }));
  const choice = await screen.findByLabelText('nama_kelas (wajib)');
  fireEvent.change(choice, { target: { value: 'Nama' } });
  fireEvent.click(screen.getByRole('button', { name: 'Simpan' }));
  const body = { list: 'classes', headings: { nama_kelas: 'Nama' }, proposed: false, name: '' };
  await waitFor(() => expect(called).toEqual([['PUT', '/sources/headings', body]]));
});

it.each([
  ['an administrator', 'administrator', 1],
  ['a viewer', 'viewer', 0],
] as const)('takes a file that is dropped on a list: from %s', async (_, role, files) => {
  beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
  updateUser({ name: 'Ratna', username: 'ratna', role });
  await open();
  const list = screen.getByRole('region', { name: 'Kelas' });
  fireEvent.dragOver(list);
  expect(list.hasAttribute('data-over')).toBe(files > 0);
  // Otherwise the browser would open the file in place of the page.
  expect(fireEvent.drop(list, { dataTransfer: { files: [new File(['x'], 'Dosen.csv')] } })).toBe(false);
  await waitFor(() => expect(called).toHaveLength(files));
});
