import { describe, expect, it } from 'vitest';
import { aStage, aJob as job } from './job.fixture';
import { progressOf } from './progress';

const at = (seconds: number) => Date.parse('2026-11-21T00:00:00Z') + seconds * 1000;

describe('progress', () => {
  it('has the share, the speed and the time left', () => {
    expect(progressOf(job, at(4))).toEqual({ percent: 20, perSecond: 2000, secondsLeft: 16 });
  });

  it('makes no forecast in the first second or after the end', () => {
    const nothing = { percent: 20, perSecond: null, secondsLeft: null };
    expect(progressOf(job, at(0.5))).toEqual(nothing);
    expect(progressOf({ ...job, started_at: null }, at(9))).toEqual(nothing);
    expect(progressOf({ ...job, state: 'done' }, at(9))).toEqual(nothing);
  });

  it('of a job with stages counts its stages', () => {
    const stage = { ...aStage, verb: 'export' } as const;
    const stages = [
      { ...stage, state: 'done' } as const,
      { ...stage, state: 'running' } as const,
      { ...stage, state: 'waiting' } as const,
      { ...stage, state: 'left_out' } as const,
    ];
    expect(progressOf({ ...job, stages }, at(4))).toEqual({
      percent: 50,
      perSecond: null,
      secondsLeft: null,
    });
  });

  it('has no share while the total is unknown', () => {
    expect(progressOf({ ...job, total: null }, at(4))).toMatchObject({ percent: null, secondsLeft: null });
  });
});
