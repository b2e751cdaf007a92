import { describe, expect, it } from 'vitest';
import type { ComparisonReport } from '../api/client';
import { canExportAgain, linesWithDifferences } from './comparison';

const report = (counts: Record<string, Record<string, number>>): ComparisonReport => ({
  job: null,
  kinds: Object.entries(counts).map(([kind, of]) => ({ kind, label: kind, counts: of })),
});

describe('the report of differences', () => {
  it('lists differing kinds, missing before changed', () => {
    const lines = linesWithDifferences(
      report({ kelas: { in_step: 7 }, mahasiswa: { by_hand: 2, in_step: 9, missing_there: 1 } }),
    );
    expect(lines).toEqual([
      {
        kind: 'mahasiswa',
        differences: [
          { outcome: 'missing_there', rows: 1 },
          { outcome: 'by_hand', rows: 2 },
        ],
      },
    ]);
  });

  it.each([
    ['missing_there', true],
    ['not_enrolled', true],
    ['by_hand', false],
    ['changed_source', false],
  ])('knows whether another export fixes %s', (outcome, mends) => {
    expect(canExportAgain(linesWithDifferences(report({ kelas: { [outcome]: 1 } })))).toBe(mends);
  });
});
