// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import type { Login, UndecidedMatch } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { MatchesScreen } from './MatchesScreen';

const account = (platform_id: number, name: string, held_by = '') => ({
  platform_id,
  name,
  label: 'Ani Lama',
  email: `${name}@kampus.example`,
  idnumber: '77001',
  held_by,
});

let people: UndecidedMatch[];
let sent: { method: string; path: string; body: unknown }[];

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const success = (data: unknown) => Response.json({ msg: 'Success', data, total: people.length });
  if (request.method !== 'GET') {
    const body = await request.json();
    sent.push({ method: request.method, path: pathname, body });
    if (body.dry_run) return new Promise(() => undefined);
  }
  return pathname.endsWith('/platform/matches') ? success(people) : new Promise(() => undefined);
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  people = [
    {
      kind: 'mahasiswa',
      key: '77001',
      label: 'Ani Kembar',
      reason: 'Beberapa akun memakai nomor 77001.',
      candidates: [account(5, 'ani'), account(6, 'ani.lain', 'Mahasiswa 77002')],
    },
    { kind: 'pengajar', key: '1970', label: 'Budi', reason: 'Email sudah dipakai.', candidates: [] },
  ];
  sent = [];
  vi.stubGlobal('fetch', answer);
  beginSession({ user: { username: 'ratna', name: 'Ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

function open(): void {
  const component = () => (
    <JobsProvider>
      <ConfirmProvider>
        <MatchesScreen />
      </ConfirmProvider>
    </JobsProvider>
  );
  show(createRootRoute({ component }));
}

it('shows each person with the accounts, and which one is taken', async () => {
  open();
  const accounts = await screen.findByRole('list', { name: 'Akun yang mungkin milik Ani Kembar (77001)' });
  const [free, taken] = within(accounts).getAllByRole('listitem');
  expect(free?.textContent).toBe('ani Ani Lamaani@kampus.example · idnumber 77001Pilih');
  expect(taken?.textContent).toContain('Akun Mahasiswa 77002');
  expect(within(taken as HTMLElement).queryByRole('button')).toBeNull();
  expect(screen.getByText(/Tidak ada lagi akun di Moodle yang menghalangi/)).toBeTruthy();
});

it('asks with the plan before an account is chosen', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pilih akun ani untuk Ani Kembar (77001)' }));
  await screen.findByRole('dialog', { name: 'Jadikan ani akun Ani Kembar (77001)?' });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/api/v1/api/platform/matches',
    body: { pairs: [{ kind: 'mahasiswa', key: '77001', platform_id: 5 }], dry_run: true },
  });
});

it('says that no account has to be chosen', async () => {
  people = [];
  open();
  await screen.findByText('Tidak ada akun yang perlu dipilih.');
});

it('has no buttons for a viewer', async () => {
  updateUser({ name: 'Ratna', username: 'ratna', role: 'viewer' });
  open();
  await screen.findByRole('list', { name: 'Akun yang mungkin milik Ani Kembar (77001)' });
  expect(screen.queryByRole('button', { name: /^Pilih akun/ })).toBeNull();
});
