// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRepeat } from './useRepeat';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('calls at once without a result, then 5 s after each one, until no longer wanted', async () => {
  const run = vi.fn(() => Promise.resolve());
  const initialProps: { wanted: boolean; result?: object } = { wanted: true };
  const { rerender } = renderHook(({ wanted, result }) => useRepeat(wanted, result, run), { initialProps });
  await wait(0);
  expect(run).toHaveBeenCalledTimes(1);
  // The result is still to come.
  await wait(20_000);
  expect(run).toHaveBeenCalledTimes(1);
  rerender({ wanted: true, result: {} });
  await wait(4_900);
  expect(run).toHaveBeenCalledTimes(1);
  await wait(100);
  expect(run).toHaveBeenCalledTimes(2);
  rerender({ wanted: false, result: {} });
  await wait(20_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it('does not call while the page is hidden', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const run = vi.fn(() => Promise.resolve());
  renderHook(() => useRepeat(true, undefined, run));
  await act(() => Promise.resolve(document.dispatchEvent(new Event('visibilitychange'))));
  run.mockClear();
  await wait(20_000);
  expect(run).not.toHaveBeenCalled();
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await wait(0);
  expect(run).toHaveBeenCalledTimes(1);
});

it('makes one call at a time', async () => {
  let end = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { rerender } = renderHook(({ result }) => useRepeat(true, result, run), {
    initialProps: { result: {} },
  });
  await wait(5_000);
  rerender({ result: {} });
  await wait(5_000);
  expect(run).toHaveBeenCalledTimes(1);
  await act(async () => end());
  rerender({ result: {} });
  await wait(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});
