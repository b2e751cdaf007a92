import type { RowOf } from '../api/client';
import type { Choices } from '../form/declaration';

/** The suggestions for fields that refer to a row of another kind. */

export const academicYearChoices: Choices<RowOf<'tahun_ajaran'>> = {
  kind: 'tahun_ajaran',
  screen: '/tahun-ajaran',
  list: { method: 'GET', path: '/api/v1/api/tahun_ajaran/get' },
  code: 'kode_tahun_ajaran',
  name: (row) => row.nama_tahun_ajaran ?? '',
};

export const semesterChoices: Choices<RowOf<'semester'>> = {
  kind: 'semester',
  screen: '/semester',
  list: { method: 'GET', path: '/api/v1/api/semester/get' },
  code: 'kode_semester',
  name: (row) => row.nama_semester ?? '',
};

export const programChoices: Choices<RowOf<'prodi'>> = {
  kind: 'prodi',
  screen: '/prodi',
  list: { method: 'GET', path: '/api/v1/api/prodi/get' },
  code: 'kode_prodi',
  name: (row) => row.nama_prodi ?? '',
};

export const departmentChoices: Choices<RowOf<'jurusan'>> = {
  kind: 'jurusan',
  screen: '/jurusan',
  list: { method: 'GET', path: '/api/v1/api/jurusan/get' },
  code: 'kode_jurusan',
  name: (row) => row.nama_jurusan ?? '',
};

export const classChoices: Choices<RowOf<'kelas'>> = {
  kind: 'kelas',
  screen: '/kelas',
  list: { method: 'GET', path: '/api/v1/api/kelas/get' },
  code: 'kelas_id',
  name: (row) => [row.nama_mata_kuliah, row.nama_kelas].filter(Boolean).join(' '),
};
