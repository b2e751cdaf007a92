// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { aStage } from '../action/job.fixture';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { Stages } from './Stages';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a plan says what will be done, not what was', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const stages = [{ ...aStage, counts: { created: 4, conflict: 1 } }];
  show(createRootRoute({ component: () => <Stages job={{ stages }} planned /> }));
  const line = await screen.findByRole('listitem');
  expect(line.textContent).toBe('Kelas1 bentrok · 4 akan dibuat');
});

it('a stage that was carried over has no rows of this run', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const stages = [{ ...aStage, carried: true, counts: { created: 484 } }];
  show(createRootRoute({ component: () => <Stages job={{ stages }} /> }));
  const line = await screen.findByRole('listitem');
  expect(line.textContent).toBe('Kelasselesaisudah dikerjakan sebelumnya');
});

it.each([
  ['done' as const, { created: 4, failed: 1 }, 'ada yang gagal', 'berubah'],
  ['done' as const, { failed: 1 }, 'ada yang gagal', 'berubah'],
  ['failed' as const, { failed: 1 }, 'gagal', 'gagal'],
])('a stage that is %s with rows %o says so', async (state, counts, words, colour) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const stages = [{ ...aStage, state, counts }];
  show(createRootRoute({ component: () => <Stages job={{ stages }} /> }));
  const shown = await screen.findByText(words);
  expect(shown.dataset.state).toBe(colour);
});
