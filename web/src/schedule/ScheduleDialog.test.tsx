// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Schedule } from '../api/client';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { ScheduleDialog } from './ScheduleDialog';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each<[Schedule['kind'], Schedule['verb'], string]>([
  ['campus', 'align', 'hanya langkah ini yang dilewati'],
  ['mahasiswa', 'unenroll', 'jadwal ini tidak mengerjakan apa pun'],
])('a schedule (%s, %s) that may not suspend says what it leaves out', async (kind, verb, words) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const schedule = { kind, verb, cron: '0 2 * * *', enabled: true, may_suspend: false } as Schedule;
  const dialog = () => (
    <ScheduleDialog schedules={[schedule]} title="Jadwal" nameOf={() => 'Jadwal'} onClose={() => undefined} />
  );
  show(createRootRoute({ component: dialog }));
  await screen.findByText('Boleh menangguhkan');
  expect(document.body.textContent).toContain(words);
});
