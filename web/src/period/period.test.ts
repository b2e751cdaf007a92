import { expect, it } from 'vitest';
import { readPeriod } from './period';

it('a report is of the last thirty days where the address names none', () => {
  expect(readPeriod({}, new Date(2026, 2, 5))).toEqual({ from: '2026-02-04', to: '2026-03-05' });
  expect(readPeriod({ from: '2026-01-01', to: 'kemarin' }, new Date(2026, 2, 5))).toEqual({
    from: '2026-01-01',
    to: '2026-03-05',
  });
});
