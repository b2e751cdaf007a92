// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { client } from '../api/client';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { DiskFull } from './DiskFull';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function answer(headers: Record<string, string>) {
  vi.stubGlobal('fetch', async () => new Response('{"msg":"Success","data":[]}', { headers }));
  await act(() => client.GET('/api/v1/api/summary'));
}

it('shows while answers report a full disk', async () => {
  show(createRootRoute({ component: DiskFull }));
  await act(async () => {});
  await answer({ 'selaras-disk': 'full' });
  expect((await screen.findByRole('alert')).textContent).toContain('Disk server penuh.');
  await answer({});
  expect(screen.queryByRole('alert')).toBeNull();
});
