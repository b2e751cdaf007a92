import { enrollStates, type Kind, migrationStates } from './kind';
import { byClass } from './mahasiswa';

/** Students of other campuses. Their list has no form: they are known to the source alone. */
export const mahasiswaMbkm: Kind = {
  list: {
    id: 'mahasiswa_mbkm',
    path: '/mahasiswa/mbkm',
    key: 'NPK',
    label: (row) => String(row.NamaLengkap || row.NPK),
    lists: {
      source: { method: 'POST', path: '/api/v1/api/source/class/students/mbkm' },
      dashboard: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'NamaLengkap', card: 'heading' },
      { field: 'NPK', card: 'line' },
      { field: 'nama_mk', card: 'line' },
      { field: 'nama_kelas', card: 'line' },
      { field: 'angkatan' },
      { field: 'JenisKelamin' },
      { field: 'HP' },
      { field: 'Email' },
      { field: 'password', only: 'dashboard', sortable: false, value: () => '-' },
      { field: 'enroll', as: 'enroll', only: 'dashboard' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [
      { field: 'migration', options: migrationStates },
      { field: 'enroll', options: enrollStates },
    ],
    oneFields: ['nama_mk', 'nama_kelas'],
    narrowedBy: byClass({ nama_mk: 'nama_mata_kuliah', nama_kelas: 'nama_kelas' }),
    verbs: {
      sync: {
        all: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/sync' },
        one: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/sync_one' },
      },
      export: {
        all: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/export_user' },
        one: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/export_as_user_one' },
      },
      enroll: {
        all: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/enroll' },
        one: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/enroll_one' },
      },
      unenroll: {
        all: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/unenroll' },
        one: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/unenroll_one' },
      },
      delete: {
        all: { method: 'DELETE', path: '/api/v1/api/mahasiswa_mbkm/delete_all' },
        one: { method: 'DELETE', path: '/api/v1/api/mahasiswa_mbkm/delete' },
      },
    },
  },
};
