import { expect, it } from 'vitest';
import { stateOf } from './personCalls';

it.each([
  [0, 0, 'belum'],
  [6, 7, 'berubah'],
  [7, 7, 'sudah'],
])('%i of %i classes as they should be are told as %s', (well, of, state) => {
  expect(stateOf({ well, of })).toBe(state);
});
