// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../texts/i18n';
import { LastSync } from './LastSync';

beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("shows the age at the current time, not at the request's", () => {
  const queries = new QueryClient();
  const last_synced_at = new Date(Date.now() - 5 * 60_000).toISOString();
  queries.setQueryData(['summary', 'all'], { data: [{ kind: 'kelas', last_synced_at }] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <LastSync kind="kelas" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByText('disinkronkan 5 menit yang lalu')).toBeTruthy();
  act(() => vi.advanceTimersByTime(10 * 60_000));
  expect(screen.getByText('disinkronkan 15 menit yang lalu')).toBeTruthy();
});
