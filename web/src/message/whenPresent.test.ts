import { expect, test, vi } from 'vitest';
import { whenPresent } from './whenPresent';

function move(movementX: number, movementY: number): void {
  const moved = new MouseEvent('pointermove');
  window.dispatchEvent(
    Object.defineProperties(moved, { movementX: { value: movementX }, movementY: { value: movementY } }),
  );
}

test('only the first real pointer move runs it, once', () => {
  const run = vi.fn();
  whenPresent(run);
  move(0, 0);
  expect(run).not.toHaveBeenCalled();
  move(0, 3);
  move(2, 0);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a key runs it, unless it was cancelled', () => {
  const run = vi.fn();
  const calledOff = vi.fn();
  whenPresent(run);
  whenPresent(calledOff)();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(calledOff).not.toHaveBeenCalled();
});
