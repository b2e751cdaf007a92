// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerPlan } from '../api/client';
import { startTexts } from '../texts/i18n';
import { ConfirmDialog } from './ConfirmDialog';
import type { ActionRequest, Agreed } from './request';

const answered = vi.fn<(request: Request) => Promise<Response>>();

// What is fetched when it is first wanted may take its time on a busy machine.
configure({ asyncUtilTimeout: 4_000 });
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
const counts = { create: 0, update: 0, leaving: 0, moved: 0, unchanged: 0, missing: 1284, conflict: 0 };
const plan: ServerPlan = {
  token: 'rencana-1',
  counts,
  notes: [],
  rows: { create: [], update: [], leaving: [], moved: [], missing: [], conflict: [] },
};
const guard = {
  name: 'Mata Kuliah',
  reason: 'Tindakan ini menghapus 1.284 dari 1.284 baris (100 persen).',
};

function ask(of: ActionRequest = request, notice?: string) {
  const agreed = vi.fn<(agreed: Agreed) => void>();
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
          onLeaving={() => undefined}
          onNo={() => undefined}
          onYes={agreed}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return agreed;
}

/** Answers the question for the plan; that for the installation's names never comes. */
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
  it('does not take Ya before its plan is there, and then sends the plan that was shown', async () => {
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

  it('takes Ya without a plan where none could be had', async () => {
    planned({ msg: 'Error', data: 'OCAS tidak menjawab.', message: 'OCAS tidak menjawab.' }, 502);
    const agreed = ask();
    await screen.findByText('Rencana tidak dapat dihitung: OCAS tidak menjawab.');
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledExactlyOnceWith({ plan: undefined, confirm: undefined });
  });

  it('wants the name typed, letter for letter, where much would be lost', async () => {
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

  it('offers no Ya where the whole action is refused', async () => {
    planned({ msg: 'Success', data: { ...plan, guard, warning: 'OCAS mengirim daftar kosong.' } });
    ask();
    expect((await screen.findByRole('alert')).textContent).toBe('OCAS mengirim daftar kosong.');
    expect(screen.queryByRole('button', { name: 'Ya' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Tutup');
  });

  it('has the focus on Tidak where something is destroyed, and on Ya elsewhere', async () => {
    planned({ msg: 'Success', data: plan });
    ask();
    expect(document.activeElement?.textContent).toBe('Tidak');
    cleanup();
    ask({ ...request, verb: 'sync', call: { method: 'POST', path: '/api/v1/api/matakuliah/sync' } });
    expect(document.activeElement).toBe(yes());
  });

  it('says why it is put again', async () => {
    planned({ msg: 'Success', data: plan });
    ask(request, 'Data sudah berubah.');
    expect(screen.getByRole('alert').textContent).toBe('Data sudah berubah.');
  });

  it('needs no plan for what is done at once', () => {
    const agreed = ask({ ...request, direct: true });
    fireEvent.click(yes());
    expect(agreed).toHaveBeenCalledOnce();
    expect(answered).not.toHaveBeenCalled();
  });
});
