import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Verb } from '../action/request';
import { assumedSettings } from '../api/settings';
import { kelas } from '../kinds/kelas';
import { byClass, mahasiswa } from '../kinds/mahasiswa';
import { mataKuliah } from '../kinds/mataKuliah';
import { startTexts } from '../texts/i18n';
import { readAddress } from './address';
import type { ListDeclaration } from './declaration';
import { requestForAll, requestForOne, scopeLabel } from './requests';

let t: TFunction;
beforeAll(async () => {
  await startTexts();
  t = i18next.t;
});

const all = (list: ListDeclaration, verb: Verb, raw: Record<string, string> = {}, chosen: string[] = []) =>
  requestForAll(list, verb, readAddress(list, raw), chosen, assumedSettings, t);
const one = (list: ListDeclaration, verb: Verb, row: Record<string, unknown>) =>
  requestForOne(list, verb, row, assumedSettings, t);

const ofClass = { class: 'IF101-A', nama_mk: 'Algoritma', nama_kelas: 'A', program_id: '11' };
const student = { id: 5, NPK: '260001', nama_lengkap: 'Siti Rahayu', ...ofClass };

describe('the question before an action', () => {
  it.each([
    [kelas.list, 'sync', 'Lakukan sinkronisasi data Kelas?'],
    [kelas.list, 'export', 'Lakukan export data Kelas?'],
    [kelas.list, 'delete', 'Lakukan penghapusan data Kelas di dashboard?'],
    [mataKuliah.list, 'sync', 'Lakukan sinkronisasi data Mata Kuliah?'],
    [mataKuliah.list, 'export', 'Lakukan export data Mata Kuliah?'],
    [mataKuliah.list, 'delete', 'Lakukan penghapusan data Mata Kuliah di dashboard?'],
    [mahasiswa.list, 'sync', 'Lakukan sinkronisasi data Mahasiswa?'],
    [mahasiswa.list, 'export', 'Lakukan Export All as User Data Mahasiswa?'],
    [mahasiswa.list, 'enroll', 'Lakukan Enroll Data Mahasiswa?'],
    [mahasiswa.list, 'unenroll', 'Lakukan Unenroll Data Mahasiswa?'],
    [mahasiswa.list, 'delete', 'Lakukan penghapusan data Mahasiswa di dashboard?'],
  ] as const)('of all rows is the specification’s', (list, verb, question) => {
    expect(all(list, verb)?.question).toBe(question);
  });

  it.each([
    [kelas.list, { id: 1, nama_mata_kuliah: 'Algoritma', nama_kelas: 'A' }, 'Hapus Kelas Algoritma A?'],
    [mataKuliah.list, { id: 1, nama_matakuliah: 'Algoritma' }, 'Hapus Mata Kuliah Algoritma?'],
    [mahasiswa.list, student, 'Hapus Mahasiswa Siti Rahayu?'],
  ])('of deleting one row names the row', (list, row, question) => {
    expect(one(list, 'delete', row)?.question).toBe(question);
  });

  it('of exporting one student is that of any export', () => {
    expect(one(mahasiswa.list, 'export', student)?.question).toBe('Lakukan export data Mahasiswa?');
  });
});

describe('what is sent', () => {
  it('for chosen dashboard rows are their ids, for chosen source rows their keys', () => {
    expect(all(kelas.list, 'export', {}, ['3', '7'])?.body).toEqual({ ids: [3, 7] });
    expect(all(kelas.list, 'sync', { tab: 'source' }, ['90001'])?.body).toEqual({ keys: ['90001'] });
  });

  it('for one row is its key', () => {
    expect(one(kelas.list, 'sync', { id: 9, jadwal_kuliah_detail_id: '90001' })?.body).toEqual({
      jadwal_kuliah_detail_id: '90001',
    });
  });

  it('for one student is the number and the class, since a student is in several', () => {
    expect(one(mahasiswa.list, 'enroll', student)?.body).toEqual({
      NPK: '260001',
      nama_mk: 'Algoritma',
      nama_kelas: 'A',
      program_id: '11',
    });
  });

  it('for a chosen class names it, without the id that is for the eye', () => {
    expect(all(mahasiswa.list, 'sync', ofClass)?.body).toEqual({
      nama_mk: 'Algoritma',
      nama_kelas: 'A',
      program_id: '11',
    });
  });

  it('for deleting all is no class, and the modal says that every class is meant', () => {
    const request = all(mahasiswa.list, 'delete', ofClass);
    expect(request?.body).toEqual({});
    expect(request?.notes).toContain('Berlaku untuk semua kelas.');
  });

  it('is nothing where the kind has no such verb', () => {
    expect(all(kelas.list, 'enroll')).toBeNull();
    expect(one(mataKuliah.list, 'unenroll', {})).toBeNull();
  });
});

it('a class is called by its id first', () => {
  expect(scopeLabel(byClass({}), ofClass)).toBe('IF101-A · Algoritma A');
});
