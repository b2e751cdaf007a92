import { expect, test } from './journey';
import { expectToast, heading, menuLink, open, settled } from './steps';

test('Jadwal: nothing is on until somebody turns it on, and then it says when it runs', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByText('Belum ada jadwal yang aktif.')).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Pengaturan' }).click();
  await menuLink(page, 'Jadwal').click();
  await expect(heading(page, 'Jadwal')).toBeVisible();
  await settled(page);
  await expect(page.getByRole('row').filter({ hasText: 'tidak aktif' })).toHaveCount(20);

  await page.getByRole('button', { name: 'Ubah: Sync Kelas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jadwal: Sync Kelas' });
  await dialog.getByLabel('Kapan').selectOption({ label: 'Setiap Senin 06.00' });
  await expect(dialog.getByLabel('Waktu (cron)')).toHaveValue('0 6 * * 1');
  const times = dialog.getByRole('listitem');
  await expect(times).toHaveCount(5);
  await expect(times.first()).toHaveText(/^Senin, \d{1,2} \w{3} \d{4} 06\.00 WIB$/);

  await dialog.getByLabel('Waktu (cron)').fill('tiap pagi');
  await expect(dialog.getByText('Waktu tidak dikenali.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Waktu tidak dikenali.')).toBeVisible();

  await dialog.getByLabel('Waktu (cron)').fill('30 4 * * *');
  await expect(times.first()).toHaveText(/ 04\.30 WIB$/);
  await expect(dialog.getByLabel('Kapan')).toHaveValue('own');
  await dialog.getByLabel('Jalankan sendiri menurut jadwal').check();
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success', 'Jadwal Sync Kelas disimpan. Berikutnya: ');
  await expect(dialog).toBeHidden();
  const line = page.getByRole('row').filter({ hasText: '30 4 * * *' });
  await expect(line).toContainText(/04\.30 WIB/);

  await open(page, '/');
  await expect(page.getByRole('listitem').filter({ hasText: 'Sync Kelas' })).toContainText(
    /Berikutnya .* 04\.30 WIB/,
  );
  await page.getByRole('link', { name: 'Atur jadwal' }).click();
  await expect(heading(page, 'Jadwal')).toBeVisible();
});

test('Jadwal: what came of the last run is told, and leads to its rows', async ({ page, demo }) => {
  await demo.post('prodi/sync');
  await page.route('**/api/v1/api/schedules', async (route) => {
    const answer = await route.fetch();
    const reply = await answer.json();
    const jobs = await demo.get('jobs');
    const data = reply.data.map((schedule: { kind: string; verb: string }) =>
      schedule.kind === 'prodi' && schedule.verb === 'sync'
        ? { ...schedule, enabled: true, last_job: { ...jobs.data[0], state: 'failed' } }
        : schedule,
    );
    await route.fulfill({ json: { ...reply, data } });
  });
  await open(page, '/');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Sync Prodi' })
    .getByRole('link', { name: /^gagal/ })
    .click();
  await expect(heading(page, 'Sync Prodi')).toBeVisible();
});
