import type { FormFieldOf } from '../api/client';
import { programChoices } from './choices';
import { type KindOf, migrationStates } from './kind';
import { verbsOf } from './verbs';

export const jurusan: KindOf<'jurusan', FormFieldOf<'/api/react/update/jurusan', 'post'>> = {
  list: {
    id: 'jurusan',
    path: '/jurusan',
    key: 'kode_jurusan',
    label: (row) => String(row.nama_jurusan || row.kode_jurusan),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/departments' },
      dashboard: { method: 'GET', path: '/api/v1/api/jurusan/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'nama_jurusan', card: 'heading' },
      { field: 'kode_jurusan', card: 'line' },
      { field: 'nama_prodi', card: 'line' },
      { field: 'kode_prodi' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    dependents: ['kelas'],
    verbs: verbsOf('jurusan', { sync: { all: 'modal on error' } }),
    editable: true,
  },
  form: {
    id: 'jurusan',
    fields: [
      { name: 'kode_prodi', choices: programChoices, together: true },
      { name: 'kode_jurusan' },
      { name: 'nama_jurusan' },
    ],
    create: '/api/react/create/jurusan',
    detail: '/api/react/detail/jurusan',
    update: '/api/react/update/jurusan',
  },
};
