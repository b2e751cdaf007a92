import { journeysOf } from './kindJourneys';

journeysOf({
  path: '/tahun-ajaran',
  title: 'Tahun Ajaran',
  noun: 'Tahun Ajaran',
  columns: ['Nama Tahun Ajaran', 'Kode Tahun Ajaran', 'Migrasi'],
  total: '4',
  first: '2023/2024',
  search: { text: '2024/', rows: 1 },
  create: {
    title: 'Buat Tahun Ajaran Baru',
    values: { 'Tahun Ajaran': '2030', 'Nama Tahun Ajaran': '2030/2031' },
    required: ['Kode tahun ajaran tidak boleh kosong', 'Nama tahun ajaran tidak boleh kosong'],
    row: '2030/2031',
    question: 'Hapus Tahun Ajaran {item}?',
  },
  update: { title: 'Update Tahun Ajaran', label: 'Nama Tahun Ajaran', value: '2030/2031 baru' },
});
