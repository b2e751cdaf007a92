import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { bodyOf, dialogWithPlan, heading, open, perform, rows, toast, withLargeClass } from './steps';

const question = 'Lakukan sinkronisasi data Kelas?';

test('work continues in the tray after the question is closed', async ({ page, demo }) => {
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = await dialogWithPlan(page, question);
  await demo.change('classes', 'held');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(dialog.getByText('Jendela ini boleh ditutup. Pekerjaan tetap berjalan.')).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Sync Kelas' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Jalankan di latar' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Pekerjaan, 1 sedang berjalan' }).click();
  const tray = page.getByRole('dialog', { name: 'Pekerjaan' });
  await expect(tray.getByText('Sync Kelas')).toBeVisible();
  await expect(tray.getByRole('button', { name: 'Batalkan' })).toBeVisible();
  await expectAccessible(page, 'the tray while a job runs');
  await demo.change('classes', 'normal');
  await expect(toast(page, 'Success')).toContainText(/Sinkronisasi data Kelas: \d+ baru\./);
  await expect(tray.getByText('selesai', { exact: true })).toBeVisible();
  await expect(tray.getByText(/^\d+ baru · 0 berubah · 0 tetap$/)).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
});

test('an open page notices jobs that others start', async ({ page, demo }) => {
  await open(page, '/kelas');
  await demo.change('classes', 'held');
  await demo.begin('kelas/sync');
  await expect(page.getByRole('button', { name: 'Pekerjaan, 1 sedang berjalan' })).toBeVisible();
  await demo.change('classes', 'normal');
  await expect(toast(page, 'Success')).toContainText(/Sinkronisasi data Kelas: \d+ baru\./);
  await expect(rows(page)).toHaveCount(10);
});

test('an open page notices short jobs of others', async ({ page, demo }) => {
  await open(page, '/kelas');
  await expect(page.getByText('Belum ada data di dashboard.')).toBeVisible();
  await demo.post('kelas/sync');
  await expect(rows(page)).toHaveCount(10);
});

test('the tray is no wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
  await expect(page.getByText('Belum ada pekerjaan.')).toBeVisible();
  await expectNoOverflow(page, 'the tray');
});

test.describe('with a class of 5,000 students and a slow Moodle', () => {
  test.use({ largeClass: 5_000 });

  test('a job from before the page was opened is followed and stopped', async ({ page, demo }) => {
    const students = await withLargeClass(demo);
    await demo.slowMoodle(1500);
    await demo.begin('mahasiswa/export_as_user', bodyOf(students));
    await page.goto('/');
    await page.getByRole('button', { name: 'Pekerjaan, 1 sedang berjalan' }).click();
    const tray = page.getByRole('dialog', { name: 'Pekerjaan' });
    await expect(tray.getByText('Export Mahasiswa')).toBeVisible();
    await expect(tray.getByText(/^[\d.]+ dari 5\.000 · [\d.]+\/detik · sisa \d+ \w+$/)).toBeVisible();
    const bar = tray.getByRole('progressbar', { name: 'Export Mahasiswa' });
    await expect(bar).toHaveAttribute('aria-valuenow', /^\d{1,2}(\.\d+)?$/);

    await tray.getByRole('button', { name: 'Batalkan' }).click();
    // The job stops after its current row, so the page says at once that it was told.
    const stopping = tray.getByRole('button', { name: 'Membatalkan…' });
    await expect(stopping).toHaveAttribute('aria-disabled', 'true');
    await expect(tray.getByText('membatalkan…', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sedang berjalan' })).toContainText('membatalkan…');
    const message = /^Export data Mahasiswa dibatalkan; [\d.]+ baris sudah dikerjakan\.$/;
    await expect(tray.getByText(message)).toBeVisible();
    await expect(tray.getByText('dibatalkan', { exact: true })).toBeVisible();
  });
});

test('the tray keeps ended jobs, each with its report', async ({ page, demo }) => {
  await open(page, '/mata_kuliah');
  await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
  await expect(page.getByText('Belum ada pekerjaan.')).toBeVisible();
  await page.getByRole('dialog', { name: 'Pekerjaan' }).press('Escape');
  await demo.post('kelas/sync');
  await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Mata Kuliah?');
  await page.reload();
  await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
  const tray = page.getByRole('dialog', { name: 'Pekerjaan' });
  const lines = tray.getByRole('listitem');
  await expect(lines).toContainText(['Sync Mata Kuliah', 'Sync Kelas']);
  await lines.first().getByRole('link', { name: 'Lihat rincian' }).click();
  await expect(tray).toBeHidden();
  await expect(heading(page, 'Sync Mata Kuliah')).toBeVisible();
  await page.getByLabel('Baris per halaman').selectOption('100');
  await expect(rows(page)).toHaveCount(100);
  await expect(page.getByText(/^1–100 dari/)).toBeVisible();
  await page.getByRole('button', { name: 'Halaman berikutnya' }).click();
  await expect(page.getByText(/^101–200 dari/)).toBeVisible();
});
