import { describe, expect, it } from 'vitest';
import type { Schedule } from '../api/client';
import { shown, suspends } from './schedules';

describe('the schedules', () => {
  const of = (kind: string) => ({ kind, verb: 'sync' }) as Schedule;

  it('have students of other campuses where there can be any', () => {
    const all = [of('mahasiswa'), of('mahasiswa_mbkm')];
    expect([shown(all, true).length, shown(all, false).length]).toEqual([2, 1]);
  });

  it('suspend by the one verb that takes people out of their classes', () => {
    expect((['sync', 'export', 'enroll', 'unenroll'] as const).map((verb) => suspends({ verb }))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
