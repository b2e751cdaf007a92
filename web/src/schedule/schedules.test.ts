import { describe, expect, it } from 'vitest';
import type { Schedule } from '../api/client';
import { canSuspend, shown } from './schedules';

describe('the schedules', () => {
  const of = (kind: string) => ({ kind, verb: 'sync' }) as Schedule;

  it('have students of other campuses where there can be any', () => {
    const all = [of('mahasiswa'), of('mahasiswa_mbkm')];
    expect([shown(all, true).length, shown(all, false).length]).toEqual([2, 1]);
  });

  it('can suspend where their rows are people in classes', () => {
    expect(['mahasiswa', 'mahasiswa_mbkm', 'mengajar', 'kelas', 'pengajar'].map(of).map(canSuspend)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
