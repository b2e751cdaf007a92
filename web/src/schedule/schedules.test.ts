import { describe, expect, it } from 'vitest';
import type { Schedule } from '../api/client';
import { presetOf, shown } from './schedules';

describe('the times of a schedule', () => {
  it.each([
    ['0 5 * * *', 'daily'],
    [' 0  6 * * 1 ', 'weekly'],
    ['0 * * * *', 'hourly'],
    ['15 5 * * *', 'own'],
    ['', 'own'],
  ])('%s is %s', (cron, preset) => expect(presetOf(cron)).toBe(preset));
});

describe('the schedules', () => {
  const of = (kind: string) => ({ kind, verb: 'sync' }) as Schedule;

  it('have students of other campuses where there can be any', () => {
    const all = [of('mahasiswa'), of('mahasiswa_mbkm')];
    expect([shown(all, true).length, shown(all, false).length]).toEqual([2, 1]);
  });
});
