import type { FormFieldOf } from '../api/client';
import { departmentChoices } from './choices';
import { fullName, type KindOf, migrationStates } from './kind';
import { classLink, pageOf } from './pages';
import { verbsOf } from './verbs';

export const kelas: KindOf<'kelas', FormFieldOf<'/api/react/update/kelas', 'post'>> = {
  list: {
    id: 'kelas',
    path: '/kelas',
    key: 'jadwal_kuliah_detail_id',
    pageOf: (key) => pageOf('kelas', key),
    label: (row) =>
      [row.nama_mata_kuliah, row.nama_kelas].filter(Boolean).join(' ') || String(row.kelas_id ?? row.id),
    // Classes of different programs may have the same course and name.
    fullName: (row) =>
      fullName([[row.nama_mata_kuliah, row.nama_kelas].filter(Boolean).join(' '), row.kelas_id], []),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/classes' },
      dashboard: { method: 'GET', path: '/api/v1/api/kelas/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      {
        field: 'nama_mata_kuliah',
        card: 'heading',
        page: (row) => classLink(String(row.jadwal_kuliah_detail_id ?? '')),
      },
      { field: 'nama_kelas', card: 'line' },
      { field: 'kelas_id', card: 'line' },
      { field: 'semester' },
      { field: 'program_id' },
      { field: 'hari', card: 'line' },
      { field: 'jam_mulai', as: 'clock', card: 'line' },
      { field: 'jam_selesai', as: 'clock', only: 'source' },
      { field: 'jumlah_sks', as: 'number' },
      { field: 'status_matakuliah' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    valueFilters: [
      { field: 'semester', newestFirst: true },
      { field: 'program_id' },
      { field: 'kode_jurusan' },
      { field: 'hari' },
      { field: 'status_matakuliah' },
    ],
    dependents: ['mahasiswa', 'mengajar'],
    verbs: verbsOf('kelas'),
    editable: true,
  },
  form: {
    id: 'kelas',
    fields: [
      { name: 'kode_jurusan', choices: departmentChoices, together: true },
      { name: 'kode_kelas' },
      { name: 'nama_kelas' },
      { name: 'kelas_induk', optional: true },
    ],
    create: '/api/react/create/kelas',
    detail: '/api/react/detail/kelas',
    update: '/api/react/update/kelas',
  },
};
