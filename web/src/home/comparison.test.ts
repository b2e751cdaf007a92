import { describe, expect, it } from 'vitest';
import type { ComparisonReport } from '../api/client';
import { canBeSentAgain, differing } from './comparison';

const report = (counts: Record<string, Record<string, number>>): ComparisonReport => ({
  job: null,
  kinds: Object.entries(counts).map(([kind, of]) => ({ kind, label: kind, counts: of })),
});

describe('the report of differences', () => {
  it('lists differing kinds, missing before changed', () => {
    const lines = differing(
      report({ kelas: { in_step: 7 }, mahasiswa: { by_hand: 2, in_step: 9, missing_there: 1 } }),
    );
    expect(lines).toEqual([
      {
        kind: 'mahasiswa',
        found: [
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
    expect(canBeSentAgain(differing(report({ kelas: { [outcome]: 1 } })))).toBe(mends);
  });
});
