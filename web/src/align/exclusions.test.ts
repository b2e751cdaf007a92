import { describe, expect, it } from 'vitest';
import { isRowExcluded, isStageExcluded, sameExclusions, withRow, withStage } from './exclusions';

const kelas = { verb: 'export', kind: 'kelas' } as const;
const dosen = { verb: 'enroll', kind: 'mengajar' } as const;

describe('the parts of a campus plan to leave out', () => {
  it('can be a stage, which can be included again', () => {
    const out = withStage([], kelas, true);
    expect(isStageExcluded(out, kelas)).toBe(true);
    expect(isStageExcluded(out, dosen)).toBe(false);
    expect(withStage(out, kelas, false)).toEqual([]);
  });

  it('can be some rows of a stage', () => {
    const out = withRow(withRow([], kelas, '7', true), kelas, '9', true);
    expect(out).toEqual([{ ...kelas, rows: ['7', '9'] }]);
    expect(isRowExcluded(out, kelas, '7')).toBe(true);
    expect(isStageExcluded(out, kelas)).toBe(false);
    expect(withRow(withRow(out, kelas, '7', false), kelas, '9', false)).toEqual([]);
  });

  it('lose single rows if their stage is left out and included again', () => {
    const out = withStage(withRow([], kelas, '7', true), kelas, true);
    expect(out).toEqual([{ ...kelas, rows: null }]);
  });

  it('are equal in any order', () => {
    const one = withStage(withRow(withRow([], kelas, '7', true), kelas, '9', true), dosen, true);
    const other = withRow(withRow(withStage([], dosen, true), kelas, '9', true), kelas, '7', true);
    expect(sameExclusions(one, other)).toBe(true);
    expect(sameExclusions(one, withRow(other, kelas, '9', false))).toBe(false);
  });
});
