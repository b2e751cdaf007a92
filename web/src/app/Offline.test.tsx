// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { createRootRoute } from '@tanstack/react-router';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { client, fetchData } from '../api/client';
import { reachable } from '../api/reach';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { Offline } from './Offline';

let isDown: boolean;

beforeAll(startTexts);
beforeEach(() => {
  isDown = false;
  vi.stubGlobal('fetch', async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return Response.json({ msg: 'Success', data: ['termuat'] });
  });
});
afterEach(() => {
  cleanup();
  reachable.set(true);
  vi.unstubAllGlobals();
});

function Data() {
  const { data, isError } = useQuery({
    queryKey: ['data'],
    queryFn: () => fetchData<string[]>(client.GET('/api/v1/api/summary')),
  });
  return <p>{isError ? 'gagal' : data}</p>;
}

const open = () =>
  show(
    createRootRoute({
      component: () => (
        <>
          <Offline />
          <Data />
        </>
      ),
    }),
  );

it('tells at once that the browser is offline', async () => {
  open();
  await screen.findByText('termuat');
  expect(screen.queryByRole('status')).toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status').textContent).toContain('Tidak ada sambungan ke Selaras.');
});

it('loads what failed when the server is back', async () => {
  isDown = true;
  open();
  expect((await screen.findByRole('status')).textContent).toContain('Tidak ada sambungan ke Selaras.');
  await screen.findByText('gagal');
  isDown = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('termuat');
  expect(screen.queryByRole('status')).toBeNull();
});

it('ignores one failed call while the server is healthy', async () => {
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    if (typeof asked === 'string') return new Response('ok');
    throw new TypeError('Failed to fetch');
  });
  open();
  await screen.findByText('gagal');
  expect(screen.queryByRole('status')).toBeNull();
});
