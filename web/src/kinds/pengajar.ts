import type { FormFieldOf, RowOf } from '../api/client';
import { classChoices } from './choices';
import { fullName, type KindOf, migrationStates } from './kind';
import { enrolmentOf, pageOf, personLink } from './pages';
import { verbsOf } from './verbs';

/** A teacher's name as people write it: `Dr. Siti Rahayu, M.Kom.` */
export function titledName(row: RowOf<'pengajar'>): string {
  const name = row.nama_lengkap || [row.nama_depan, row.nama_belakang].filter(Boolean).join(' ') || row.nik;
  const before = [row.gelar_awal, name].filter(Boolean).join(' ');
  return [before, row.gelar_akhir].filter(Boolean).join(', ');
}

export const pengajar: KindOf<'pengajar', FormFieldOf<'/api/react/update/pengajar', 'post'>> = {
  list: {
    id: 'pengajar',
    path: '/pengajar',
    key: 'nik',
    pageOf: (key) => pageOf('pengajar', key),
    enrolmentOf: (key) => enrolmentOf('pengajar', key),
    label: titledName,
    fullName: (row) => fullName([titledName(row), row.nik], []),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/teachers' },
      dashboard: { method: 'GET', path: '/api/v1/api/dosen/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      {
        field: 'nama_lengkap',
        card: 'heading',
        page: (row) => personLink('pengajar', String(row.nik ?? '')),
      },
      { field: 'nik', card: 'line' },
      { field: 'email', card: 'line' },
      { field: 'gelar_awal' },
      { field: 'gelar_akhir' },
      { field: 'nip' },
      { field: 'hp' },
      { field: 'password', only: 'dashboard', sortable: false, hiddenByDefault: true, value: () => '-' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    people: {
      call: { method: 'GET', path: '/api/v1/api/people/pengajar' },
      columns: [
        { field: 'nama_lengkap', card: 'heading', page: ({ number = '' }) => personLink('pengajar', number) },
        { field: 'nik', card: 'line' },
        { field: 'programs', as: 'programs', narrow: true, sortable: false },
        { field: 'classes', as: 'classes', card: 'line', sortable: false },
        { field: 'attention', as: 'attention', sortable: false },
        { field: 'email', card: 'line', narrow: true },
        { field: 'gelar_awal' },
        { field: 'gelar_akhir' },
        { field: 'nip' },
        { field: 'hp' },
        { field: 'password', sortable: false, hiddenByDefault: true },
        { field: 'migration', as: 'migration' },
      ],
    },
    filters: [{ field: 'migration', options: migrationStates }],
    dependents: ['mengajar'],
    verbs: verbsOf('dosen', { sync: { all: 'modal on error' } }),
    editable: true,
  },
  form: {
    id: 'pengajar',
    fields: [
      { name: 'nama_depan' },
      { name: 'nama_belakang' },
      { name: 'nip' },
      { name: 'email', type: 'email' },
      { name: 'kode_kelas', choices: classChoices, list: true },
      { name: 'migration', list: true, options: ['belum', 'sudah'], only: 'update' },
    ],
    create: '/api/react/create/pengajar',
    detail: '/api/react/detail/pengajar',
    update: '/api/react/update/pengajar',
  },
};
