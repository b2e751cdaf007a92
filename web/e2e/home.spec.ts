import type { Locator, Page } from '@playwright/test';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow, expectNoOverlap } from './pageChecks';
import { confirm, heading, open, withTwins } from './steps';

/** The line of a kind. Its cells: OCAS, Dashboard, Moodle, rows behind, failed, last sync, and the button that fixes it. */
const lineOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });

test('Main Page Dashboard: an empty campus syncs completely from here', async ({ page, demo }) => {
  await open(page, '/');
  await expect(page.getByText('Dashboard masih kosong.')).toBeVisible();
  const line = lineOf(page, 'Semester');
  const cells = line.getByRole('cell');
  for (const [at, text] of ['—', '0', '—'].entries()) await expect(cells.nth(at)).toHaveText(text);

  await page.getByRole('button', { name: 'Sync Data: Semester' }).click();
  await confirm(page, 'Lakukan sinkronisasi data Semester?');
  await expect(cells.nth(0)).toHaveText('7');
  await expect(cells.nth(1)).toHaveText('7');
  await expect(cells.nth(2)).toHaveText('0');
  await expect(cells.nth(3)).toHaveText('7 belum di Moodle');
  await expect(cells.nth(5)).toContainText(/baru saja|yang lalu/);

  await page.getByRole('button', { name: 'Export Data: Semester' }).click();
  await confirm(page, 'Lakukan export data Semester?');
  await expect(cells.nth(2)).toHaveText('7');
  await expect(cells.nth(3)).toHaveText('0');
  await expect(line).toContainText('selaras');

  await expect(page.getByRole('listitem').filter({ hasText: 'Export data Semester: ' })).toBeVisible();
  await line.getByRole('link', { name: 'Semester' }).click();
  await expect(heading(page, 'Semester')).toBeVisible();

  // The categories stay on Moodle, so the main page does not say that there are none.
  for (const { id } of (await demo.get('semester/get')).data) {
    await demo.call('POST', '/api/react/delete/semester', { id });
  }
  await open(page, '/');
  await expect(cells.nth(1)).toHaveText('0');
  await expect(cells.nth(2).getByRole('img')).toHaveAccessibleName(/Moodle tidak dihitung$/);
});

test('Main Page Dashboard: new rows of the source stand out, one button syncs them', async ({
  page,
  demo,
}) => {
  await demo.post('matakuliah/sync');
  const all = (await demo.get('matakuliah/get?page=0&per_page=10')).total ?? 0;
  const [first] = (await demo.get('matakuliah/get?page=0&per_page=10')).data;
  await demo.call('DELETE', '/api/v1/api/matakuliah/delete', { matakuliah_id: first.matakuliah_id });
  await open(page, '/');
  const line = lineOf(page, 'Mata Kuliah');
  await expect(line.getByRole('cell').nth(3)).toContainText('1 belum diambil');
  await page.getByRole('button', { name: 'Sync Data: Mata Kuliah' }).click();
  await confirm(page, 'Lakukan sinkronisasi data Mata Kuliah?');
  await expect(line.getByRole('cell').nth(1)).toHaveText(String(all));
  await expect(line.getByRole('cell').nth(3)).toHaveText(`${all} belum di Moodle`);
});

test('Main Page Dashboard: a failure count links to the failed rows', async ({ page, demo }) => {
  await withTwins(demo);
  await demo.post('mahasiswa/export_as_user');
  await open(page, '/');
  await lineOf(page, 'Daftar Mahasiswa').getByRole('cell').nth(4).getByRole('link', { name: '1' }).click();
  await expect(page).toHaveURL(/\/mahasiswa\?migration=gagal$/);
  await expect(page.getByLabel('Migrasi', { exact: true })).toHaveValue('gagal');
  const failed = page.getByRole('table').locator('tbody tr');
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('kembar@kampus.ac.id sudah dipakai akun lain di Moodle (77001)');
});

test('Main Page Dashboard: an unreachable server is shown and asked again', async ({ page }) => {
  let away = true;
  await page.route('**/api/v1/api/summary', (route) => (away ? route.abort() : route.continue()));
  await page.goto('/');
  const alert = page.getByRole('alert').filter({ hasText: 'Data tidak dapat dimuat.' });
  await expect(alert).toBeVisible();
  away = false;
  await alert.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(lineOf(page, 'Semester')).toBeVisible();
});

test('Main Page Dashboard: starting and ending work moves nothing', async ({ page, demo }) => {
  await open(page, '/');
  const line = page.getByRole('rowheader', { name: 'Daftar Kelas', exact: true });
  const running = page.getByRole('region', { name: 'Sedang berjalan' });
  await expect(running).toContainText('Tidak ada pekerjaan yang sedang berjalan.');
  const place = await line.boundingBox();
  await demo.change('classes', 'held');
  await demo.begin('kelas/sync');
  await page.reload();
  await expect(running).toContainText('Sync Kelas');
  expect((await line.boundingBox())?.y).toBe(place?.y);
  await demo.change('classes', 'normal');
  await expect(running).toContainText('Tidak ada pekerjaan yang sedang berjalan.');
  expect((await line.boundingBox())?.y).toBe(place?.y);
});

test('Main Page Dashboard: the last thirty days are a chart with axes, and a table', async ({
  page,
  demo,
}) => {
  await demo.post('semester/sync');
  await withTwins(demo);
  await demo.post('mahasiswa/export_as_user').catch(() => undefined);
  await open(page, '/');
  const days = page.getByRole('region', { name: 'Tiga puluh hari terakhir' });
  await expect(days.locator('.ct-bar')).toHaveCount(60);
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('id-ID', { day: 'numeric', month: 'short', timeZone: 'Asia/Jakarta' }),
  );
  await expect(days.locator('.ct-label.ct-horizontal').last()).toHaveText(today);
  await expect(days.locator('.ct-label.ct-vertical').first()).toHaveText('0');
  // The newest day says its numbers beside the pointer. Newer figures draw the chart again, so the pointer comes until it stays.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await days.locator('.ct-series-a .ct-bar').last().hover({ force: true, timeout: 1000 });
    await expect(page.locator('.hint')).toHaveText(/: \d+ berubah, 1 gagal$/, { timeout: 2000 });
  }).toPass();
  await days.getByText('Lihat sebagai tabel').click();
  const cells = days.getByRole('row').nth(1).getByRole('cell');
  await expect(cells.last()).toHaveText('1');
  await expectAccessible(page, 'the chart and its table');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, 'the chart');
});

test('Main Page Dashboard: the first steps tick themselves, and leave when all are done', async ({
  page,
  demo,
}) => {
  test.setTimeout(240_000);
  await open(page, '/');
  const steps = page.getByRole('region', { name: 'Langkah pertama' });
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
  for (const name of [
    'Ambil dari OCAS',
    'Kirim ke Moodle',
    'Daftarkan ke kelas',
    'Periksa selisih',
    'Atur jadwal',
  ]) {
    await expect(step(name)).toContainText(': belum');
  }
  await demo.post('campus/align');
  await expect(step('Daftarkan ke kelas')).toContainText(': selesai');
  await expect(step('Ambil dari OCAS')).toContainText(': selesai');
  await expect(step('Kirim ke Moodle')).toContainText(': selesai');
  await expect(step('Periksa selisih')).toContainText(': belum');
  await step('Atur jadwal').getByRole('link').click();
  await expect(heading(page, 'Jadwal')).toBeVisible();
  await page.goBack();
  await page
    .getByRole('region', { name: 'Selisih' })
    .getByRole('button', { name: 'Periksa selisih' })
    .click();
  await expect(step('Periksa selisih')).toContainText(': selesai');
  await demo.post('schedules/update', {
    kind: 'campus',
    verb: 'align',
    cron: '0 5 * * *',
    enabled: true,
    may_suspend: false,
  });
  await page.reload();
  await expect(page.getByText('Semua selaras', { exact: false }).first()).toBeVisible();
  await expect(steps).toBeHidden();
});

test('Main Page Dashboard: hidden first steps stay hidden', async ({ page }) => {
  await open(page, '/');
  const steps = page.getByRole('region', { name: 'Langkah pertama' });
  await steps.getByRole('button', { name: 'Sembunyikan langkah ini' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Selaraskan semua' })).toBeVisible();
  await expect(steps).toBeHidden();
});

test.describe('with two thousand enrolments', () => {
  test.use({ campusSize: 400 });

  test('Main Page Dashboard: no column is cut on a laptop', async ({ page, demo }) => {
    test.setTimeout(240_000);
    await withTwins(demo);
    await demo.post('campus/align');
    await open(page, '/');
    const table = page.getByRole('table', { name: 'Keadaan data' });
    await expect(table).toContainText(/\d\.\d{3} peserta kelas/);
    await expect(table).toContainText(/\d\.\d{3} terdaftar/);
    for (const width of [1280, 1366, 1920]) {
      await page.setViewportSize({ width, height: 768 });
      const cut = () => table.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0));
      await expect.poll(cut, `at ${width}`).toBeLessThanOrEqual(0);
    }
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page, `the main page at ${width}`);
      await expectNoOverlap(page, `the main page at ${width}`);
    }
  });
});
