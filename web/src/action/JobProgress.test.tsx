// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Job } from '../api/client';
import { startTexts } from '../texts/i18n';
import { JobProgress } from './JobProgress';
import { aJob } from './job.fixture';

beforeAll(startTexts);
afterEach(cleanup);

function show(of: Partial<Job>): string {
  render(
    <MantineProvider env="test">
      <JobProgress job={{ ...aJob, ...of }} />
    </MantineProvider>,
  );
  return document.body.textContent ?? '';
}

it('names what a job waits for, and draws no bar', () => {
  const waits_for = { id: 3, kind: 'kelas', verb: 'sync', message: '' } as const;
  expect(show({ state: 'queued', waits_for })).toContain('Menunggu Sinkronisasi Kelas selesai');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows how much of a list is read before writing starts', () => {
  const message = '12.000 baris dibaca dari OCAS';
  expect(show({ total: null, done: 0, message })).toContain(message);
  expect(screen.getByRole('progressbar', { name: 'Sync Kelas' })).toBeTruthy();
});

it('shows done of total once the total is known', () => {
  const text = show({ message: '40.000 baris dibaca dari OCAS' });
  expect(text).toContain('8.000 dari 40.000');
  expect(text).not.toContain('dibaca');
});

it('counts rows by outcome at the end of a sync, with failures', () => {
  const text = show({ state: 'done', counts: { created: 12, updated: 3, unchanged: 1269, failed: 4 } });
  expect(text).toContain('12 baru · 3 berubah · 1.269 tetap');
  expect(text).toContain('4 gagal');
});

it('says that an import counts meetings, not attendance', () => {
  const of = { kind: 'zoom', verb: 'import', state: 'done' } as const;
  expect(show({ ...of, counts: { created: 426 } })).toContain('Rapat: 426 dengan kehadiran baru');
});
