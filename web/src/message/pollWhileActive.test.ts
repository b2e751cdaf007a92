import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleAfter, interval, pollWhileActive } from './pollWhileActive';

const run = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  run.mockReset();
  stop = pollWhileActive(run);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('runs repeatedly until it is cancelled', () => {
  vi.advanceTimersByTime(3 * interval);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
  vi.advanceTimersByTime(interval);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a hidden page sends no requests', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(3 * interval);
  expect(run).not.toHaveBeenCalled();
});

test('an abandoned page sends no requests until the user returns', () => {
  vi.advanceTimersByTime(idleAfter);
  run.mockReset();
  vi.advanceTimersByTime(10 * interval);
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  vi.advanceTimersByTime(interval);
  expect(run).toHaveBeenCalledTimes(1);
});
