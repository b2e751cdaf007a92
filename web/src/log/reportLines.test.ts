import { expect, it } from 'vitest';
import type { JobRow } from '../api/client';
import { reportLines, singleLines } from './reportLines';

const row = (number: string | null, label: string, of: Partial<JobRow> = {}) =>
  ({
    kind: 'mahasiswa',
    number,
    class: { number: label, label },
    outcome: 'suspended',
    reason: null,
    ...of,
  }) as JobRow;

it('neighbours of one person with one outcome are a line with all their classes', () => {
  const rows = [
    row('260001', 'Algoritma A'),
    row('260001', 'Basis Data B'),
    row('260001', 'Kalkulus C', { outcome: 'failed', reason: 'Kursus tidak ada.' }),
    row('260002', 'Algoritma A'),
  ];
  const lines = reportLines(rows).map(({ rows: count, classes }) => [
    count,
    ...classes.map(({ label }) => label),
  ]);
  expect(lines).toEqual([
    [2, 'Algoritma A', 'Basis Data B'],
    [1, 'Kalkulus C'],
    [1, 'Algoritma A'],
  ]);
  expect(singleLines(rows)).toHaveLength(4);
});

it('rows without a person or a class stay apart', () => {
  expect(reportLines([row(null, 'A'), row(null, 'B')])).toHaveLength(2);
  expect(reportLines([row('1', 'A', { class: null }), row('1', 'B', { class: null })])).toHaveLength(2);
});
