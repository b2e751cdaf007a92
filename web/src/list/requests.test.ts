import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Verb } from '../action/request';
import { defaultSettings } from '../api/settings';
import { jurusan } from '../kinds/jurusan';
import { kelas } from '../kinds/kelas';
import { classNarrowing, mahasiswa } from '../kinds/mahasiswa';
import { mahasiswaMbkm } from '../kinds/mahasiswaMbkm';
import { mataKuliah } from '../kinds/mataKuliah';
import { mengajar } from '../kinds/mengajar';
import { pengajar } from '../kinds/pengajar';
import { prodi } from '../kinds/prodi';
import { semester } from '../kinds/semester';
import { tahunAjaran } from '../kinds/tahunAjaran';
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
  requestForAll(
    list,
    verb,
    readAddress(list, raw),
    chosen.length > 0 ? { of: 'chosen', names: chosen } : { of: 'all' },
    defaultSettings,
    t,
  );
const one = (list: ListDeclaration, verb: Verb, row: Record<string, unknown>) =>
  requestForOne(list, verb, row, defaultSettings, t);

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
    [jurusan.list, 'sync', 'Lakukan sinkronisasi data Jurusan?'],
    [pengajar.list, 'sync', 'Lakukan sinkronisasi data Pengajar?'],
    [pengajar.list, 'export', 'Lakukan export data Pengajar?'],
    [prodi.list, 'sync', 'Lakukan sinkronisasi data Prodi?'],
    [prodi.list, 'export', 'Lakukan export data Prodi?'],
    [prodi.list, 'delete', 'Lakukan penghapusan data Prodi di dashboard?'],
    [semester.list, 'sync', 'Lakukan sinkronisasi data Semester?'],
    [semester.list, 'export', 'Lakukan export data Semester?'],
    [tahunAjaran.list, 'sync', 'Lakukan sinkronisasi data Tahun Ajaran?'],
    [tahunAjaran.list, 'export', 'Lakukan export data Tahun Ajaran?'],
    [mengajar.list, 'sync', 'Lakukan sinkronisasi data mengajar?'],
    [mengajar.list, 'enroll', 'Lakukan enroll data Pengajar?'],
    [mengajar.list, 'unenroll', 'Lakukan unenroll data Pengajar?'],
  ] as const)('of all rows is the specification’s', (list, verb, question) => {
    expect(all(list, verb)?.question).toBe(question);
  });

  it.each([
    [kelas.list, { id: 1, nama_mata_kuliah: 'Algoritma', nama_kelas: 'A' }, 'Hapus Kelas Algoritma A?'],
    [mataKuliah.list, { id: 1, nama_matakuliah: 'Algoritma' }, 'Hapus Mata Kuliah Algoritma?'],
    [mahasiswa.list, student, 'Hapus Mahasiswa Siti Rahayu?'],
    [jurusan.list, { id: 1, nama_jurusan: 'Teknologi Informasi' }, 'Hapus Jurusan Teknologi Informasi?'],
    [prodi.list, { id: 1, nama_prodi: 'Informatika' }, 'Hapus prodi Informatika?'],
    [semester.list, { id: 1, nama_semester: 'Gasal 2026/2027' }, 'Hapus Semester Gasal 2026/2027?'],
    [tahunAjaran.list, { id: 1, nama_tahun_ajaran: '2026/2027' }, 'Hapus Tahun Ajaran 2026/2027?'],
    [
      pengajar.list,
      { id: 1, nama_lengkap: 'Siti Rahayu', gelar_awal: 'Dr.', gelar_akhir: 'M.Kom.' },
      'Hapus Pengajar Dr. Siti Rahayu, M.Kom.?',
    ],
  ])('names the row before deleting one', (list, row, question) => {
    expect(one(list, 'delete', row)?.question).toBe(question);
  });

  it('of a deletion names dependants and the undo period', () => {
    expect(all(kelas.list, 'delete')?.notes).toEqual([
      'Yang memakai data ini tidak ikut dihapus: Mahasiswa, Data Mengajar.',
      'Data di OCAS dan Moodle tidak ikut dihapus.',
      'Penghapusan dapat diurungkan selama 30 hari.',
    ]);
    expect(one(kelas.list, 'delete', { id: 9 })?.notes).toContain(
      'Penghapusan dapat diurungkan selama 30 hari.',
    );
  });

  it('tells one enrolment from others of the same person', () => {
    const namesakes = 'Hanya untuk: Siti Rahayu · 260001 · Algoritma A';
    for (const verb of ['delete', 'enroll', 'unenroll', 'export', 'leave'] as const) {
      expect(one(mahasiswa.list, verb, student)?.notes[0]).toBe(namesakes);
    }
    const guest = { NPK: '260001', NamaLengkap: 'Siti Rahayu', nama_mk: 'Algoritma', nama_kelas: 'A' };
    expect(one(mahasiswaMbkm.list, 'delete', guest)?.notes[0]).toBe(namesakes);
    expect(one(mahasiswa.list, 'delete', student)?.notes).toContain(
      'Barisnya di kelas lain tidak ikut dihapus.',
    );
    const teacher = { nik: '0412', nama_lengkap: 'Budi' };
    expect(one(pengajar.list, 'delete', teacher)?.notes[0]).toBe('Hanya untuk: Budi · 0412');
  });

  it('names the teacher of one teaching', () => {
    const teaching = { nik: '0412', nama_mata_kuliah: 'Algoritma', nama_kelas: 'A' };
    const request = requestForOne(mengajar.list, 'enroll', teaching, defaultSettings, t, 'Budi, M.Kom.');
    expect(request?.notes[0]).toBe('Hanya untuk: Budi, M.Kom. · 0412 · Algoritma A');
    expect(request?.subject).toBe('Budi, M.Kom. · 0412 · Algoritma A');
  });

  it("of one student's export is the common one", () => {
    expect(one(mahasiswa.list, 'export', student)?.question).toBe('Lakukan export data Mahasiswa?');
  });
});

describe('the body', () => {
  it('has ids of dashboard rows and keys of source rows', () => {
    expect(all(kelas.list, 'export', {}, ['3', '7'])?.body).toEqual({ ids: [3, 7] });
    expect(all(kelas.list, 'sync', { tab: 'source' }, ['90001'])?.body).toEqual({ keys: ['90001'] });
  });

  it('has the key of one row', () => {
    expect(one(kelas.list, 'sync', { id: 9, jadwal_kuliah_detail_id: '90001' })?.body).toEqual({
      jadwal_kuliah_detail_id: '90001',
    });
  });

  it('has number and class of one student, who has several classes', () => {
    expect(one(mahasiswa.list, 'enroll', student)?.body).toEqual({
      NPK: '260001',
      nama_mk: 'Algoritma',
      nama_kelas: 'A',
      program_id: '11',
    });
  });

  it('names a chosen class without its display name', () => {
    expect(all(mahasiswa.list, 'sync', ofClass)?.body).toEqual({
      nama_mk: 'Algoritma',
      nama_kelas: 'A',
      program_id: '11',
    });
  });

  it('limits a full deletion to the chosen class, and says so', () => {
    const ofOne = all(mahasiswa.list, 'delete', ofClass);
    expect(ofOne?.body).toEqual({ nama_mk: 'Algoritma', nama_kelas: 'A', program_id: '11' });
    expect(ofOne?.notes[0]).toBe('Hanya untuk kelas IF101-A · Algoritma A.');
    const ofEvery = all(mahasiswa.list, 'delete');
    expect(ofEvery?.body).toEqual({});
    expect(ofEvery?.notes[0]).toBe('Berlaku untuk semua kelas.');
  });

  it('has the search and filters for any number of matching rows', () => {
    const address = readAddress(mahasiswa.list, { q: 'siti', enroll: 'gagal', missing: 'true', ...ofClass });
    const scope = { of: 'matching', rows: 12_995 } as const;
    const request = requestForAll(mahasiswa.list, 'delete', address, scope, defaultSettings, t);
    const { class: _shown, ...fields } = ofClass;
    expect(request?.body).toEqual({ q: 'siti', enroll: 'gagal', missing: true, ...fields });
    expect(request?.notes[0]).toBe('Hanya untuk 12.995 baris yang cocok dengan pencarian dan filter.');
  });

  it('has the keys of source rows that match a search', () => {
    const address = readAddress(kelas.list, { tab: 'source', q: 'algoritma' });
    const scope = { of: 'matching', rows: 2, keys: ['90001', '90002'] } as const;
    const request = requestForAll(kelas.list, 'sync', address, scope, defaultSettings, t);
    expect(request?.body).toEqual({ keys: ['90001', '90002'] });
    expect(request?.notes[0]).toBe('Hanya untuk 2 baris yang cocok dengan pencarian dan filter.');
  });

  it.each([
    [
      12_994,
      'Pencarian dan filter tidak mempersempit tindakan ini: 12.994 baris lain yang tidak tampil ikut kena.',
    ],
    [
      null,
      'Pencarian dan filter di layar tidak mempersempit tindakan ini: semua baris ikut, juga yang tidak tampil.',
    ],
  ])('warns first about hidden rows (%s)', (more, sentence) => {
    const address = readAddress(kelas.list, { q: 'algoritma' });
    const scope = { of: 'all despite', more } as const;
    const request = requestForAll(kelas.list, 'sync', address, scope, defaultSettings, t);
    expect(request?.body).toEqual({});
    expect(request?.notes[0]).toBe(sentence);
  });

  it('has teacher, course and class of one teaching', () => {
    const row = { id: 4, nik: '1970', nama_mata_kuliah: 'Algoritma', kelas_id: 'IF101-A', program_id: '11' };
    expect(one(mengajar.list, 'enroll', row)?.body).toEqual({
      nik: '1970',
      nama_mata_kuliah: 'Algoritma',
      kelas_id: 'IF101-A',
    });
  });

  it('has only the number of a chosen teacher', () => {
    const request = all(mengajar.list, 'enroll', { teacher: 'Dr. Siti Rahayu', nik: '1970' });
    expect(request?.body).toEqual({ nik: '1970' });
    expect(request?.notes).toEqual(['Hanya untuk pengajar Dr. Siti Rahayu.']);
  });

  it('has no teacher when syncing teachings, listed for all at once', () => {
    const request = all(mengajar.list, 'sync', { teacher: 'Dr. Siti Rahayu', nik: '1970' });
    expect(request?.body).toEqual({});
    expect(request?.notes).toEqual(['Berlaku untuk semua pengajar.']);
  });

  it('has no program of a guest student, unknown at the source', () => {
    const request = all(mahasiswaMbkm.list, 'sync', ofClass);
    expect(request?.body).toEqual({ nama_mk: 'Algoritma', nama_kelas: 'A' });
  });

  it('is null if the kind has no such verb', () => {
    expect(all(kelas.list, 'enroll')).toBeNull();
    expect(one(mataKuliah.list, 'unenroll', {})).toBeNull();
  });
});

it('a class label starts with its id', () => {
  expect(scopeLabel(classNarrowing({}), ofClass)).toBe('IF101-A · Algoritma A');
});

describe('a modal shows the outcome', () => {
  it('of every action on study programs', () => {
    for (const verb of ['sync', 'export', 'delete'] as const) {
      expect(all(prodi.list, verb)?.answerIn).toBe('modal');
      expect(one(prodi.list, verb, {})?.answerIn).toBe('modal');
    }
  });

  it('of one teaching', () => {
    expect(one(mengajar.list, 'enroll', {})?.answerIn).toBe('modal');
  });

  it('of a failure that used to be an alert', () => {
    const failures = [
      all(jurusan.list, 'sync'),
      all(pengajar.list, 'sync'),
      all(semester.list, 'sync'),
      all(semester.list, 'export'),
      all(tahunAjaran.list, 'sync'),
      all(tahunAjaran.list, 'export'),
      all(mengajar.list, 'sync'),
      all(mengajar.list, 'enroll'),
      all(mengajar.list, 'unenroll'),
    ];
    expect(failures.map((request) => request?.answerIn)).toEqual(failures.map(() => 'modal on error'));
  });

  it('of nothing else', () => {
    expect(all(kelas.list, 'sync')?.answerIn).toBeUndefined();
    expect(all(pengajar.list, 'export')?.answerIn).toBeUndefined();
  });
});

describe('the question about people who leave a class', () => {
  const missingOnly = { missing: 'true' };
  const rows = (list: ListDeclaration, raw: Record<string, string>) =>
    requestForAll(list, 'leave', readAddress(list, raw), { of: 'missing', rows: 38 }, defaultSettings, t);

  it('covers all gone rows of the class, search and filters', () => {
    expect(rows(mahasiswa.list, missingOnly)).toMatchObject({
      question: 'Keluarkan mahasiswa dari kelas?',
      call: { path: '/api/v1/api/mahasiswa/unenroll' },
      body: { missing: true },
      notes: ['Hanya untuk 38 baris yang hilang dari OCAS.', 'Berlaku untuk semua kelas.'],
      leaving: { remove: false },
    });
    const raw = { ...missingOnly, ...ofClass, enroll: 'sudah', q: 'siti' };
    const { class: _shown, ...fields } = ofClass;
    expect(rows(mahasiswa.list, raw)?.body).toEqual({ missing: true, enroll: 'sudah', q: 'siti', ...fields });
    expect(rows(mengajar.list, missingOnly)?.question).toBe('Keluarkan pengajar dari kelas?');
    expect(rows(kelas.list, {})).toBeNull();
  });

  it('covers one gone row, and names class and person', () => {
    expect(one(mahasiswa.list, 'leave', student)).toMatchObject({
      body: { ids: [5], missing: true },
      notes: ['Hanya untuk: Siti Rahayu · 260001 · Algoritma A'],
      leaving: { remove: false },
    });
  });

  it('offers to delete only rows that are gone', () => {
    expect(all(mahasiswa.list, 'unenroll')).toMatchObject({ body: {}, leaving: {} });
    expect(all(mahasiswa.list, 'unenroll', missingOnly, ['1', '2'])).toMatchObject({
      body: { ids: [1, 2], missing: true },
      leaving: { remove: false },
    });
    expect(one(mahasiswa.list, 'unenroll', student)?.leaving).toEqual({});
    expect(all(mahasiswa.list, 'enroll')?.leaving).toBeUndefined();
  });

  it('says that enrolling reactivates a suspended person', () => {
    expect(one(mahasiswa.list, 'enroll', { ...student, enroll: 'ditangguhkan' })?.notes).toEqual([
      'Hanya untuk: Siti Rahayu · 260001 · Algoritma A',
      'Pendaftaran yang ditangguhkan menjadi aktif lagi, dengan nilai dan kelompoknya.',
    ]);
  });
});
