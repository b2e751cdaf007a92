import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every, patience, whilePresent } from './whilePresent';

const run = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  run.mockReset();
  stop = whilePresent(run);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('it runs again and again, and no more once it was called off', () => {
  vi.advanceTimersByTime(3 * every);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(every);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a page that nobody sees asks for nothing', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(3 * every);
  expect(run).not.toHaveBeenCalled();
});

test('nor does one that nobody sits before, until somebody does', () => {
  vi.advanceTimersByTime(patience);
  run.mockReset();
  vi.advanceTimersByTime(10 * every);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  vi.advanceTimersByTime(every);
  expect(run).toHaveBeenCalledTimes(1);
});
