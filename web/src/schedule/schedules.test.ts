import { describe, expect, it } from 'vitest';
import type { Schedule } from '../api/client';
import { shown, suspends } from './schedules';

describe('the schedules', () => {
  const of = (kind: string) => ({ kind, verb: 'sync' }) as Schedule;

  it('cover students of other campuses only if the exchange is on', () => {
    const all = [of('mahasiswa'), of('mahasiswa_mbkm')];
    expect([shown(all, true).length, shown(all, false).length]).toEqual([2, 1]);
  });

  it('suspend only by the verb that unenrols people', () => {
    expect((['sync', 'export', 'enroll', 'unenroll'] as const).map((verb) => suspends({ verb }))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
