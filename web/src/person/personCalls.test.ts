import { expect, it } from 'vitest';
import { stateOf } from './personCalls';

it.each([
  [0, 0, 'belum'],
  [6, 7, 'berubah'],
  [7, 7, 'sudah'],
])('%i correct classes of %i count as %s', (well, of, state) => {
  expect(stateOf({ inStep: well, total: of })).toBe(state);
});
