import { describe, expect, it } from 'vitest';
import type { KindStatus } from '../api/client';
import { kelas } from '../kinds/kelas';
import { mahasiswa } from '../kinds/mahasiswa';
import { mengajar } from '../kinds/mengajar';
import { semester } from '../kinds/semester';
import {
  failuresOf,
  gapsOf,
  type KindLine,
  kindLines,
  nextVerb,
  pendingRows,
  peopleToEnroll,
  rowsOnlyHere,
  rowsToExport,
  rowsToSync,
} from './kindStatus';
import { sampleStatus } from './kindStatus.fixture';

const waiting = (numbers: Partial<KindStatus['waiting']>) => ({ ...sampleStatus.waiting, ...numbers });

/** A kind of objects of which those that are not on the platform were never sent. */
const statusOf = (kind: string, rows: number, migrated: number, source_rows: number | null = null) => ({
  ...sampleStatus,
  kind,
  label: kind,
  rows,
  migrated,
  source_rows,
  waiting: waiting({ not_there: rows - migrated }),
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
  ])('case %# has the expected step', ({ list }, rows, migrated, atSource, verb) => {
    expect(nextVerb({ list, status: statusOf(list.id, rows, migrated, atSource) })).toBe(verb);
  });
});

describe('people and their enrolments', () => {
  it('are counted apart: students with accounts still wait for enrolment', () => {
    const status = {
      ...statusOf('mahasiswa', 70, 10, 70),
      ...students,
      waiting: waiting({ not_enrolled: 5, suspended: 4, enrolments_refused: 1 }),
    };
    expect(rowsToExport(status)).toBe(0);
    expect(peopleToEnroll(status)).toBe(10);
    expect(nextVerb({ list: mahasiswa.list, status })).toBe('enroll');
    const enrolled = { ...status, enrolled: 70, waiting: waiting({}) };
    expect(nextVerb({ list: mahasiswa.list, status: enrolled })).toBeNull();
  });
});

describe('the gaps of a kind', () => {
  const keys = (status: KindStatus) => gapsOf(status).map(({ key, n }) => `${key} ${n}`);

  it('count people who are suspended although the source lists them', () => {
    const status = {
      ...statusOf('mahasiswa', 70, 10, 70),
      ...students,
      waiting: waiting({ not_enrolled: 6, suspended: 4 }),
    };
    expect(keys(status)).toEqual(['to_enroll 6', 'suspended 4']);
    expect(pendingRows([{ list: mahasiswa.list, status }])).toBe(10);
  });

  it('tell what the platform lacks from what differs there', () => {
    const status = {
      ...statusOf('kelas', 10, 5, 10),
      waiting: waiting({ not_there: 2, different: 3, refused: 1 }),
    };
    expect(keys(status)).toEqual(['to_send 2', 'different 3']);
    expect(rowsToExport(status)).toBe(6);
  });

  it('are none for people who left', () => {
    const status = {
      ...statusOf('mengajar', 10, 7, 10),
      enrolments: 10,
      enrolled: 7,
      suspended: 3,
      waiting: waiting({}),
    };
    expect(keys(status)).toEqual([]);
    expect([rowsToExport(status), nextVerb({ list: mengajar.list, status })]).toEqual([0, null]);
    expect(pendingRows([{ list: mengajar.list, status }])).toBe(0);
    // A teaching is no object on the platform, but an enrolment.
    const pending = { ...status, waiting: waiting({ not_enrolled: 3 }) };
    expect([rowsToExport(pending), nextVerb({ list: mengajar.list, status: pending })]).toEqual([
      3,
      'enroll',
    ]);
  });
});

describe('the main page', () => {
  it('lists kinds in the order of the screens', () => {
    const lines = kindLines(
      [statusOf('kelas', 1, 0), statusOf('semester', 1, 0), statusOf('entah', 1, 0)],
      false,
    );
    expect(lines.map(({ list }) => list.id)).toEqual(['semester', 'kelas']);
  });

  it('lists students of other campuses only if the exchange is on', () => {
    const mbkm = [statusOf('mahasiswa_mbkm', 0, 0)];
    expect([kindLines(mbkm, true).length, kindLines(mbkm, false).length]).toEqual([1, 0]);
  });

  it('links to the failed rows alone', () => {
    const failed = ({ list }: Pick<KindLine, 'list'>, n = 5, failed_enrolments: number | null = null) =>
      failuresOf({ list, status: { ...statusOf(list.id, 70, 60), failed: n, failed_enrolments } });
    const alone = { n: 5, enrolments: false };
    expect(failed(kelas)).toEqual([{ ...alone, search: { migration: 'gagal' } }]);
    expect(failed(semester)).toEqual([{ ...alone, search: { tab: 'dashboard', migration: 'gagal' } }]);
    // A teaching is an enrolment and nothing else.
    expect(failed(mengajar, 5, 5)).toEqual([{ ...alone, search: { enroll: 'gagal' } }]);
    expect(failed(kelas, 0)).toEqual([]);
  });

  it('counts failed people and failed enrolments apart, with links', () => {
    const failed = (n: number, failed_enrolments: number) =>
      failuresOf({
        list: mahasiswa.list,
        status: { ...statusOf('mahasiswa', 70, 10), failed: n, failed_enrolments },
      });
    const people = (n: number) => ({ n, enrolments: false, search: { migration: 'gagal' } });
    const enrolments = (n: number) => ({ n, enrolments: true, search: { enroll: 'gagal' } });
    expect(failed(5, 3)).toEqual([people(2), enrolments(3)]);
    expect(failed(5, 0)).toEqual([people(5)]);
    expect(failed(5, 5)).toEqual([enrolments(5)]);
  });

  it('reports no negative or unknown differences', () => {
    expect(rowsToSync({ source_rows: 3, rows: 5, missing: 0 })).toBe(0);
    expect(rowsToSync({ source_rows: null, rows: 0, missing: 0 })).toBe(0);
    expect(rowsToSync({ source_rows: 12, rows: 5, missing: 0 })).toBe(7);
    expect(rowsOnlyHere({ source_rows: null, rows: 5, missing: 0 })).toBe(0);
    expect(rowsOnlyHere({ source_rows: 12, rows: 5, missing: 0 })).toBe(0);
    expect(rowsOnlyHere({ source_rows: 3, rows: 5, missing: 0 })).toBe(2);
  });

  it('does not offset missing rows against new ones', () => {
    const classes = { ...statusOf('kelas', 8, 8, 7), missing: 3 };
    expect([rowsToSync(classes), rowsOnlyHere(classes)]).toEqual([2, 0]);
    expect(nextVerb({ list: kelas.list, status: classes })).toBe('sync');
    const made = { ...classes, rows: 11 };
    expect([rowsToSync(made), rowsOnlyHere(made)]).toEqual([0, 1]);
    expect(gapsOf(made).map(({ key, n }) => `${key} ${n}`)).toEqual(['missing 3', 'only_here 1']);
  });
});
