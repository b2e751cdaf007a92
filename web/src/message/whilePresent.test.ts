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

test('runs repeatedly until it is cancelled', () => {
  vi.advanceTimersByTime(3 * every);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(every);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a hidden page sends no requests', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(3 * every);
  expect(run).not.toHaveBeenCalled();
});

test('an abandoned page sends no requests until the user returns', () => {
  vi.advanceTimersByTime(patience);
  run.mockReset();
  vi.advanceTimersByTime(10 * every);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  vi.advanceTimersByTime(every);
  expect(run).toHaveBeenCalledTimes(1);
});
