// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Job, Login } from '../api/client';
import { ToastStack } from '../message/ToastStack';
import { show } from '../page/show.fixture';
import { beginSession, endSession, updateUser } from '../session/session';
import { startTexts } from '../texts/i18n';
import { JobsProvider } from './Jobs';
import { aJob } from './job.fixture';

const running: Job = { ...aJob, id: 3 };
const done: Job = { ...running, state: 'done', message: 'Kelas dihapus.', undoable: true };

/** The job runs in the list and has ended when requested itself: there is no event stream. */
async function answer(request: Request | string): Promise<Response> {
  const { pathname } = new URL(typeof request === 'string' ? request : request.url, 'http://localhost');
  if (pathname.endsWith('/jobs')) return Response.json({ msg: 'Success', data: [running] });
  if (pathname.endsWith('/jobs/3')) return Response.json({ msg: 'Success', data: done });
  return new Response(null, { status: 404 });
}

configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

it.each([
  ['an administrator', 'administrator', 1],
  ['a viewer', 'viewer', 0],
] as const)(
  'what has ended is told to %s, and may be taken back by who may change things',
  async (_, role, offers) => {
    beginSession({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
    updateUser({ name: 'Ratna', username: 'ratna', role });
    const root = createRootRoute({
      component: () => (
        <JobsProvider>
          <ToastStack />
        </JobsProvider>
      ),
    });
    show(root);
    await screen.findByText('Kelas dihapus.');
    expect(screen.queryAllByRole('button', { name: 'Urungkan' })).toHaveLength(offers);
    fireEvent.click(screen.getByRole('button', { name: 'Tutup pesan' }));
  },
);
