// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import type { Login, Renumbering } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { RenumberScreen } from './RenumberScreen';

const pair = (from: string, to: string, name: string): Renumbering => ({
  kind: 'mahasiswa',
  label: name,
  from: { number: from, name, email: `${from}@kampus.example`, classes: ['Algoritma A'] },
  to: { number: to, name, email: `${to}@kampus.example`, classes: ['Algoritma A', 'Kalkulus B'] },
  same: ['name'],
});

let pairs: Renumbering[];
let sent: { path: string; body: unknown }[];

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === 'POST') sent.push({ path: pathname, body: await request.json() });
  if (pathname.endsWith('/people/renumberings')) return Response.json({ msg: 'Success', data: pairs });
  if (pathname.endsWith('/dismiss')) {
    pairs = [];
    return Response.json({ msg: 'Success', data: 'Dicatat.' });
  }
  return new Promise(() => undefined);
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  pairs = [pair('77001', '88001', 'Ani Kembar'), pair('77002', '88002', 'Budi Santoso')];
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
        <RenumberScreen />
      </ConfirmProvider>
    </JobsProvider>
  );
  show(createRootRoute({ component }));
}

it('shows both numbers side by side and marks what is the same', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Ani Kembar 77001 → 88001' });
  const row = (name: string) => within(table).getByRole('row', { name: new RegExp(`^${name}`) });
  expect(row('Nomor').textContent).toBe('Nomor7700188001');
  expect(row('Nama').textContent).toContain('sama');
  expect(row('Email').textContent).not.toContain('sama');
  expect(row('Kelas').textContent).toContain('Kalkulus B');
});

it('asks with the plan before a number changes', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: /^Orang yang sama.*Ani Kembar/ }));
  await screen.findByRole('dialog', { name: 'Ganti nomor Ani Kembar dari 77001 menjadi 88001?' });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: '/api/v1/api/people/mahasiswa/77001/renumber',
    body: { to: '88001', dry_run: true },
  });
});

it('dismisses several pairs at once and shows the empty state', async () => {
  open();
  for (const name of ['Pilih Ani Kembar 77001 → 88001', 'Pilih Budi Santoso 77002 → 88002']) {
    fireEvent.click(await screen.findByLabelText(name));
  }
  fireEvent.click(screen.getByRole('button', { name: 'Orang yang berbeda (2)' }));
  await screen.findByText('Tidak ada nomor yang tampaknya berganti.');
  expect(sent).toEqual([
    {
      path: '/api/v1/api/people/renumberings/dismiss',
      body: {
        name: 'Ratna',
        pairs: [
          { kind: 'mahasiswa', from: '77001', to: '88001' },
          { kind: 'mahasiswa', from: '77002', to: '88002' },
        ],
      },
    },
  ]);
});

it('has no actions for a viewer', async () => {
  updateUser({ name: 'Ratna', username: 'ratna', role: 'viewer' });
  open();
  await screen.findByRole('table', { name: 'Ani Kembar 77001 → 88001' });
  expect(screen.queryByRole('button', { name: /^Orang yang/ })).toBeNull();
});
