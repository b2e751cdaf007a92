import type { Row } from '../api/client';
import { type Kind, migrationStates } from './kind';
import { verbsOf } from './verbs';

/** The source nests a course's names inside `nama_mata_kuliah`, or sends one plain string there. */
export function courseName(row: Row, part: 'nama_matakuliah' | 'nama_matakuliah_id'): unknown {
  if (row[part]) return row[part];
  const nested = row.nama_mata_kuliah;
  if (nested && typeof nested === 'object') return (nested as Row)[part];
  return part === 'nama_matakuliah' ? nested : undefined;
}

export const mataKuliah: Kind = {
  list: {
    id: 'mata_kuliah',
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
    verbs: verbsOf('matakuliah'),
  },
};
