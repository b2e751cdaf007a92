import type { FormFieldOf } from '../api/client';
import { semesterChoices } from './choices';
import { type KindOf, migrationStates } from './kind';
import { verbsOf } from './verbs';

const inModal = { all: 'modal', one: 'modal' } as const;

export const prodi: KindOf<'prodi', FormFieldOf<'/api/react/update/prodi', 'post'>> = {
  list: {
    id: 'prodi',
    path: '/prodi',
    key: 'program_id',
    // A study program is offered in several forms with the same name.
    label: (row) => {
      const name = String(row.nama_prodi || row.program_id);
      return row.nama_program ? `${name} (${row.nama_program})` : name;
    },
    lists: {
      source: { method: 'GET', path: '/api/v1/api/prodi/source' },
      dashboard: { method: 'GET', path: '/api/v1/api/prodi/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'nama_prodi', card: 'heading' },
      { field: 'program_id', card: 'line' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    valueFilters: [{ field: 'kode_jurusan' }, { field: 'kode_semester', newestFirst: true }],
    dependents: ['jurusan', 'mata_kuliah', 'kelas'],
    verbs: verbsOf('prodi', { sync: inModal, export: inModal, delete: inModal }),
    editable: true,
  },
  form: {
    id: 'prodi',
    fields: [
      { name: 'kode_semester', choices: semesterChoices, together: true },
      { name: 'kode_prodi' },
      { name: 'nama_prodi' },
    ],
    create: '/api/react/create/prodi',
    detail: '/api/react/detail/prodi',
    update: '/api/react/update/prodi',
  },
};
