import type { RowOf } from '../api/client';
import type { Naming } from '../list/declaration';
import { missingFilter } from '../list/missing';
import { enrollStates, fullName, type KindOf } from './kind';
import { enrolmentOf, pageOf, personLink } from './pages';
import { titledName } from './pengajar';

/** The calls identify teachers by number, people by name. */
const teachers: Naming<RowOf<'pengajar'>> = {
  list: { method: 'GET', path: '/api/v1/api/dosen/get' },
  code: 'nik',
  name: titledName,
};

/** Teachings: who teaches which class. A teaching is only an enrolment, so it is not exported. */
export const mengajar: KindOf<'mengajar'> = {
  list: {
    id: 'mengajar',
    path: '/mengajar',
    key: 'nik',
    pageOf: (key) => pageOf('mengajar', key),
    enrolmentOf: (key) => enrolmentOf('mengajar', key),
    keyIsShared: true,
    sideBySide: true,
    label: (row) => [row.nama_mata_kuliah, row.nama_kelas || row.kelas_id].filter(Boolean).join(' '),
    fullName: (row, name) =>
      fullName([name, row.nik], [row.nama_mata_kuliah, row.nama_kelas || row.kelas_id]),
    lists: {
      source: { method: 'GET', path: '/api/v1/api/source/teachings' },
      dashboard: { method: 'POST', path: '/api/v1/api/mengajar/get' },
    },
    defaultTab: 'dashboard',
    columns: [
      { field: 'nama_mata_kuliah', card: 'heading' },
      { field: 'kelas_id', card: 'line' },
      { field: 'program_id', card: 'line' },
      {
        field: 'nik',
        card: 'line',
        names: teachers,
        page: (row) => personLink('pengajar', String(row.nik ?? '')),
      },
      { field: 'nama_kelas', only: 'dashboard' },
      { field: 'peran', only: 'dashboard' },
      { field: 'enroll', as: 'enroll', only: 'dashboard' },
    ],
    filters: [{ field: 'enroll', options: enrollStates }, missingFilter],
    valueFilters: [{ field: 'program_id' }],
    rowCallFields: ['nama_mata_kuliah', 'kelas_id'],
    narrowedBy: {
      id: 'teacher',
      options: { method: 'GET', path: '/api/v1/api/source/teachers' },
      sort: 'nama_lengkap',
      optionLabel: titledName,
      fields: { nik: 'nik' },
      details: [],
    },
    verbs: {
      sync: {
        all: { method: 'POST', path: '/api/v1/api/mengajar/sync', answerIn: 'modal on error' },
        one: { method: 'POST', path: '/api/v1/api/mengajar/sync_one', answerIn: 'modal' },
      },
      enroll: {
        all: { method: 'POST', path: '/api/v1/api/mengajar/enroll', answerIn: 'modal on error' },
        one: { method: 'POST', path: '/api/v1/api/mengajar/enroll_one', answerIn: 'modal' },
      },
      unenroll: {
        all: { method: 'POST', path: '/api/v1/api/mengajar/unenroll', answerIn: 'modal on error' },
        one: { method: 'POST', path: '/api/v1/api/mengajar/unenroll_one', answerIn: 'modal' },
      },
      leave: { all: { method: 'POST', path: '/api/v1/api/mengajar/unenroll' } },
      delete: {
        all: { method: 'DELETE', path: '/api/v1/api/mengajar/delete_all' },
        one: { method: 'DELETE', path: '/api/v1/api/mengajar/delete' },
      },
    },
  },
};
