import { expect, test } from './journey';
import { journeysOf } from './kindJourneys';
import { open } from './steps';

journeysOf({
  path: '/semester',
  title: 'Semester',
  noun: 'Semester',
  columns: ['Nama Semester', 'Kode Semester', 'Tahun Ajaran', 'Kode Tahun Ajaran', 'Migrasi'],
  total: '7',
  first: 'Gasal 2023/2024',
  search: { text: 'genap', rows: 3 },
  create: {
    title: 'Buat Semester Baru',
    values: { 'Kode Tahun Ajar': '2030', 'Kode Semester': '20301', 'Nama Semester': 'Gasal 2030/2031' },
    required: [
      'Kode tahun ajar tidak boleh kosong',
      'Kode semester tidak boleh kosong',
      'Nama semester tidak boleh kosong',
    ],
    row: '20301',
    question: 'Hapus Semester {item}?',
  },
  update: { title: 'Update Semester', label: 'Nama Semester', value: 'Antara 2030/2031' },
});

test('Semester opens at the source', async ({ page }) => {
  await open(page, '/semester');
  await expect(page.getByRole('tab', { name: /^OCAS/ })).toHaveAttribute('aria-selected', 'true');
});
