// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { JobsProvider } from '../action/Jobs';
import { aJob } from '../action/job.fixture';
import type { Job, Login } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession } from '../session/session';
import { startTexts } from '../texts/i18n';
import { TrayPanel } from './TrayPanel';

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

/** Signs in and shows the open tray. */
function openTray() {
  beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <TrayPanel initiallyOpen />
      </JobsProvider>
    ),
  });
  show(root);
}

it('retries failed rows once despite many clicks', async () => {
  const job: Job = { ...aJob, state: 'done', counts: { failed: 4 }, message: '4 gagal.' };
  let tried = 0;
  let come: () => void = () => undefined;
  const pause = new Promise<void>((resolve) => {
    come = resolve;
  });
  vi.stubGlobal('fetch', async (asked: Request) => {
    if (!asked.url.endsWith('/retry')) return Response.json({ msg: 'Success', data: [job] });
    tried += 1;
    await pause;
    return Response.json({ msg: 'Error', message: 'Sedang dikerjakan.' }, { status: 409 });
  });
  openTray();
  const button = await screen.findByRole('button', { name: 'Coba lagi yang gagal' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(tried).toBe(1));
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  come();
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  expect(tried).toBe(1);
});

it('says at once that a job is being stopped', async () => {
  let stopped = 0;
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    if (typeof asked === 'string') return new Promise(() => undefined);
    if (!asked.url.endsWith('/cancel')) return Response.json({ msg: 'Success', data: [aJob] });
    stopped += 1;
    return Response.json({ msg: 'Success', data: 'Pembatalan diminta.' });
  });
  openTray();
  const button = await screen.findByRole('button', { name: 'Batalkan' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button.textContent).toBe('Membatalkan…');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('membatalkan…')).not.toBeNull();
  await waitFor(() => expect(stopped).toBe(1));
});

it('says after a reload that a job is being stopped', async () => {
  const job: Job = { ...aJob, cancel_requested: true };
  vi.stubGlobal('fetch', async (asked: Request | string) =>
    typeof asked === 'string' ? new Promise(() => undefined) : Response.json({ msg: 'Success', data: [job] }),
  );
  openTray();
  const button = await screen.findByRole('button', { name: 'Membatalkan…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

it('shows a job with failed rows as partly done', async () => {
  const job: Job = { ...aJob, state: 'done', counts: { created: 3, failed: 7 }, message: '3 baru, 7 gagal.' };
  vi.stubGlobal('fetch', async () => Response.json({ msg: 'Success', data: [job] }));
  openTray();
  await screen.findByText('selesai sebagian');
  expect(screen.queryByText('selesai')).toBeNull();
});
