import { describe, expect, it } from 'vitest';
import type { Schedule } from '../api/client';
import { isSuspension, schedulesInUse } from './schedules';

describe('the schedules', () => {
  const of = (kind: string) => ({ kind, verb: 'sync' }) as Schedule;

  it('cover students of other campuses only if the exchange is on', () => {
    const all = [of('mahasiswa'), of('mahasiswa_mbkm')];
    expect([schedulesInUse(all, true).length, schedulesInUse(all, false).length]).toEqual([2, 1]);
  });

  it('suspend only by the verb that unenrols people', () => {
    expect((['sync', 'export', 'enroll', 'unenroll'] as const).map((verb) => isSuspension({ verb }))).toEqual(
      [false, false, false, true],
    );
  });
});
