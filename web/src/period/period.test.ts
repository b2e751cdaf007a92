import { expect, it } from 'vitest';
import { readPeriod } from './period';

const zone = 'Asia/Jakarta';

it('a report is of the last thirty days where the address names none', () => {
  const now = new Date('2026-03-05T05:00:00Z');
  expect(readPeriod({}, zone, now)).toEqual({ from: '2026-02-04', to: '2026-03-05' });
  expect(readPeriod({ from: '2026-01-01', to: 'kemarin' }, zone, now)).toEqual({
    from: '2026-01-01',
    to: '2026-03-05',
  });
});

it('which day it is goes by the campus’s clock, wherever the browser is', () => {
  // Half past eleven in the evening in Jakarta, half past one on the next day in Jayapura.
  const now = new Date('2026-02-28T16:30:00Z');
  expect(readPeriod({}, zone, now).to).toBe('2026-02-28');
  expect(readPeriod({}, 'Asia/Jayapura', now)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});
