import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import { field, heading, menuLink, open, rows, toast } from './steps';

test('a class is created, found in the list, and changed', async ({ page, demo }) => {
  await demo.post('jurusan/sync');
  await open(page, '/kelas');
  await page.getByRole('link', { name: 'Buat Kelas Baru' }).click();
  await expect(heading(page, 'Buat Kelas Baru')).toBeVisible();
  await field(page, 'Kode Jurusan').fill('TI');
  await field(page, 'Kode Kelas').fill('TI-MALAM');
  await page.getByLabel('Nama Kelas').fill('Kelas Malam');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Success')).toContainText('Kelas');
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'TI-MALAM' })).toBeVisible();

  await rows(page).getByRole('link', { name: /^Ubah/ }).click();
  await expect(heading(page, 'Update Kelas')).toBeVisible();
  await expect(field(page, 'Kode Jurusan')).toHaveValue('TI');
  await expect(field(page, 'Kode Kelas')).toHaveValue('TI-MALAM');
  await page.getByLabel('Nama Kelas').fill('Kelas Sore');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Kelas Sore' })).toBeVisible();
});

test('a student is created in an existing class, and changed', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  const [{ kelas_id }] = (await demo.get('kelas/get?page=0&per_page=10')).data;
  await open(page, '/mahasiswa/create');
  await field(page, 'Kode Kelas').fill('TIDAK-ADA');
  await page.getByLabel('Nama Depan').fill('Dewi');
  await page.getByLabel('Nama Belakang').fill('Lestari');
  await page.getByLabel('NIM').fill('260999');
  await page.getByLabel('Email').fill('bukan alamat');
  await page.getByRole('button', { name: 'Simpan' }).click();
  // The server's errors stand at their fields, and the first such field has the focus.
  await expect(page.getByText(/Kode kelas TIDAK-ADA tidak ada di dashboard/)).toBeVisible();
  await expect(page.getByText(/Email tidak benar/)).toBeVisible();
  await expect(field(page, 'Kode Kelas')).toBeFocused();
  // The browser suggests existing rows, ten at most.
  const offered = page.locator(
    `datalist[id="${await field(page, 'Kode Kelas').getAttribute('list')}"] option`,
  );
  await expect(offered).toHaveCount(10);
  await expect(offered.first()).toHaveAttribute('label', /^\S+ ./);
  await expectAccessible(page, 'a field that offers choices');
  await field(page, 'Kode Kelas').fill(kelas_id);
  await page.getByLabel('Email').fill('dewi@kampus.ac.id');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Success')).toContainText('Dewi Lestari');

  await open(page, '/mahasiswa?q=260999');
  await rows(page).getByRole('link', { name: 'Ubah Dewi Lestari' }).click();
  await expect(heading(page, 'Update Mahasiswa')).toBeVisible();
  await expect(field(page, 'Kode Kelas')).toHaveValue(kelas_id);
  await expect(page.getByLabel('NIM')).toHaveValue('260999');
  await page.getByLabel('Nama Belakang').fill('Anggraini');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(rows(page).filter({ hasText: 'Dewi Anggraini' })).toBeVisible();
});

for (const [path, messages] of [
  [
    '/kelas/create',
    ['Kode jurusan tidak boleh kosong', 'Kode kelas tidak boleh kosong', 'Nama kelas tidak boleh kosong'],
  ],
  [
    '/mahasiswa/create',
    [
      'Kode kelas tidak boleh kosong',
      'Nama depan tidak boleh kosong',
      'Nama belakang tidak boleh kosong',
      'NIM tidak boleh kosong',
      'Email tidak boleh kosong',
    ],
  ],
] as const) {
  test(`${path} marks its empty fields and sends nothing`, async ({ page }) => {
    const bodies: string[] = [];
    page.on('request', (request) => request.url().includes('/create/') && bodies.push(request.url()));
    await open(page, path);
    await page.getByRole('button', { name: 'Simpan' }).click();
    for (const message of messages) await expect(page.getByText(message, { exact: true })).toBeVisible();
    expect(bodies.filter((url) => url.includes('/api/'))).toEqual([]);
  });
}

test('a form without rows to name links to what comes first', async ({ page, demo }) => {
  await open(page, '/prodi/create');
  await expect(page.getByText('Belum ada data Semester di dashboard.')).toBeVisible();
  await field(page, 'Kode Semester').fill('20261');
  await field(page, 'Kode Prodi').fill('AR');
  await field(page, 'Nama Prodi').fill('Arsitektur');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Belum ada data Semester di dashboard', { exact: true })).toBeVisible();
  await expect(field(page, 'Kode Semester')).toBeFocused();
  expect((await demo.get('prodi/get')).data).toEqual([]);
  await page.getByRole('link', { name: 'Sync atau buat Semester dahulu' }).click();
  await expect(heading(page, 'Semester')).toBeVisible();
});

test('a failure without a field opens a modal with one button', async ({ page, demo }) => {
  const taken = { kode_jurusan: 'TI', kode_kelas: 'TI-X', nama_kelas: 'Kelas X' };
  await demo.post('jurusan/sync');
  await demo.call('POST', '/api/react/create/kelas', taken);
  await open(page, '/kelas/create');
  await field(page, 'Kode Jurusan').fill(taken.kode_jurusan);
  await field(page, 'Kode Kelas').fill(taken.kode_kelas);
  await page.getByLabel('Nama Kelas').fill(taken.nama_kelas);
  await page.getByRole('button', { name: 'Simpan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('Kelas ini sudah ada di dashboard, bernama Kelas X.');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Nama Kelas')).toHaveValue('Kelas X');
});

test('a form of a deleted row says so', async ({ page }) => {
  await page.goto('/kelas/4711/update');
  await expect(page.getByRole('alert')).toContainText('Kelas ini tidak ada lagi di dashboard.');
});

test('the arrow goes back in history, or to the main page', async ({ page }) => {
  await page.goto('/kelas/create');
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
  // The arrow left with its page; the keyboard focus continues in this one.
  await expect(page.locator('#isi')).toBeFocused();
  await menuLink(page, 'Daftar Mahasiswa').click();
  await menuLink(page, 'Buat Mahasiswa Baru').click();
  await expect(heading(page, 'Buat Mahasiswa Baru')).toBeVisible();
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(heading(page, 'Daftar Mahasiswa')).toBeVisible();
});

test('a form keeps its draft until it is discarded', async ({ page }) => {
  await open(page, '/kelas/create');
  await page.getByLabel('Nama Kelas').fill('Kelas Malam');
  await menuLink(page, 'Daftar Kelas').click();
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Nama Kelas')).toHaveValue('Kelas Malam');
  await expectAccessible(page, 'a form with what was typed before');
  await page.getByRole('button', { name: 'Buang isian itu' }).click();
  await expect(page.getByLabel('Nama Kelas')).toHaveValue('');
});

test('a form takes 40 percent of a wide page', async ({ page }) => {
  await open(page, '/kelas/create');
  const [form, main] = await Promise.all([
    page.locator('.form-width').boundingBox(),
    page.locator('main').evaluate((element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    }),
  ]);
  expect(Math.round(((form?.width ?? 0) / main) * 100)).toBe(40);
});
