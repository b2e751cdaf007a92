// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { aJob, aStage } from '../action/job.fixture';
import type { Job, Schedule } from '../api/client';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { LastRun } from './LastRun';

beforeAll(startTexts);
afterEach(cleanup);

const campus: Partial<Job> = { kind: 'campus', verb: 'align', state: 'done' };

it.each<[string, Partial<Job>, string]>([
  ['that did all it was to do went well', { state: 'done' }, 'berhasil'],
  ['some rows of which failed did not', { state: 'done', counts: { failed: 4 } }, 'selesai · 4 gagal'],
  ['that a user stopped did not', { state: 'cancelled' }, 'dibatalkan'],
  ['all stages of which are done went well', { ...campus, stages: [aStage] }, 'berhasil'],
  [
    'without some of its stages did not',
    { ...campus, stages: [aStage, { ...aStage, state: 'failed' }, { ...aStage, state: 'skipped' }] },
    'selesai · 2 tahap tidak selesai',
  ],
])('a run %s', async (_, of, told) => {
  const last_job: Job = { ...aJob, finished_at: '2026-11-21T00:30:00Z', ...of };
  show(createRootRoute({ component: () => <LastRun schedule={{ last_job, note: null } as Schedule} /> }));
  expect((await screen.findByRole('link')).textContent).toBe(`${told} · 21 Nov 2026 07.30 WIB`);
});
