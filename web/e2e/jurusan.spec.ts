import { journeysOf } from './kindJourneys';

journeysOf({
  path: '/jurusan',
  title: 'Jurusan',
  noun: 'Jurusan',
  columns: ['Nama Jurusan', 'Kode Jurusan', 'Nama Prodi', 'Kode Prodi', 'Migrasi'],
  total: '7',
  first: 'Teknologi Informasi',
  search: { text: 'teknologi', rows: 1 },
  create: {
    title: 'Buat Jurusan Baru',
    after: 'prodi',
    values: { 'Kode Prodi': 'IF', 'Kode Jurusan': 'SNB', 'Nama Jurusan': 'Seni Bangunan' },
    required: [
      'Kode prodi tidak boleh kosong',
      'Kode jurusan tidak boleh kosong',
      'Nama jurusan tidak boleh kosong',
    ],
    row: 'Seni Bangunan',
    question: 'Hapus Jurusan {item}?',
  },
  update: { title: 'Update Jurusan', label: 'Nama Jurusan', value: 'Seni Rupa' },
});
