import { type KindOf, migrationStates } from './kind';
import { verbsOf } from './verbs';

export const mataKuliah: KindOf<'mata_kuliah'> = {
  list: {
    id: 'mata_kuliah',
    path: '/mata_kuliah',
    key: 'matakuliah_id',
    label: (row) => String(row.nama_matakuliah || row.kode_matakuliah || row.matakuliah_id),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/courses' },
      dashboard: { method: 'GET', path: '/api/v1/api/matakuliah/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'nama_matakuliah', card: 'heading' },
      { field: 'kode_matakuliah', card: 'line' },
      { field: 'kurikulum', card: 'line' },
      { field: 'nama_matakuliah_id' },
      { field: 'matakuliah_id' },
      { field: 'program_id' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    valueFilters: [{ field: 'program_id' }, { field: 'kurikulum', newestFirst: true }],
    dependents: ['kelas'],
    verbs: verbsOf('matakuliah'),
  },
};
