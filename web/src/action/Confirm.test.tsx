// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '../api/client';
import { ToastStack } from '../message/ToastStack';
import { closeToast, useToasts } from '../message/toasts';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { ConfirmProvider, useConfirm } from './Confirm';
import { JobsProvider } from './Jobs';
import { aJob } from './job.fixture';
import type { ActionRequest } from './request';

const request: ActionRequest = {
  verb: 'sync',
  call: { method: 'POST', path: '/api/v1/api/kelas/sync' },
  body: {},
  question: 'Lakukan sinkronisasi data Kelas?',
  notes: [],
};

/** The plans that the server returns in turn, and the last state of the job after each Ya. */
let plans: { token: string; create: number; update?: number }[];
let ends: Partial<Job>[];
let bodies: Record<string, unknown>[];

async function answer(asked: Request | string): Promise<Response> {
  const address = typeof asked === 'string' ? asked : asked.url;
  if (address.endsWith('/settings')) return new Promise(() => undefined);
  // Without an event stream, the job itself is requested.
  if (address.endsWith('/events')) return new Response(null, { status: 404 });
  if (/\/jobs\/\d+$/.test(address))
    return Response.json({ msg: 'Success', data: { ...aJob, ...ends.shift() } });
  const body = (await (asked as Request).json()) as Record<string, unknown>;
  if (!body.dry_run) {
    bodies.push(body);
    return Response.json({ msg: 'Success', data: 'Diterima', job: aJob }, { status: 202 });
  }
  const { token, create, update = 0 } = plans.shift() ?? { token: '', create: 0 };
  const counts = { create, update, leaving: 0, moved: 0, unchanged: 0, missing: 0, conflicts: 0 };
  const rows = { create: [], update: [], leaving: [], moved: [], missing: [], conflicts: [] };
  return Response.json({ msg: 'Success', data: { token, counts, rows, notes: [], besides: 0 } });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  bodies = [];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Asking({ request }: { request: ActionRequest }) {
  const ask = useConfirm();
  // Toasts outlive the page that created them.
  const toasts = useToasts();
  const clear = () => {
    for (const { id } of toasts) closeToast(id);
  };
  return (
    <>
      <button type="button" onClick={() => ask(request)}>
        Tanya
      </button>
      <button type="button" onClick={clear}>
        Bersihkan
      </button>
      <ToastStack />
    </>
  );
}

async function ask(asked = request): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <Asking request={asked} />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  show(root);
  fireEvent.click(await screen.findByText('Bersihkan'));
  fireEvent.click(await screen.findByText('Tanya'));
}

const moved: Partial<Job> = { state: 'failed', failure: 'moved', message: 'Data sudah berubah.' };
const done: Partial<Job> = { state: 'done', message: 'Sinkronisasi data Kelas: 6 baru.' };

it('asks again with a new plan if the data has changed', async () => {
  plans = [
    { token: 'satu', create: 12 },
    { token: 'dua', create: 6 },
  ];
  ends = [moved, done];
  await ask();
  await screen.findByText('12 baru');
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  await screen.findByText('6 baru');
  expect(screen.getByRole('alert').textContent).toContain('Data sudah berubah sejak rencana tadi dihitung');
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  await screen.findByText('Sinkronisasi data Kelas: 6 baru.');
  expect(bodies.map(({ plan }) => plan)).toEqual(['satu', 'dua']);
});

it('offers a closed question again by a toast', async () => {
  plans = [
    { token: 'satu', create: 12 },
    { token: 'dua', create: 6 },
  ];
  let end: () => void = () => undefined;
  const pause = new Promise<void>((resolve) => {
    end = resolve;
  });
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    if (String(typeof asked === 'string' ? asked : asked.url).endsWith('/events')) await pause;
    return answer(asked);
  });
  ends = [moved];
  await ask();
  await screen.findByText('12 baru');
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Jalankan di latar' }));
  end();
  const newPlan = await screen.findByRole('button', { name: 'Lihat rencana baru' });
  expect(screen.queryByText('6 baru')).toBeNull();
  fireEvent.click(newPlan);
  await screen.findByText('6 baru');
});

it('undoes a recent deletion with one tap', async () => {
  plans = [{ token: 'satu', create: 6 }];
  ends = [{ ...done, verb: 'delete', undoable: true }];
  await ask();
  await screen.findByText('6 baru');
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  await screen.findByRole('button', { name: 'Urungkan' });
  const fetchMock = vi.fn<(asked: Request | string) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetchMock);
  ends = [{ ...done, undone_by: 2, undoable: true }];
  fireEvent.click(screen.getByRole('button', { name: 'Urungkan' }));
  await waitFor(() => expect(fetchMock).toHaveBeenCalled());
  const first = fetchMock.mock.calls[0]?.[0];
  expect(typeof first === 'string' ? first : first?.url).toMatch(/\/jobs\/1\/undo$/);
});

it('asks before any other undo, with the number of rows', async () => {
  plans = [
    { token: 'satu', create: 6 },
    { token: '', create: 0, update: 5 },
  ];
  ends = [{ ...done, undoable: true }];
  await ask();
  await screen.findByText('6 baru');
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Urungkan' }));
  const dialog = await screen.findByRole('dialog', { name: 'Urungkan Sync Kelas?' });
  await within(dialog).findByText('5 akan dikembalikan ke keadaan sebelumnya');
  expect(document.activeElement?.textContent).toBe('Tidak');
  expect(bodies).toHaveLength(1);
  ends = [{ ...done, verb: 'undo', undo_of: 1 }];
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ya' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  // A direct call has no plan to send.
  expect(bodies[1]).toEqual({ name: '' });
});

it('offers to restore what a direct call deleted', async () => {
  const called: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    if (typeof asked === 'string' || asked.url.endsWith('/settings')) return answer(asked);
    const path = new URL(asked.url).pathname;
    called.push([path, await asked.json()]);
    const data = path.endsWith('/restore') ? 'User Budi dikembalikan.' : 'User Budi dihapus.';
    return Response.json({ msg: 'Success', data });
  });
  await ask({
    verb: 'delete',
    call: { method: 'DELETE', path: '/api/v1/api/user/delete' },
    body: { id: 4 },
    question: 'Hapus user Budi?',
    notes: [],
    direct: true,
    undo: { call: { method: 'POST', path: '/api/v1/api/user/restore' }, body: { id: 4 } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ya' }));
  await screen.findByText('User Budi dihapus.');
  fireEvent.click(screen.getByRole('button', { name: 'Urungkan' }));
  await screen.findByText('User Budi dikembalikan.');
  expect(screen.queryByRole('button', { name: 'Urungkan' })).toBeNull();
  expect(called).toMatchObject([
    ['/api/v1/api/user/delete', { id: 4 }],
    ['/api/v1/api/user/restore', { id: 4 }],
  ]);
});
