import { expect, test, vi } from 'vitest';
import { onFirstInput } from './onFirstInput';

function move(movementX: number, movementY: number): void {
  const moved = new MouseEvent('pointermove');
  window.dispatchEvent(
    Object.defineProperties(moved, { movementX: { value: movementX }, movementY: { value: movementY } }),
  );
}

test('only the first real pointer move runs it, once', () => {
  const run = vi.fn();
  onFirstInput(run);
  move(0, 0);
  expect(run).not.toHaveBeenCalled();
  move(0, 3);
  move(2, 0);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a key runs it, unless it was cancelled', () => {
  const run = vi.fn();
  const cancelled = vi.fn();
  onFirstInput(run);
  onFirstInput(cancelled)();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(cancelled).not.toHaveBeenCalled();
});
