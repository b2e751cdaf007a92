import { describe, expect, it } from 'vitest';
import { aJob, aStage } from '../action/job.fixture';
import type { Job, Schedule } from '../api/client';
import { isSuspension } from './schedules';
import { needsLook, schedulesInUse } from './schedulesQuery';

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

  const job: Job = { ...aJob, kind: 'kelas', verb: 'sync', state: 'done' };
  it.each<[string, Partial<Schedule>, boolean]>([
    ['went well', { last_job: job }, false],
    ['never ran', { last_job: null }, false],
    ['skipped its time', { last_job: job, note: 'Terlewat.' }, true],
    ['failed as a whole', { last_job: { ...job, state: 'failed', failure: 'source' } }, true],
    // The rows' lists report these.
    [
      'had failed rows only',
      { last_job: { ...job, state: 'failed', failure: 'rows', counts: { failed: 4 } } },
      false,
    ],
    ['left a stage out', { last_job: { ...job, stages: [{ ...aStage, state: 'skipped' }] } }, true],
    ['is off', { enabled: false, note: 'Terlewat.' }, false],
  ])('a schedule that %s needs a look only if its work was not done', (_, of, needed) => {
    expect(needsLook({ enabled: true, note: null, last_job: null, ...of } as Schedule)).toBe(needed);
  });
});
