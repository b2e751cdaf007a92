import type { FormFieldOf } from '../api/client';
import { type KindOf, migrationStates } from './kind';
import { verbsOf } from './verbs';

export const tahunAjaran: KindOf<'tahun_ajaran', FormFieldOf<'/api/react/update/tahun_ajaran', 'post'>> = {
  list: {
    id: 'tahun_ajaran',
    path: '/tahun-ajaran',
    key: 'kode_tahun_ajaran',
    label: (row) => String(row.nama_tahun_ajaran || row.kode_tahun_ajaran),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/academic-years' },
      dashboard: { method: 'GET', path: '/api/v1/api/tahun_ajaran/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'nama_tahun_ajaran', card: 'heading' },
      { field: 'kode_tahun_ajaran', card: 'line' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    dependents: ['semester'],
    verbs: verbsOf('tahun_ajaran', { sync: { all: 'modal on error' }, export: { all: 'modal on error' } }),
    editable: true,
  },
  form: {
    id: 'tahun_ajaran',
    fields: [{ name: 'kode_tahun_ajaran' }, { name: 'nama_tahun_ajaran' }],
    create: '/api/react/create/tahun_ajaran',
    detail: '/api/react/detail/tahun_ajaran',
    update: '/api/react/update/tahun_ajaran',
  },
};
