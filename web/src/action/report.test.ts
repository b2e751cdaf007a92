import { describe, expect, it } from 'vitest';
import type { Job } from '../api/client';
import { aJob } from './job.fixture';
import {
  canUndo,
  isPartial,
  outcomesOf,
  planLink,
  reportLink,
  retryLabel,
  retryOf,
  undoState,
} from './report';

describe('the report', () => {
  it('lists only outcomes with rows, most urgent first', () => {
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

  it('separates what an undo restored from what it removed', () => {
    expect(outcomesOf({ counts: { removed: 1, restored: 2 } })).toEqual([
      { outcome: 'restored', count: 2 },
      { outcome: 'removed', count: 1 },
    ]);
  });

  it('of a comparison lists the differences, not the equal rows', () => {
    expect(outcomesOf({ counts: { in_step: 900, by_hand: 1 } })).toEqual([{ outcome: 'by_hand', count: 1 }]);
  });

  it('opens with the failed rows if there are any', () => {
    expect(reportLink({ id: 7, counts: {} })).toEqual({ to: '/tugas/7', search: {} });
    expect(reportLink({ id: 7, counts: { failed: 2 } })).toEqual({
      to: '/tugas/7',
      search: { status: 'failed' },
    });
  });

  it('can be undone once', () => {
    expect(canUndo({ ...aJob, undoable: true })).toBe(true);
    expect(canUndo({ ...aJob, undoable: true, undone_by: 9 })).toBe(false);
    expect(canUndo(aJob)).toBe(false);
    expect(canUndo({ ...aJob, verb: 'plan', undoable: true })).toBe(false);
  });

  it('counts as undone only after the undo has ended', () => {
    const job = { ...aJob, undone_by: 9 };
    expect(undoState(aJob, [])).toBeNull();
    expect(undoState(job, [{ ...aJob, id: 9 }])).toBe('undoing');
    expect(undoState(job, [{ ...aJob, id: 9, state: 'done' }])).toBe('undone');
    expect(undoState(job, [])).toBe('undone');
  });
});

const stage = (state: Job['stages'][number]['state'], counts: Job['counts'] = {}) =>
  ({
    kind: 'kelas',
    verb: 'sync',
    state,
    counts,
    job: null,
    carried: false,
    total: null,
    message: '',
  }) as const;

describe('a job that has ended', () => {
  const of = (job: Partial<Job>) => retryOf({ ...aJob, state: 'done', ...job });

  it.each(['failed', 'untried', 'conflict'] as const)(
    'is tried again for rows that came to %s',
    (outcome) => {
      expect(of({ counts: { created: 3, [outcome]: 1 } })).toBe('retry');
      expect(of({ state: 'failed', failure: 'rows', counts: { [outcome]: 2 } })).toBe('retry');
      expect(of({ state: 'cancelled', counts: { [outcome]: 1 } })).toBe('retry');
    },
  );

  it('retries a failed job as a whole, and no successful one', () => {
    expect(of({ state: 'failed', failure: 'source' })).toBe('again');
    expect(of({ state: 'failed', failure: 'platform', counts: { created: 4, failed: 1 } })).toBe('again');
    expect(of({ counts: { created: 3 } })).toBeNull();
    expect(of({ state: 'cancelled' })).toBeNull();
    expect(of({ state: 'running', counts: { failed: 1 } })).toBeNull();
  });

  it('is not repeated if it needs a new question', () => {
    expect(of({ state: 'failed', failure: 'moved' })).toBeNull();
    expect(of({ state: 'failed', failure: 'guard' })).toBeNull();
  });

  it('goes on if it covered the campus and is incomplete', () => {
    const align = (job: Partial<Job>) => of({ kind: 'campus', verb: 'align', ...job });
    expect(align({ stages: [stage('done'), stage('left_out')] })).toBeNull();
    expect(align({ stages: [stage('done', { created: 2, conflict: 1 })] })).toBe('go_on');
    for (const state of ['failed', 'skipped', 'cancelled'] as const) {
      expect(align({ stages: [stage('done'), stage(state)] })).toBe('go_on');
    }
    expect(align({ state: 'cancelled', stages: [stage('done'), stage('waiting')] })).toBe('go_on');
    expect(align({ state: 'failed', failure: 'source', stages: [] })).toBe('go_on');
  });

  it('never repeats a plan or an undo', () => {
    expect(of({ kind: 'campus', verb: 'plan', state: 'failed', failure: 'source' })).toBeNull();
    expect(of({ kind: 'campus', verb: 'plan', state: 'cancelled' })).toBeNull();
    expect(of({ verb: 'undo', counts: { restored: 3, conflict: 1 } })).toBeNull();
    expect(of({ verb: 'undo', state: 'failed', failure: 'internal' })).toBe('again');
  });
});

describe('a finished job', () => {
  const of = (job: Partial<Job>) => isPartial({ ...aJob, state: 'done', ...job });

  it('is partly done if rows failed or wait for an answer', () => {
    expect(of({ counts: { created: 3 } })).toBe(false);
    expect(of({ counts: { created: 3, failed: 1 } })).toBe(true);
    expect(of({ counts: { updated: 3, conflict: 1 } })).toBe(true);
    expect(of({ state: 'failed', counts: { failed: 1 } })).toBe(false);
    expect(of({ verb: 'undo', counts: { restored: 3, conflict: 1 } })).toBe(false);
    expect(of({ kind: 'campus', verb: 'plan', stages: [stage('done', { failed: 1 })] })).toBe(false);
    expect(of({ kind: 'campus', verb: 'align', stages: [stage('done', { failed: 1 })] })).toBe(true);
  });

  it('over the campus offers to retry failures, and goes on only if cut short', () => {
    expect(retryLabel({ ...aJob, state: 'done' }, 'go_on')).toBe('retry');
    expect(retryLabel({ ...aJob, state: 'cancelled' }, 'go_on')).toBe('go_on');
  });
});

it('only the plan of the whole campus has a page', () => {
  const plan = (stages: number): Job => ({
    ...aJob,
    id: 7,
    kind: 'campus',
    verb: 'plan',
    stages: Array.from({ length: stages }, () => stage('done')),
  });
  expect(planLink(plan(20))).toEqual({ to: '/selaraskan', search: { rencana: '7' } });
  expect(planLink(plan(2))).toBeNull();
  expect(planLink({ ...plan(20), verb: 'align' })).toBeNull();
});
