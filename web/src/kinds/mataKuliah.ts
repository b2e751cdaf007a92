import type { Row } from '../api/client';
import { type Kind, migrationStates } from './kind';

/** The source nests a course's names inside `nama_mata_kuliah`, or sends one plain string there. */
export function courseName(row: Row, part: 'nama_matakuliah' | 'nama_matakuliah_id'): unknown {
  if (row[part]) return row[part];
  const nested = row.nama_mata_kuliah;
  if (nested && typeof nested === 'object') return (nested as Row)[part];
  return part === 'nama_matakuliah' ? nested : undefined;
}

export const matakuliah: Kind = {
  list: {
    id: 'matakuliah',
    path: '/mata_kuliah',
    key: 'matakuliah_id',
    label: (row) => String(courseName(row, 'nama_matakuliah') ?? row.kode_matakuliah ?? row.matakuliah_id),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/courses' },
      dashboard: { method: 'GET', path: '/api/v1/api/matakuliah/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'nama_matakuliah', card: 'heading', value: (row) => courseName(row, 'nama_matakuliah') },
      { field: 'kode_matakuliah', card: 'line' },
      { field: 'kurikulum', card: 'line' },
      { field: 'nama_matakuliah_id', value: (row) => courseName(row, 'nama_matakuliah_id') },
      { field: 'matakuliah_id' },
      { field: 'program_id' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    filters: [{ field: 'migration', options: migrationStates }],
    verbs: {
      sync: {
        all: { method: 'POST', path: '/api/v1/api/matakuliah/sync' },
        one: { method: 'POST', path: '/api/v1/api/matakuliah/sync_one' },
      },
      export: {
        all: { method: 'POST', path: '/api/v1/api/matakuliah/export' },
        one: { method: 'POST', path: '/api/v1/api/matakuliah/export_one' },
      },
      delete: {
        all: { method: 'DELETE', path: '/api/v1/api/matakuliah/delete_all' },
        one: { method: 'DELETE', path: '/api/v1/api/matakuliah/delete' },
      },
    },
  },
};
