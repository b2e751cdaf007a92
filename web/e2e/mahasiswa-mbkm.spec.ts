import { expect, test } from './journey';
import { heading, open, perform, rows } from './steps';

test('Mahasiswa MBKM: choose a class, sync, export, enroll, unenroll, delete', async ({ page, demo }) => {
  for (const kind of ['matakuliah', 'kelas']) {
    await demo.post(`${kind}/sync`);
    await demo.post(`${kind}/export`);
  }
  // Few classes have students of other campuses, so the test looks for one.
  const classes = (await demo.get('kelas/get?page=0&per_page=100')).data as Record<string, string>[];
  let guestClass: Record<string, string> | undefined;
  for (const { nama_mata_kuliah: nama_mk = '', nama_kelas = '', kelas_id = '' } of classes) {
    const guests = await demo.post('source/class/students/mbkm', { nama_mk, nama_kelas });
    if (guests.data.length > 0) guestClass = { class: kelas_id, nama_mk, nama_kelas };
    if (guestClass) break;
  }
  expect(guestClass, 'a class with guests').toBeDefined();

  await open(page, '/mahasiswa/mbkm');
  await expect(heading(page, 'Daftar Mahasiswa MBKM')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync Data' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('tab', { name: /^OCAS/ }).click();
  await expect(page.getByText('Pilih kelas dahulu.')).toBeVisible();

  await open(page, `/mahasiswa/mbkm?${new URLSearchParams({ tab: 'source', ...guestClass })}`);
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('tab', { name: /^Dashboard/ }).click();
  await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Mahasiswa MBKM?');
  await expect(rows(page).first()).toBeVisible();
  await perform(page, 'Export Data', 'Lakukan Export All as User Data Mahasiswa MBKM?');
  await perform(page, 'Enroll', 'Lakukan Enroll Data Mahasiswa MBKM?');
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /Unenroll/ }),
  ).toBeVisible();
  await perform(page, 'Unenroll', 'Lakukan Unenroll Data Mahasiswa MBKM?');
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /^ditangguhkan/ }),
  ).toBeVisible();
  await perform(page, 'Delete All Data', 'Lakukan penghapusan data Mahasiswa MBKM di dashboard?');
  await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
});

test.describe('without the exchange', () => {
  test.use({ mbkm: false });

  test('Mahasiswa MBKM: the menu announces it for later', async ({ page }) => {
    await open(page, '/mahasiswa');
    await page.getByRole('button', { name: 'Mahasiswa MBKM' }).click();
    await expect(page.locator('.toasts')).toContainText('On Development');
  });
});
