import { expect, it } from 'vitest';
import { readPeriod } from './period';

const zone = 'Asia/Jakarta';

it('a report covers the last thirty days by default', () => {
  const now = new Date('2026-03-05T05:00:00Z');
  expect(readPeriod({}, zone, now)).toEqual({ from: '2026-02-04', to: '2026-03-05' });
  expect(readPeriod({ from: '2026-01-01', to: 'kemarin' }, zone, now)).toEqual({
    from: '2026-01-01',
    to: '2026-03-05',
  });
  expect(readPeriod({ from: '2026-02-30' }, zone, now).from).toBe('2026-02-04');
});

it("the day follows the campus’s clock, not the browser's", () => {
  // Half past eleven in the evening in Jakarta, half past one on the next day in Jayapura.
  const now = new Date('2026-02-28T16:30:00Z');
  expect(readPeriod({}, zone, now).to).toBe('2026-02-28');
  expect(readPeriod({}, 'Asia/Jayapura', now)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
});

it('a first day after the last one takes it along', () => {
  expect(readPeriod({ from: '2026-03-09', to: '2026-03-05' }, zone)).toEqual({
    from: '2026-03-09',
    to: '2026-03-09',
  });
});
