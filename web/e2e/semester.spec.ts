import { expect, test } from './journey';
import { journeysOf } from './kindJourneys';
import { heading, open, rows } from './steps';

journeysOf({
  path: '/semester',
  title: 'Semester',
  noun: 'Semester',
  columns: [
    'Nama Semester',
    'Kode Semester',
    'Tahun Ajaran',
    'Kode Tahun Ajaran',
    'Tanggal Mulai',
    'Tanggal Selesai',
    'Migrasi',
  ],
  total: '7',
  first: 'Gasal 2023/2024',
  search: { text: 'genap', rows: 3 },
  create: {
    title: 'Buat Semester Baru',
    after: 'tahun_ajaran',
    values: { 'Kode Tahun Ajar': '2026', 'Kode Semester': '20301', 'Nama Semester': 'Gasal 2030/2031' },
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

// The following tests cover the list and the form that all kinds share.

test('a form leads back to the previous page, or the main page', async ({ page }) => {
  await open(page, '/semester/create');
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
  await open(page, '/semester?tab=dashboard');
  await page.getByRole('link', { name: 'Buat baru' }).click();
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(heading(page, 'Semester')).toBeVisible();
});

test('an unreachable source is shown and asked again', async ({ page }) => {
  let away = true;
  await page.route('**/api/v1/api/source/**', (route) => (away ? route.abort() : route.continue()));
  await page.goto('/semester');
  const alert = page.getByRole('alert').filter({ hasText: 'Data tidak dapat dimuat.' });
  await expect(alert).toContainText('Server tidak dapat dihubungi.');
  away = false;
  await alert.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(rows(page).first()).toBeVisible();
});
