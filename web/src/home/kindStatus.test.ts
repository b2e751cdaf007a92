import { describe, expect, it } from 'vitest';
import { kelas } from '../kinds/kelas';
import { mahasiswa } from '../kinds/mahasiswa';
import { mengajar } from '../kinds/mengajar';
import { semester } from '../kinds/semester';
import {
  failedOf,
  type Line,
  linesOf,
  onlyHere,
  remedy,
  toEnroll,
  toFetch,
  toSend,
  waitingRows,
} from './standing';
import { aStanding } from './standing.fixture';

const standing = (kind: string, rows: number, migrated: number, source_rows: number | null = null) => ({
  ...aStanding,
  kind,
  label: kind,
  rows,
  migrated,
  source_rows,
});

const students = { people: 10, enrolments: 70, accounts: 10, enrolled: 60, suspended: 4 };

describe('the next step of a kind', () => {
  it.each([
    [kelas, 0, 0, null, 'sync'],
    [kelas, 10, 7, null, 'export'],
    [kelas, 10, 7, 10, 'export'],
    [kelas, 10, 10, 10, null],
    // New rows of the source are synced before anything is exported.
    [kelas, 10, 7, 12, 'sync'],
    // A sync cannot fix rows that the source no longer lists, or that a form created.
    [kelas, 10, 10, 8, null],
    // Students are synced class by class, so the user has to choose a class first.
    [mahasiswa, 0, 0, null, null],
    [mahasiswa, 10, 10, 12, null],
    [mahasiswa, 10, 7, 12, 'export'],
    // A teaching is no object on the platform, but an enrolment.
    [mengajar, 10, 7, 10, 'enroll'],
  ])('case %# has the expected step', ({ list }, rows, migrated, atSource, verb) => {
    expect(remedy({ list, standing: standing(list.id, rows, migrated, atSource) })).toBe(verb);
  });
});

describe('people and their enrolments', () => {
  it('are counted apart: students with accounts still wait for enrolment', () => {
    const standing_of = { ...standing('mahasiswa', 70, 10, 70), ...students };
    expect(toSend(standing_of)).toBe(0);
    expect(toEnroll(standing_of)).toBe(6);
    expect(remedy({ list: mahasiswa.list, standing: standing_of })).toBe('enroll');
    const enrolled = { ...standing_of, enrolled: 66 };
    expect(remedy({ list: mahasiswa.list, standing: enrolled })).toBeNull();
  });
});

describe('no enrolment is pending', () => {
  const without = (numbers: object) => ({
    ...standing('mengajar', 10, 7, 10),
    enrolments: 10,
    enrolled: 7,
    ...numbers,
  });

  it('for teachings that are suspended or no longer listed', () => {
    expect(toSend(without({ suspended: 2 }))).toBe(1);
    const left = without({ suspended: 2, gone_unenrolled: 1 });
    expect([toSend(left), remedy({ list: mengajar.list, standing: left })]).toEqual([0, null]);
    expect(waitingRows([{ list: mengajar.list, standing: left }])).toBe(0);
  });

  it('for students who left their class before enrolling', () => {
    const left = { ...standing('mahasiswa', 70, 10, 70), ...students, gone_unenrolled: 6 };
    expect([toEnroll(left), remedy({ list: mahasiswa.list, standing: left })]).toEqual([0, null]);
    expect(waitingRows([{ list: mahasiswa.list, standing: left }])).toBe(0);
  });
});

describe('the main page', () => {
  it('lists kinds in the order of the screens', () => {
    const lines = linesOf(
      [standing('kelas', 1, 0), standing('semester', 1, 0), standing('entah', 1, 0)],
      false,
    );
    expect(lines.map(({ list }) => list.id)).toEqual(['semester', 'kelas']);
  });

  it('lists students of other campuses only if the exchange is on', () => {
    const mbkm = [standing('mahasiswa_mbkm', 0, 0)];
    expect([linesOf(mbkm, true).length, linesOf(mbkm, false).length]).toEqual([1, 0]);
  });

  it('links to the failed rows alone', () => {
    const failed = ({ list }: Pick<Line, 'list'>, n = 5, failed_enrolments: number | null = null) =>
      failedOf({ list, standing: { ...standing(list.id, 70, 60), failed: n, failed_enrolments } });
    const alone = { n: 5, enrolments: false };
    expect(failed(kelas)).toEqual([{ ...alone, search: { migration: 'gagal' } }]);
    expect(failed(semester)).toEqual([{ ...alone, search: { tab: 'dashboard', migration: 'gagal' } }]);
    // A teaching is an enrolment and nothing else.
    expect(failed(mengajar, 5, 5)).toEqual([{ ...alone, search: { enroll: 'gagal' } }]);
    expect(failed(kelas, 0)).toEqual([]);
  });

  it('counts failed people and failed enrolments apart, with links', () => {
    const failed = (n: number, failed_enrolments: number) =>
      failedOf({
        list: mahasiswa.list,
        standing: { ...standing('mahasiswa', 70, 10), failed: n, failed_enrolments },
      });
    const people = (n: number) => ({ n, enrolments: false, search: { migration: 'gagal' } });
    const enrolments = (n: number) => ({ n, enrolments: true, search: { enroll: 'gagal' } });
    expect(failed(5, 3)).toEqual([people(2), enrolments(3)]);
    expect(failed(5, 0)).toEqual([people(5)]);
    expect(failed(5, 5)).toEqual([enrolments(5)]);
  });

  it('reports no negative or unknown differences', () => {
    expect(toSend(standing('kelas', 3, 5))).toBe(0);
    expect(toFetch({ source_rows: 3, rows: 5, missing: 0 })).toBe(0);
    expect(toFetch({ source_rows: null, rows: 0, missing: 0 })).toBe(0);
    expect(toFetch({ source_rows: 12, rows: 5, missing: 0 })).toBe(7);
    expect(onlyHere({ source_rows: null, rows: 5, missing: 0 })).toBe(0);
    expect(onlyHere({ source_rows: 12, rows: 5, missing: 0 })).toBe(0);
    expect(onlyHere({ source_rows: 3, rows: 5, missing: 0 })).toBe(2);
  });

  it('does not offset missing rows against new ones', () => {
    const classes = { ...standing('kelas', 8, 8, 7), missing: 3 };
    expect([toFetch(classes), onlyHere(classes)]).toEqual([2, 3]);
    expect(remedy({ list: kelas.list, standing: classes })).toBe('sync');
    const made = { ...classes, rows: 11 };
    expect([toFetch(made), onlyHere(made)]).toEqual([0, 4]);
  });
});
