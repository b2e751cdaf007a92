import { expect, test } from './journey';
import { journeysOf } from './kindJourneys';
import { confirmWithModal, open } from './steps';

journeysOf({
  path: '/prodi',
  title: 'Prodi',
  noun: 'Prodi',
  columns: ['Nama Prodi', 'Program ID', 'Migrasi'],
  total: '12',
  first: 'Informatika',
  search: { text: 'informatika', rows: 2 },
  answers: 'modal',
  create: {
    title: 'Buat Prodi Baru',
    after: 'semester',
    values: { 'Kode Semester': '20261', 'Kode Prodi': 'AR', 'Nama Prodi': 'Arsitektur' },
    required: [
      'Kode semester tidak boleh kosong',
      'Kode prodi tidak boleh kosong',
      'Nama prodi tidak boleh kosong',
    ],
    row: 'Arsitektur',
    question: 'Hapus prodi {item}?',
  },
  update: { title: 'Update Prodi', label: 'Nama Prodi', value: 'Arsitektur Lanskap' },
});

test('Prodi: delete everything, which asks first', async ({ page, demo }) => {
  await demo.post('prodi/sync');
  await open(page, '/prodi');
  await page.getByRole('button', { name: 'Delete All Data' }).click();
  await confirmWithModal(page, 'Lakukan penghapusan data Prodi di dashboard?');
  await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
});
