// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import type { ChosenRow } from './comparison';
import { ResendDialog } from './ResendDialog';

const sample = {
  kind: 'kelas',
  key: '9',
  label: 'Algoritma A',
  changes: [{ field: 'jam_mulai', from: '07:30', to: '08:00' }],
};
let preview: { rows: number; samples: (typeof sample)[] };
let sent: unknown[];
const onClose = vi.fn();

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  sent = [];
  onClose.mockReset();
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!request.url.endsWith('/wait_again')) return new Promise(() => undefined);
    const body = await request.json();
    sent.push(body);
    return Response.json({ msg: 'Success', data: body.dry_run ? preview : '1 baris ditandai.' });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (rows?: ChosenRow[]) =>
  show(createRootRoute({ component: () => <ResendDialog {...(rows ? { rows } : {})} onClose={onClose} /> }));

it('shows each overwritten field before Ya sends the chosen rows', async () => {
  preview = { rows: 1, samples: [sample] };
  open([{ kind: 'kelas', row: '4' }]);
  const line = await screen.findByText(/07:30/);
  expect(line.parentElement?.textContent).toContain('07:30 → 08:00');
  expect(sent).toMatchObject([{ rows: [{ kind: 'kelas', row: '4' }], dry_run: true }]);
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({ rows: [{ kind: 'kelas', row: '4' }] });
  expect(sent[1]).not.toHaveProperty('dry_run');
});

it('has no Ya if nothing would be sent', async () => {
  preview = { rows: 0, samples: [] };
  open();
  await screen.findByText('Tidak ada baris yang perlu dikirim ulang.');
  expect(screen.queryByRole('button', { name: 'Ya' })).toBeNull();
  expect(sent[0]).not.toHaveProperty('rows');
});
