import { expect, test } from './journey';
import { open, rows, settled } from './steps';

test('the log tells who did what and when, newest first, and can be searched', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await demo.post('matakuliah/sync');
  await open(page, '/log-activity');
  for (const name of ['No', 'Aktivitas', 'Oleh', 'Waktu']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(rows(page)).toContainText([
    /Sinkronisasi data Mata Kuliah: \d+ baru\./,
    /Sinkronisasi data Kelas: \d+ baru\./,
    'Login',
    'Buat akun',
  ]);
  await expect(rows(page).first()).toContainText(/Ratna Dewi.*\d{1,2} \w{3} \d{4} \d{2}\.\d{2} WIB/);
  await page.getByRole('searchbox').fill('MATA KULIAH');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Hapus pencarian', exact: true }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('columnheader', { name: 'Aktivitas' }).getByRole('button').click();
  await settled(page);
  await expect(rows(page).first()).toContainText('Buat akun');
});

test('an entry of a job opens the account of its rows', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/log-activity');
  await rows(page).first().getByRole('button', { name: 'Rincian' }).click();
  const account = page.getByRole('dialog', { name: 'Sync Kelas' });
  await expect(account.getByText(/Sinkronisasi data Kelas: \d+ baru\./)).toBeVisible();
  await expect(account.getByRole('radio', { name: 'Semua' })).toBeChecked();
  await expect(account.getByRole('row').nth(1)).toContainText('baru');
});
