import { missingFilter } from '../list/missing';
import { enrollStates, fullName, type KindOf, migrationStates } from './kind';
import { classNarrowing } from './mahasiswa';
import { enrolmentOf, pageOf, personLink } from './pages';
import { studentVerbs } from './verbs';

/** Students of other campuses. Their list has no form, because they come only from the source. */
export const mahasiswaMbkm: KindOf<'mahasiswa_mbkm'> = {
  list: {
    id: 'mahasiswa_mbkm',
    path: '/mahasiswa/mbkm',
    key: 'NPK',
    pageOf: (key) => pageOf('mahasiswa_mbkm', key),
    enrolmentOf: (key) => enrolmentOf('mahasiswa_mbkm', key),
    label: (row) => String(row.NamaLengkap || row.NPK),
    fullName: (row) => fullName([row.NamaLengkap, row.NPK], [row.nama_mk, row.nama_kelas]),
    lists: {
      source: { method: 'POST', path: '/api/v1/api/source/class/students/mbkm' },
      dashboard: { method: 'POST', path: '/api/v1/api/mahasiswa_mbkm/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      {
        field: 'NamaLengkap',
        card: 'heading',
        page: (row) => personLink('mahasiswa_mbkm', String(row.NPK ?? '')),
      },
      { field: 'NPK', card: 'line' },
      { field: 'nama_mk', card: 'line' },
      { field: 'nama_kelas', card: 'line' },
      { field: 'Email', narrow: true },
      { field: 'angkatan' },
      { field: 'JenisKelamin' },
      { field: 'HP' },
      { field: 'password', only: 'dashboard', sortable: false, hiddenByDefault: true, value: () => '-' },
      { field: 'enroll', as: 'enroll', only: 'dashboard' },
      { field: 'migration', as: 'migration', only: 'dashboard' },
    ],
    people: {
      call: { method: 'GET', path: '/api/v1/api/people/mahasiswa_mbkm' },
      severalRows: true,
      columns: [
        {
          field: 'NamaLengkap',
          card: 'heading',
          page: ({ number = '' }) => personLink('mahasiswa_mbkm', number),
        },
        { field: 'NPK', card: 'line' },
        { field: 'angkatan', card: 'line' },
        { field: 'classes', as: 'classes', card: 'line', sortable: false },
        { field: 'attention', as: 'attention', sortable: false },
        { field: 'enroll', as: 'enroll', sortable: false },
        { field: 'Email', narrow: true },
        { field: 'JenisKelamin' },
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
    valueFilters: [{ field: 'angkatan', newestFirst: true }, { field: 'JenisKelamin' }],
    rowCallFields: ['nama_mk', 'nama_kelas'],
    narrowedBy: classNarrowing({ nama_mk: 'nama_mata_kuliah', nama_kelas: 'nama_kelas' }),
    verbs: studentVerbs(
      'mahasiswa_mbkm',
      '/api/v1/api/mahasiswa_mbkm/export_user',
      '/api/v1/api/mahasiswa_mbkm/export_as_user_one',
    ),
  },
};
