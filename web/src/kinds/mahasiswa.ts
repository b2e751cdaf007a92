import type { FormFieldOf, RowOf } from '../api/client';
import type { Narrowing } from '../list/declaration';
import { missingFilter } from '../list/missing';
import { classChoices } from './choices';
import { enrollStates, fullName, type KindOf, migrationStates } from './kind';
import { enrolmentOf, pageOf, personLink } from './pages';
import { studentVerbs } from './verbs';

/** Students are read from the source class by class. `fields` name the class in the kind's calls. */
export const classNarrowing = (fields: Narrowing<RowOf<'kelas'>>['fields']): Narrowing<RowOf<'kelas'>> => ({
  id: 'class',
  options: { method: 'GET', path: '/api/v1/api/kelas/get' },
  sort: 'nama_mata_kuliah',
  optionLabel: (row) => String(row.kelas_id ?? row.id ?? ''),
  fields,
  details: ['nama_mk', 'nama_kelas'],
  required: true,
});

export const mahasiswa: KindOf<'mahasiswa', FormFieldOf<'/api/react/update/mahasiswa', 'post'>> = {
  list: {
    id: 'mahasiswa',
    path: '/mahasiswa',
    key: 'NPK',
    pageOf: (key) => pageOf('mahasiswa', key),
    enrolmentOf: (key) => enrolmentOf('mahasiswa', key),
    label: (row) => String(row.nama_lengkap || row.NPK || row.id),
    fullName: (row) => fullName([row.nama_lengkap, row.NPK], [row.nama_mk, row.nama_kelas]),
    lists: {
      source: { method: 'POST', path: '/api/v1/api/source/class/students' },
      dashboard: { method: 'POST', path: '/api/v1/api/mahasiswa/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      {
        field: 'nama_lengkap',
        card: 'heading',
        page: (row) => personLink('mahasiswa', String(row.NPK ?? '')),
      },
      { field: 'NPK', card: 'line' },
      { field: 'nama_mk', card: 'line' },
      { field: 'nama_kelas', card: 'line' },
      { field: 'email', narrow: true },
      { field: 'program_id', only: 'source' },
      { field: 'angkatan' },
      { field: 'jenis_kelamin' },
      { field: 'HP' },
      { field: 'password', only: 'dashboard', sortable: false, hiddenByDefault: true, value: () => '-' },
      { field: 'enroll', as: 'enroll', only: 'dashboard' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    people: {
      call: { method: 'GET', path: '/api/v1/api/people/mahasiswa' },
      severalRows: true,
      columns: [
        {
          field: 'nama_lengkap',
          card: 'heading',
          page: ({ number = '' }) => personLink('mahasiswa', number),
        },
        { field: 'NPK', card: 'line' },
        { field: 'programs', as: 'programs', card: 'line', narrow: true, sortable: false },
        { field: 'classes', as: 'classes', card: 'line', sortable: false },
        { field: 'attention', as: 'attention', sortable: false },
        { field: 'angkatan', card: 'line' },
        { field: 'enroll', as: 'enroll', sortable: false },
        { field: 'email', narrow: true },
        { field: 'jenis_kelamin' },
        { field: 'HP' },
        { field: 'password', sortable: false, hiddenByDefault: true },
        { field: 'migration', as: 'migration' },
      ],
    },
    filters: [
      { field: 'migration', options: migrationStates },
      { field: 'enroll', options: enrollStates },
      missingFilter,
    ],
    valueFilters: [
      { field: 'program_id' },
      { field: 'angkatan', newestFirst: true },
      { field: 'jenis_kelamin' },
    ],
    // A student is in several classes, so the number alone does not identify a row.
    rowCallFields: ['nama_mk', 'nama_kelas', 'program_id'],
    narrowedBy: classNarrowing({
      nama_mk: 'nama_mata_kuliah',
      nama_kelas: 'nama_kelas',
      program_id: 'program_id',
    }),
    verbs: studentVerbs(
      'mahasiswa',
      '/api/v1/api/mahasiswa/export_as_user',
      '/api/v1/api/mahasiswa/export_as_user_one',
    ),
    editable: true,
  },
  form: {
    id: 'mahasiswa',
    fields: [
      { name: 'kode_kelas', choices: classChoices, together: true },
      { name: 'nama_depan' },
      { name: 'nama_belakang' },
      { name: 'nim' },
      { name: 'email', type: 'email' },
    ],
    create: '/api/react/create/mahasiswa',
    detail: '/api/react/detail/mahasiswa',
    update: '/api/react/update/mahasiswa',
  },
};
