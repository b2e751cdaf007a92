import { describe, expect, it } from 'vitest';
import { accountOf, canUndo, outcomesOf, undoing } from './account';
import { aJob } from './job.fixture';

describe('the account', () => {
  it('is narrowed by the outcomes that the job has alone, what needs a person first', () => {
    const job = { ...aJob, created: 12, unchanged: 9, missing: 2, conflict: 1, failed: 4 };
    expect(outcomesOf(job).map(({ outcome, count }) => `${outcome} ${count}`)).toEqual([
      'failed 4',
      'conflict 1',
      'created 12',
      'missing 2',
    ]);
    expect(outcomesOf(aJob)).toEqual([]);
  });

  it.each([
    ['delete', 'deleted'],
    ['enroll', 'enrolled'],
    ['unenroll', 'unenrolled'],
    ['export', 'created'],
  ])('calls what %s did by its word', (verb, outcome) => {
    expect(outcomesOf({ ...aJob, verb, created: 3 })).toEqual([{ outcome, count: 3 }]);
  });

  it('tells what an undo gave back from what it took away, which are counted together', () => {
    expect(outcomesOf({ ...aJob, verb: 'undo', created: 3 })).toEqual([
      { outcome: 'restored', count: null },
      { outcome: 'removed', count: null },
    ]);
    expect(outcomesOf({ ...aJob, verb: 'undo' })).toEqual([]);
  });

  it('offers what nobody knows of a job that broke off on its way to the platform', () => {
    const of = (job: Partial<typeof aJob>) => outcomesOf({ ...aJob, ...job }).map(({ outcome }) => outcome);
    expect(of({ verb: 'export', state: 'cancelled' })).toEqual(['untried']);
    expect(of({ verb: 'export', state: 'done' })).toEqual([]);
    expect(of({ verb: 'sync', state: 'failed' })).toEqual([]);
    expect(of({ verb: 'export', state: 'running' })).toEqual([]);
  });

  it('opens with what failed, where something did', () => {
    expect(accountOf({ id: 7, failed: 0 })).toEqual({ to: '/tugas/7', search: {} });
    expect(accountOf({ id: 7, failed: 2 })).toEqual({ to: '/tugas/7', search: { status: 'failed' } });
  });

  it('can be undone once', () => {
    expect(canUndo({ ...aJob, undoable: true })).toBe(true);
    expect(canUndo({ ...aJob, undoable: true, undone_by: 9 })).toBe(false);
    expect(canUndo(aJob)).toBe(false);
  });

  it('is not said to be undone before it is', () => {
    const job = { ...aJob, undone_by: 9 };
    expect(undoing(aJob, [])).toBeNull();
    expect(undoing(job, [{ ...aJob, id: 9 }])).toBe('undoing');
    expect(undoing(job, [{ ...aJob, id: 9, state: 'done' }])).toBe('undone');
    expect(undoing(job, [])).toBe('undone');
  });
});
