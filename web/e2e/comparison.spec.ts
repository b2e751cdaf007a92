import { readFileSync } from 'node:fs';
import { expect, test } from './journey';
import { expectToast, heading, open, waitUntilLoaded } from './steps';

test('Selisih: a report shows differences per kind and what to do', async ({ page, demo }) => {
  await demo.post('prodi/sync');
  await open(page, '/');
  await expect(page.getByText('Belum pernah diperiksa: OCAS, dashboard, dan Moodle')).toBeVisible();

  await page.getByRole('button', { name: 'Periksa selisih' }).click();
  await expectToast(page, 'Success', 'Pemeriksaan selisih: ');
  const part = page.getByRole('region', { name: 'Selisih' });
  const line = (kind: string) =>
    part.getByRole('listitem').filter({ has: page.getByText(kind, { exact: true }) });
  await expect(line('Prodi')).toContainText(/\d+ tidak ada di Moodle/);
  await expect(line('Semester')).toContainText('7 belum ada di dashboard');
  await expect(part).toContainText(/Diperiksa \d{1,2} \w{3} \d{4} \d{2}\.\d{2} WIB/);

  await part.getByRole('link', { name: 'Lihat rincian' }).click();
  await expect(heading(page, 'Periksa Selisih')).toBeVisible();
  const rows = page.getByRole('main');
  await expect(rows).toContainText('Semester · ');
  await page.getByLabel('Hasil', { exact: true }).selectOption('missing_there');
  await expect(rows).toContainText('Belum pernah diexport. Export data Prodi.');
});

test('Selisih: missing objects are marked for the next export, nothing is sent', async ({ page, demo }) => {
  await demo.post('prodi/sync');
  await demo.post('comparison/compare');
  await open(page, '/');
  await page.getByRole('button', { name: 'Kirim ulang yang berbeda' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Tidak ada baris yang perlu dikirim ulang.');
  await question.getByRole('button', { name: 'Tutup' }).last().click();
  await expect(question).toBeHidden();
  const prodi = page.getByRole('row').filter({ hasText: 'Prodi' });
  await expect(prodi.locator('[data-label="Moodle"]')).toHaveText('0');
});

test('Selisih: the chosen rows of the report are sent again', async ({ page, demo }) => {
  await demo.post('tahun_ajaran/sync');
  await demo.post('tahun_ajaran/export');
  await demo.renameCategories(' (lama)');
  await demo.post('comparison/compare');
  await open(page, '/');
  await page.getByRole('region', { name: 'Selisih' }).getByRole('link', { name: 'Lihat rincian' }).click();
  await page.getByLabel('Hasil', { exact: true }).selectOption('changed_there');
  const rows = page.getByRole('table').locator('tbody tr');
  await waitUntilLoaded(page);
  const button = page.getByRole('button', { name: /^Kirim ulang/ });
  const before = await button.boundingBox();
  await rows.first().getByRole('checkbox').check();
  await expect(button).toHaveText('Kirim ulang 1 yang dipilih');
  expect(await button.boundingBox()).toEqual(before);
  await button.click();
  const question = page.getByRole('dialog', { name: 'Kirim ulang 1 yang dipilih?' });
  await expect(question).toContainText('(lama)');
  await question.getByRole('button', { name: 'Ya' }).click();
  await expectToast(page, 'Success', '1 baris');
  await expect(button).toHaveText('Kirim ulang yang berbeda');
  const waiting = await demo.get('tahun_ajaran/get?page=0&per_page=10&migration=berubah');
  expect(waiting.total).toBe(1);
});

test('Selisih: the report downloads as an Excel file, with the key', async ({ page, demo }) => {
  await demo.post('comparison/compare');
  await open(page, '/');
  const asking = page.waitForRequest('**/api/v1/api/jobs/*/rows.xlsx');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh Excel' }).click();
  expect((await asking).headers()['x-authorization']).not.toBe('');
  const file = await (await downloading).path();
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
});
