import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RowOf } from '../api/client';
import type { Column, ListDeclaration, ListTab } from '../list/declaration';
import { startTexts } from '../texts/i18n';
import { kinds } from './kinds';
import { mengajar } from './mengajar';
import { titledName } from './pengajar';
import { prodi } from './prodi';
import { semester } from './semester';
import { tahunAjaran } from './tahunAjaran';

beforeAll(startTexts);

/** The headings of a tab as the screen shows them. */
function headings(list: ListDeclaration, side: ListTab): string[] {
  return list.columns
    .filter(({ only }) => !only || only === side)
    .map(({ field }) => i18next.t([`kinds.${list.id}.columns.${field}`, `fields.${field}`]));
}

describe('the columns', () => {
  it.each([
    [prodi, 'dashboard', ['Nama Prodi', 'Program ID', 'Migrasi']],
    [
      semester,
      'dashboard',
      [
        'Nama Semester',
        'Kode Semester',
        'Tahun Ajaran',
        'Kode Tahun Ajaran',
        // Besides the specification's: the days that courses begin and end with.
        'Tanggal Mulai',
        'Tanggal Selesai',
        'Migrasi',
      ],
    ],
    [tahunAjaran, 'dashboard', ['Nama Tahun Ajaran', 'Kode Tahun Ajaran', 'Migrasi']],
    [
      mengajar,
      'dashboard',
      // `Peran` is besides the specification's: what the teacher is in the class.
      ['Nama Mata Kuliah', 'Kelas ID', 'Program ID', 'NIK', 'Nama Kelas', 'Peran', 'Enroll'],
    ],
    [mengajar, 'source', ['Nama Mata Kuliah', 'Kelas ID', 'Program ID', 'NIK']],
  ] as const)('are the specification’s (%#)', (kind, side, expected) => {
    expect(headings(kind.list, side)).toEqual(expected);
  });

  it("have fields of the API's rows: others do not compile", () => {
    const column: Column<RowOf<'kelas'>> = { field: 'nama_kelas' };
    // @ts-expect-error: a misspelt field, which the type check must refuse
    const misspelt: Column<RowOf<'kelas'>> = { field: 'nama_kels' };
    expect(column.field).not.toBe(misspelt.field);
  });

  it('never hold a password', () => {
    for (const { list } of kinds) {
      const password = list.columns.find(({ field }) => field === 'password');
      // A password that a server might send there some day.
      if (password) expect(password.value?.({ password: 'terbuka' })).toBe('-');
    }
  });

  it('are hidden at first if they show "-" for every row', () => {
    const filled = new Proxy({}, { get: () => 'isi' });
    const empty = kinds.flatMap(({ list }) => list.columns.filter(({ value }) => value?.(filled) === '-'));
    expect(empty.map(({ field }) => field)).toContain('password');
    expect(empty.filter(({ hiddenByDefault }) => !hiddenByDefault)).toEqual([]);
  });

  it('have one heading for the card of a phone', () => {
    for (const { list } of kinds) {
      expect([list.id, list.columns.filter(({ card }) => card === 'heading').length]).toEqual([list.id, 1]);
    }
  });
});

describe('a kind', () => {
  it('has a unique name and address', () => {
    const names = kinds.map(({ list }) => list.id);
    const paths = kinds.map(({ list }) => list.path);
    expect([new Set(names).size, new Set(paths).size]).toEqual([kinds.length, kinds.length]);
  });

  it('has a form if it has screens to create and update', () => {
    expect(kinds.filter(({ list, form }) => Boolean(list.editable) !== Boolean(form))).toEqual([]);
  });

  it('opens semesters at the source', () => {
    expect(kinds.filter(({ list }) => list.defaultTab === 'source')).toEqual([semester]);
  });
});

describe('the name of a teacher', () => {
  it.each([
    [{ gelar_awal: 'Dr.', nama_lengkap: 'Siti Rahayu', gelar_akhir: 'M.Kom.' }, 'Dr. Siti Rahayu, M.Kom.'],
    [{ gelar_awal: '', nama_lengkap: 'Suparman', gelar_akhir: '' }, 'Suparman'],
    [{ nama_depan: 'Budi', nama_belakang: 'Santoso' }, 'Budi Santoso'],
    [{ nik: '1970' }, '1970'],
  ])('%#', (row, name) => {
    expect(titledName(row)).toBe(name);
  });
});
