// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerPlan } from '../api/client';
import { startTexts } from '../texts/i18n';
import { ConfirmDialog } from './ConfirmDialog';
import type { ActionRequest, Confirmation, LeavingChoice } from './request';

const answered = vi.fn<(request: Request) => Promise<Response>>();

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  answered.mockReset();
  vi.stubGlobal('fetch', (request: Request) => answered(request));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const request: ActionRequest = {
  verb: 'delete',
  call: { method: 'DELETE', path: '/api/v1/api/matakuliah/delete_all' },
  body: {},
  question: 'Lakukan penghapusan data Mata Kuliah di dashboard?',
  notes: [],
};
const counts = {
  create: 0,
  update: 0,
  leaving: 0,
  moved: 0,
  unchanged: 0,
  missing: 1284,
  waiting: 0,
  conflicts: 0,
};
const plan: ServerPlan = {
  token: 'rencana-1',
  counts,
  first: [],
  notes: [],
  besides: 0,
  rows: {
    create: [],
    update: [],
    leaving: [],
    moved: [],
    unchanged: [],
    missing: [],
    waiting: [],
    conflicts: [],
  },
};
const guard = {
  name: 'Mata Kuliah',
  reason: 'Tindakan ini menghapus 1.284 dari 1.284 baris (100 persen).',
};

function ask(of: ActionRequest = request, notice?: string) {
  const chosen = vi.fn<(leaving: LeavingChoice) => void>();
  const agreed = vi.fn<(agreed: Confirmation) => void>();
  const together = vi.fn<(together: ActionRequest) => void>();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ConfirmDialog
          request={of}
          round={1}
          notice={notice}
          job={undefined}
          open
          sending={false}
          onLeaving={chosen}
          onNo={() => undefined}
          onWithParents={together}
          onYes={agreed}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return Object.assign(agreed, { chosen, together });
}

/** Answers the request for the plan. The request for the installation's names stays open. */
function planned(body: unknown, status = 200) {
  answered.mockImplementation((asked) =>
    asked.url.endsWith('/settings')
      ? new Promise(() => undefined)
      : Promise.resolve(Response.json(body, { status })),
  );
}

const yes = () => screen.getByRole('button', { name: 'Ya' });
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

describe('the question', () => {
  it('accepts Ya only with its plan, and sends the shown plan', async () => {
    let arrive: (response: Response) => void = () => undefined;
    answered.mockImplementation((asked) =>
      asked.url.endsWith('/settings')
        ? new Promise(() => undefined)
        : new Promise((resolve) => {
            arrive = resolve;
          }),
    );
    const agreed = ask();
    expect(isOff(yes())).toBe(true);
    fireEvent.click(yes());
    expect(agreed).not.toHaveBeenCalled();
    await waitFor(() => expect(answered).toHaveBeenCalled());
    arrive(Response.json({ msg: 'Success', data: plan }));
    await screen.findByText('1.284 akan dihapus');
    expect(isOff(yes())).toBe(false);
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledExactlyOnceWith({ plan: 'rencana-1', confirm: undefined });
  });

  it('retries a failed plan, and accepts Ya without one', async () => {
    planned({ msg: 'Error', data: 'OCAS tidak menjawab.', message: 'OCAS tidak menjawab.' }, 502);
    const agreed = ask({ ...request, verb: 'sync' });
    await screen.findByText('Rencana tidak dapat dihitung: OCAS tidak menjawab.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Coba lagi'));
    expect(yes().getAttribute('data-variant')).toBe('default');
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledExactlyOnceWith({ plan: undefined, confirm: undefined });
  });

  it('shows the plan and moves the focus after a successful retry', async () => {
    planned({ msg: 'Error', data: 'OCAS tidak menjawab.', message: 'OCAS tidak menjawab.' }, 502);
    ask();
    const again = await screen.findByRole('button', { name: 'Coba lagi' });
    planned({ msg: 'Success', data: plan });
    fireEvent.click(again);
    await screen.findByText('1.284 akan dihapus');
    expect(screen.queryByRole('button', { name: 'Coba lagi' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Tidak');
  });

  it('requires the exact name if the impact is large', async () => {
    planned({ msg: 'Success', data: { ...plan, guard } });
    const agreed = ask();
    const name = await screen.findByLabelText('Ketik Mata Kuliah untuk melanjutkan');
    expect(screen.getByText(guard.reason)).toBeTruthy();
    for (const typed of ['', 'Mata', 'mata kuliah']) {
      fireEvent.change(name, { target: { value: typed } });
      expect(isOff(yes()), typed).toBe(true);
      fireEvent.click(yes());
    }
    expect(agreed).not.toHaveBeenCalled();
    fireEvent.change(name, { target: { value: ' Mata Kuliah ' } });
    expect(isOff(yes())).toBe(false);
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledExactlyOnceWith({ plan: 'rencana-1', confirm: 'Mata Kuliah' });
  });

  it('offers no Ya if the whole action is refused', async () => {
    planned({ msg: 'Success', data: { ...plan, guard, warning: 'OCAS mengirim daftar kosong.' } });
    ask();
    expect((await screen.findByRole('alert')).textContent).toBe('OCAS mengirim daftar kosong.');
    expect(screen.queryByRole('button', { name: 'Ya' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Tutup');
  });

  it('focuses Tidak for destructive actions, else Ya', async () => {
    planned({ msg: 'Success', data: plan });
    ask();
    expect(document.activeElement?.textContent).toBe('Tidak');
    cleanup();
    ask({ ...request, verb: 'sync', call: { method: 'POST', path: '/api/v1/api/matakuliah/sync' } });
    expect(document.activeElement).toBe(yes());
  });

  it('lists conflicts with reasons, and counts unchanged rows', async () => {
    const row = { key: '20261', label: 'Gasal 2026/2027', reason: 'Diubah di kedua sisi.' };
    planned({
      msg: 'Success',
      data: {
        ...plan,
        counts: { ...counts, missing: 0, conflicts: 1, unchanged: 2 },
        rows: { ...plan.rows, conflicts: [row], unchanged: [{ key: '20251', label: 'Gasal 2025/2026' }] },
      },
    });
    ask({ ...request, verb: 'sync' });
    fireEvent.click(await screen.findByRole('button', { name: '1 bentrok' }));
    expect(screen.getByText(row.label)).toBeTruthy();
    expect(screen.getByText(row.reason)).toBeTruthy();
    expect(screen.getByText('2 tetap')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '2 tetap' })).toBeNull();
  });

  it('shows why it asks again', async () => {
    planned({ msg: 'Success', data: plan });
    ask(request, 'Data sudah berubah.');
    expect(screen.getByRole('alert').textContent).toBe('Data sudah berubah.');
  });

  it('needs no plan for direct calls', () => {
    const agreed = ask({ ...request, direct: true });
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledOnce();
    expect(answered).not.toHaveBeenCalled();
  });
});

describe('rows that wait for their parents', () => {
  const sending: ActionRequest = {
    ...request,
    verb: 'export',
    call: { method: 'POST', path: '/api/v1/api/kelas/export' },
    body: { ids: [4] },
    question: 'Lakukan export data Kelas?',
  };
  const first = [{ kind: 'mata_kuliah', label: 'Mata Kuliah', verb: 'export', rows: 3 }] as const;
  const waiting: ServerPlan = { ...plan, counts: { ...counts, missing: 0, waiting: 3 }, first: [...first] };

  it('can be done with their parents in one question', async () => {
    planned({ msg: 'Success', data: waiting });
    const { together } = ask(sending);
    await screen.findByText('3 mata kuliahnya belum ada di Moodle');
    fireEvent.click(screen.getByRole('button', { name: 'Export Mata Kuliah dahulu' }));
    expect(together).toHaveBeenCalledExactlyOnceWith({
      ...sending,
      withParents: true,
      notes: ['Yang ditunggu baris-baris ini dikerjakan lebih dulu.'],
    });
  });

  it('are planned after their parents and confirmed with them', async () => {
    const bodies: unknown[] = [];
    const stage = (kind: string, create: number) => ({
      kind,
      label: kind,
      verb: 'export',
      state: 'done',
      plan: { ...plan, counts: { ...counts, missing: 0, create } },
    });
    const both = { job: 7, touched: 8, token: '7-ab', leave_out: [] };
    answered.mockImplementation(async (call) => {
      if (call.url.endsWith('/settings')) return new Promise(() => undefined);
      bodies.push(await call.json());
      const stages = [stage('mata_kuliah', 5), stage('kelas', 3)];
      return Response.json({ msg: 'Success', data: { ...both, stages } });
    });
    const agreed = ask({ ...sending, withParents: true });
    const parents = await screen.findByRole('region', { name: 'Export Mata Kuliah' });
    expect(parents.textContent).toContain('5 baru di Moodle');
    expect(screen.getByRole('region', { name: 'Export Kelas' }).textContent).toContain('3 baru di Moodle');
    expect(bodies).toMatchObject([{ ids: [4], with_first: true, dry_run: true }]);
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledExactlyOnceWith({ plan: '7-ab', confirm: undefined });
  });
});

describe('the question about people who leave a class', () => {
  const leave: ActionRequest = {
    ...request,
    verb: 'leave',
    call: { method: 'POST', path: '/api/v1/api/mahasiswa/unenroll' },
    body: { missing: true },
    leaving: { remove: false },
  };
  const of = (leaving: ServerPlan['leaving'], rows: ServerPlan['rows']['leaving']): ServerPlan => ({
    ...plan,
    leaving: leaving as NonNullable<ServerPlan['leaving']>,
    counts: { ...counts, missing: 0, leaving: rows.length },
    rows: { ...plan.rows, leaving: rows },
  });
  const way = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

  it("shows the plan's way of leaving, and accepts another", async () => {
    planned({ msg: 'Success', data: of('suspend', [{ key: '1', parts: ['1'], label: 'Siti' }]) });
    const { chosen } = ask(leave);
    await screen.findByText('1 akan ditangguhkan di Moodle');
    expect(way(/^Tangguhkan/).checked).toBe(true);
    expect(document.activeElement?.textContent).toBe('Tidak');
    fireEvent.click(way(/^Unenroll/));
    expect(chosen).toHaveBeenLastCalledWith({ how: 'unenrol', remove: false });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hapus juga barisnya dari dashboard' }));
    expect(chosen).toHaveBeenLastCalledWith({ remove: true });
  });

  it('requests the plan of the chosen way', async () => {
    const bodies: unknown[] = [];
    answered.mockImplementation(async (call) => {
      if (call.url.endsWith('/settings')) return new Promise(() => undefined);
      bodies.push(await call.json());
      return Response.json({ msg: 'Success', data: of('unenrol', []) });
    });
    ask({ ...leave, leaving: { how: 'unenrol', remove: true } });
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ missing: true, leaving: 'unenrol', remove: true, dry_run: true });
    await screen.findByText('Tidak ada yang perlu dikeluarkan; hanya barisnya yang dihapus.');
  });

  it('shows known and unknown grades', async () => {
    const rows = [
      { key: '1', parts: ['1'], label: 'Siti', has_grades: true, last_access: '2026-11-19T01:00:00Z' },
      { key: '2', parts: ['2'], label: 'Budi', has_grades: null, last_access: null },
      { key: '3', parts: ['3'], label: 'Rina', has_grades: false, last_access: null },
    ];
    const notes = ['Selaras tidak dapat mengembalikannya.'];
    planned({ msg: 'Success', data: { ...of('unenrol', rows), notes, people: 2 } });
    ask({ ...leave, leaving: { how: 'unenrol' } });
    await screen.findByText('3 akan di-unenroll di Moodle (2 orang)');
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Siti · punya nilai · terakhir membuka 19 Nov 2026',
      'Budi · nilai tidak diketahui · tidak tercatat pernah membuka',
      'Rina · tanpa nilai · tidak tercatat pernah membuka',
    ]);
    expect(screen.getByRole('note').textContent).toBe(notes[0]);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
