import type { FormFieldOf } from '../api/client';
import { academicYearChoices } from './choices';
import { type KindOf, migrationStates } from './kind';
import { verbsOf } from './verbs';

export const semester: KindOf<'semester', FormFieldOf<'/api/react/update/semester', 'post'>> = {
  list: {
    id: 'semester',
    path: '/semester',
    key: 'kode_semester',
    label: (row) => String(row.nama_semester || row.kode_semester),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/semesters' },
      dashboard: { method: 'GET', path: '/api/v1/api/semester/get' },
    },
    defaultTab: 'source',
    columns: [
      { field: 'nama_semester', card: 'heading' },
      { field: 'kode_semester', card: 'line' },
      { field: 'nama_tahun_ajaran', card: 'line' },
      { field: 'kode_tahun_ajaran' },
      { field: 'tanggal_mulai' },
      { field: 'tanggal_selesai' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    valueFilters: [{ field: 'kode_tahun_ajaran', newestFirst: true }],
    dependents: ['prodi', 'kelas'],
    verbs: {
      ...verbsOf('semester', { sync: { all: 'modal on error' }, export: { all: 'modal on error' } }),
      close: { one: { method: 'POST', path: '/api/v1/api/semester/close' } },
    },
    editable: true,
  },
  form: {
    id: 'semester',
    fields: [
      { name: 'kode_tahun_ajaran', choices: academicYearChoices, together: true },
      { name: 'kode_semester' },
      { name: 'nama_semester' },
      { name: 'tanggal_mulai', type: 'date', optional: true, together: true },
      { name: 'tanggal_selesai', type: 'date', optional: true, together: true },
    ],
    create: '/api/react/create/semester',
    detail: '/api/react/detail/semester',
    update: '/api/react/update/semester',
  },
};
