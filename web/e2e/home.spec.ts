import { expect, test } from './journey';
import { agree, heading, open } from './steps';

test('Main Page Dashboard: from nothing to in step, without leaving it', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByText('Belum ada data. Ambil dari OCAS dengan Sync Data')).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: 'Semester' });
  await expect(line.getByRole('cell').nth(0)).toHaveText('0');

  await page.getByRole('button', { name: 'Sync Data: Semester' }).click();
  await agree(page, 'Lakukan sinkronisasi data Semester?');
  await expect(line.getByRole('cell').nth(0)).toHaveText('7');
  await expect(line.getByRole('cell').nth(2)).toHaveText('7');
  await expect(line.getByRole('cell').nth(4)).toContainText('WIB');

  await page.getByRole('button', { name: 'Export Data: Semester' }).click();
  await agree(page, 'Lakukan export data Semester?');
  await expect(line.getByRole('cell').nth(1)).toHaveText('7');
  await expect(line).toContainText('selaras');

  await expect(page.getByRole('listitem').filter({ hasText: 'Export data Semester: ' })).toBeVisible();
  await line.getByRole('link', { name: 'Semester' }).click();
  await expect(heading(page, 'Semester')).toBeVisible();
});

test('Main Page Dashboard: what failed leads to the rows that failed', async ({ page }) => {
  await page.route('**/api/v1/api/summary', async (route) => {
    const answer = await route.fetch();
    const reply = await answer.json();
    const data = reply.data.map((kind: object) => ({ ...kind, rows: 5, migrated: 2, failed: 3 }));
    await route.fulfill({ json: { ...reply, data } });
  });
  await open(page, '/');
  await page.getByRole('row').filter({ hasText: 'Prodi' }).getByRole('link', { name: '3' }).click();
  await expect(page).toHaveURL(/\/prodi\?migration=gagal$/);
  await expect(page.getByLabel('Migrasi', { exact: true })).toHaveValue('gagal');
});

test('Main Page Dashboard: a server that does not answer is said, and asked again', async ({ page }) => {
  let away = true;
  await page.route('**/api/v1/api/summary', (route) => (away ? route.abort() : route.continue()));
  await page.goto('/');
  const alert = page.getByRole('alert').filter({ hasText: 'Data tidak dapat dimuat.' });
  await expect(alert).toBeVisible();
  away = false;
  await alert.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Semester' })).toBeVisible();
});
