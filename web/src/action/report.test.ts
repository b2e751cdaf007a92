import { describe, expect, it } from 'vitest';
import { aJob } from './job.fixture';
import { canUndo, outcomesOf, reportOf, undoing } from './report';

describe('the report', () => {
  it('is narrowed by the outcomes that the job has alone, what needs a person first', () => {
    const counts = { created: 12, enrolled: 3, unchanged: 9, missing: 2, conflict: 1, failed: 4, untried: 5 };
    expect(outcomesOf({ counts }).map(({ outcome, count }) => `${outcome} ${count}`)).toEqual([
      'failed 4',
      'untried 5',
      'conflict 1',
      'created 12',
      'enrolled 3',
      'missing 2',
    ]);
    expect(outcomesOf(aJob)).toEqual([]);
  });

  it('tells what an undo gave back from what it took away', () => {
    expect(outcomesOf({ counts: { removed: 1, restored: 2 } })).toEqual([
      { outcome: 'restored', count: 2 },
      { outcome: 'removed', count: 1 },
    ]);
  });

  it('of a report of differences is what it found, and not what is alike', () => {
    expect(outcomesOf({ counts: { in_step: 900, by_hand: 1 } })).toEqual([{ outcome: 'by_hand', count: 1 }]);
  });

  it('opens with what failed, where something did', () => {
    expect(reportOf({ id: 7, counts: {} })).toEqual({ to: '/tugas/7', search: {} });
    expect(reportOf({ id: 7, counts: { failed: 2 } })).toEqual({
      to: '/tugas/7',
      search: { status: 'failed' },
    });
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
