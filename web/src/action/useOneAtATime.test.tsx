// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode, useEffect, useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOneAtATime } from './useOneAtATime';

/** Resolves the answer that the work waits for. */
let come: () => void;
/** For each finished work, whether it was still current. */
let current: boolean[];
let answer: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  current = [];
  answer = new Promise((resolve) => {
    come = resolve;
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const work = async (isCurrent: () => boolean) => {
  await answer;
  current.push(isCurrent());
};
const look = () => renderHook(({ of }) => useOneAtATime(of), { initialProps: { of: 'satu' } });

it('starts once despite many clicks, and shows progress after a moment', async () => {
  const { result } = look();
  const [, begin] = result.current;
  const all = [begin('sync', work), begin('sync', work)];
  expect(result.current[0]).toBe(false);
  act(() => vi.advanceTimersByTime(150));
  expect(result.current[0]).toBe(true);
  await act(async () => {
    come();
    await Promise.all(all);
  });
  expect(current).toEqual([true]);
  expect(result.current[0]).toBe(false);
});

it('drops its result if other content is on screen', async () => {
  const { result, rerender } = look();
  const first = result.current[1]('sync', work);
  rerender({ of: 'dua' });
  const second = result.current[1]('sync', work);
  await act(async () => {
    come();
    await Promise.all([first, second]);
  });
  expect(current).toEqual([false, true]);
});

it('gives way to another work started meanwhile', async () => {
  const { result } = look();
  const all = ['sync', 'export'].map((name) => result.current[1](name, work));
  await act(async () => {
    come();
    await Promise.all(all);
  });
  expect(current).toEqual([false, true]);
  expect(result.current[0]).toBe(false);
});

it("keeps work started during React's first render", async () => {
  const useBegun = () => {
    const [, once] = useOneAtATime('satu');
    const begun = useRef(false);
    useEffect(() => {
      if (begun.current) return;
      begun.current = true;
      void once('sync', work);
    });
  };
  renderHook(useBegun, { wrapper: StrictMode });
  await act(async () => {
    come();
    await answer;
  });
  expect(current).toEqual([true]);
});

it('drops its result if the screen is gone', async () => {
  const { result, unmount } = look();
  const first = result.current[1]('sync', work);
  unmount();
  come();
  await first;
  expect(current).toEqual([false]);
});
