import { expect, test } from './journey';
import { journeysOf } from './kindJourneys';
import { expectToast, field, heading, open } from './steps';

journeysOf({
  path: '/pengajar',
  title: 'Daftar Pengajar',
  noun: 'Pengajar',
  columns: [
    'Nama Lengkap',
    'NIK',
    'Prodi',
    'Kelas',
    'Perhatian',
    'Email',
    'Gelar Awal',
    'Gelar Akhir',
    'NIP',
    'HP',
    'Migrasi',
  ],
  total: '15',
  first: 'Suryani',
  search: { text: 'suryani', rows: 2 },
  create: {
    title: 'Buat Pengajar Baru',
    after: 'kelas',
    values: {
      'Nama Depan': 'Siti',
      'Nama Belakang': 'Rahayu',
      NIP: '197001011',
      Email: 'siti.rahayu@kampus.example',
      'Kode Kelas': 'IF101-A',
    },
    required: [
      'Nama depan tidak boleh kosong',
      'Nama belakang tidak boleh kosong',
      'NIP tidak boleh kosong',
      'Email tidak boleh kosong',
      'Kode kelas tidak boleh kosong',
    ],
    row: 'Siti Rahayu',
    question: 'Hapus Pengajar Siti Rahayu?',
  },
  update: {
    title: 'Update Pengajar',
    values: { Migration: 'belum' },
    label: 'Email',
    value: 'siti@kampus.example',
  },
});

test('Update Pengajar: several classes, each with its migration', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await demo.call('POST', '/api/react/create/pengajar', {
    nama_depan: 'Siti',
    nama_belakang: 'Rahayu',
    nip: '197001011',
    email: 'siti.rahayu@kampus.example',
    kode_kelas: ['IF101-A', 'IF102-A'],
  });
  await open(page, '/pengajar/1/update');
  const codes = field(page, 'Kode Kelas');
  const migrations = field(page, 'Migration');
  await expect(codes).toHaveCount(2);
  await page.getByRole('button', { name: 'Tambah kode kelas' }).click();
  await expect(codes).toHaveCount(3);
  await expect(codes.nth(2)).toBeFocused();
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Kode kelas tidak boleh kosong')).toHaveCount(1);
  await expect(page.getByText('Migration tidak boleh kosong')).toHaveCount(3);
  await codes.nth(2).fill('IF103-A');
  for (const line of [0, 1, 2]) await migrations.nth(line).selectOption(line === 0 ? 'sudah' : 'belum');
  await page.getByRole('button', { name: 'Hapus baris 2' }).click();
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success');
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();

  await open(page, '/pengajar/1/update');
  await expect(codes).toHaveCount(2);
  await expect(codes.nth(1)).toHaveValue('IF103-A');
  await expect(migrations.nth(0)).toHaveValue('sudah');
});

test('Update Pengajar: a teacher without classes is changed without any', async ({ page, demo }) => {
  await demo.post('dosen/sync');
  await open(page, '/pengajar/1/update');
  await field(page, 'Email').fill('baru@kampus.ac.id');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success', 'disimpan');
  expect((await demo.get('dosen/get?page=0&per_page=10&q=baru@kampus.ac.id')).total).toBe(1);
});

test("Buat Pengajar: the server's error stands at its field", async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/pengajar/create');
  for (const label of ['Nama Depan', 'Nama Belakang', 'NIP', 'Email', 'Kode Kelas']) {
    await field(page, label).fill('bukan email');
  }
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Email tidak benar, contoh: nama@kampus.ac.id')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
});
