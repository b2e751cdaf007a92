import { expect, it } from 'vitest';
import type { PlanRow } from '../api/client';
import { enrolmentOf } from '../kinds/pages';
import { planLines } from './planLines';

const row = (parts: string[], of: Partial<PlanRow> = {}) =>
  ({ key: parts.join(' · '), parts, label: 'Siti Rahayu', ...of }) as PlanRow;
const student = (key: readonly string[]) => enrolmentOf('mahasiswa', key);
const classesOf = (rows: readonly PlanRow[]) =>
  planLines(rows, student).map((line) => [line.person, ...line.rows.map((each) => each.class)]);

it('a person is one line with all classes', () => {
  const rows = [
    row(['Algoritma', 'A', '11', '260001']),
    row(['Kalkulus', 'B', '11', '260002']),
    row(['Basis Data', 'B', '11', '260001']),
  ];
  expect(classesOf(rows)).toEqual([
    ['260001', 'Algoritma A', 'Basis Data B'],
    ['260002', 'Kalkulus B'],
  ]);
});

it('different reasons are lines of their own, and so are people and other rows', () => {
  const rows = [
    row(['Algoritma', 'A', '11', '260001'], { reason: 'Grup belum ada.' }),
    row(['Basis Data', 'B', '11', '260001']),
  ];
  expect(classesOf(rows)).toHaveLength(2);
  expect(classesOf([row(['260001']), row(['260002'])])).toEqual([
    ['260001', null],
    ['260002', null],
  ]);
  expect(planLines([row(['IF101-A']), row(['IF101-B'])], undefined)).toHaveLength(2);
});

it('teachings and students of other campuses have their person, too', () => {
  expect(enrolmentOf('mengajar', ['0412', 'IF101-A', 'Algoritma'])).toEqual({
    person: '0412',
    class: 'Algoritma IF101-A',
  });
  expect(enrolmentOf('mahasiswa_mbkm', ['Algoritma', 'A', '990001'])).toEqual({
    person: '990001',
    class: 'Algoritma A',
  });
  expect(enrolmentOf('kelas', ['a', 'b', 'c'])).toBeNull();
});
