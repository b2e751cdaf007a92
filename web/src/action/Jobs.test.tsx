// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, it, vi } from 'vitest';
import type { Job, Login } from '../api/client';
import { begin, forget } from '../session/session';
import { startTexts } from '../texts/i18n';
import { JobsProvider, useJobs } from './Jobs';
import { aJob } from './job.fixture';
import { jobsQuery, withNews } from './jobsCache';

let jobs: Job[];

async function answer(asked: Request | string): Promise<Response> {
  const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, 'http://localhost');
  if (pathname.endsWith('/jobs')) return Response.json({ msg: 'Success', data: jobs });
  // Without a stream of events the job itself is asked, and there is no news of it.
  const job = jobs.find(({ id }) => pathname.endsWith(`/jobs/${id}`));
  return job ? Response.json({ msg: 'Success', data: job }) : new Response(null, { status: 404 });
}

// What is fetched when it is first wanted may take its time on a busy machine.
configure({ asyncUtilTimeout: 4_000 });
beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', answer);
  begin({ user: { username: 'ratna' }, api_key: 'kunci', api_name: 'Ratna' } as Login);
});
afterEach(() => {
  cleanup();
  forget();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Names() {
  const { jobs: known } = useJobs();
  return known.map(({ id, actor }) => <p key={id}>{`${id} ${actor}`}</p>);
}

function show(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <Names />
      </JobsProvider>
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return queries;
}

it('notices work that a schedule or a colleague has begun, also while there is news of other work', async () => {
  const own = { ...aJob, id: 1 };
  jobs = [own];
  const queries = show();
  await screen.findByText('1 Ratna');
  jobs = [{ ...aJob, id: 2, actor: 'Jadwal' }, own];
  for (let second = 0; second < 15; second += 1) {
    const news = { ...own, done: second };
    act(() => queries.setQueryData(jobsQuery.queryKey, (known: Job[] = []) => withNews(known, [news])));
    act(() => vi.advanceTimersByTime(1_000));
  }
  await screen.findByText('2 Jadwal');
});
