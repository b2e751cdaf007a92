import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import { expectToast, heading, menuLink, open, waitUntilLoaded } from './steps';

test('Jadwal: all schedules are off first; turning one on shows its times', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByText('Belum ada jadwal yang aktif.')).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'Pengaturan' }).click();
  await menuLink(page, 'Jadwal').click();
  await expect(heading(page, 'Jadwal')).toBeVisible();
  await waitUntilLoaded(page);
  await expect(page.getByRole('row').filter({ hasText: 'tidak aktif' })).toHaveCount(27);

  // Every action can be scheduled, enrolling too.
  await expect(page.getByRole('button', { name: 'Ubah: Enroll Mahasiswa', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Ubah: Sync Kelas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jadwal: Sync Kelas' });
  // A disabled schedule has no next times, and the expression appears only on request.
  await expect(dialog.getByText('Tidak dijalankan sendiri selama jadwal ini tidak aktif.')).toBeVisible();
  await expect(dialog.getByLabel('Waktu (cron)')).toHaveCount(0);
  await dialog.getByLabel('Jalankan sendiri menurut jadwal').check();
  await dialog.getByLabel('Kapan').selectOption({ label: 'Setiap minggu' });
  await dialog.getByLabel('Hari', { exact: true }).selectOption({ label: 'Senin' });
  await dialog.getByLabel('Pukul').fill('06:00');
  const times = dialog.getByRole('listitem');
  await expect(times).toHaveCount(5);
  await expect(times.first()).toHaveText(/^Senin, \d{1,2} \w{3} \d{4} 06\.00 WIB$/);

  await dialog.getByLabel('Kapan').selectOption({ label: 'Waktu khusus (cron)' });
  await expect(dialog.getByLabel('Waktu (cron)')).toHaveValue('0 6 * * 1');
  await dialog.getByLabel('Waktu (cron)').fill('tiap pagi');
  await expect(dialog.getByText('Waktu tidak dikenali.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Waktu tidak dikenali.')).toBeVisible();

  await dialog.getByLabel('Kapan').selectOption({ label: 'Setiap hari' });
  await dialog.getByLabel('Pukul').fill('04:30');
  await expect(times.first()).toHaveText(/ 04\.30 WIB$/);
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success', 'Jadwal Sync Kelas disimpan. Berikutnya: ');
  await expect(dialog).toBeHidden();
  const line = page.getByRole('row').filter({ hasText: 'setiap hari 04.30' });
  await expect(line).toContainText(/04\.30 WIB/);

  await open(page, '/');
  await expect(page.getByRole('listitem').filter({ hasText: 'Sync Kelas' })).toContainText(
    /Berikutnya .* 04\.30 WIB/,
  );
  await page.getByRole('link', { name: 'Atur jadwal' }).click();
  await expect(heading(page, 'Jadwal')).toBeVisible();
});

test('Jadwal: the outcome of the last run links to its rows', async ({ page, demo }) => {
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

test('Jadwal: one dialog sets a time for all schedules or some', async ({ page, demo }) => {
  await open(page, '/pengaturan/jadwal');
  await page.getByRole('button', { name: 'Atur waktu untuk semua' }).click();
  const dialog = page.getByRole('dialog', { name: 'Atur waktu untuk semua' });
  await dialog.getByLabel('Kapan').selectOption({ label: 'Setiap hari' });
  await dialog.getByLabel('Pukul').fill('05:58');
  await dialog.getByLabel('Sync Kelas', { exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success', 'disimpan. Berikutnya: ');
  await expect(page.getByRole('row').filter({ hasText: 'setiap hari 05.58' })).toHaveCount(22);
  const { data } = await demo.get('schedules');
  const off = data.filter(({ enabled }: { enabled: boolean }) => !enabled);
  // Schedules that suspend are excluded until they are allowed to. The whole-campus run is excluded, since its parts already
  // run.
  const names = off.map(({ kind, verb }: { kind: string; verb: string }) => `${verb} ${kind}`);
  expect(names).toEqual([
    'align campus',
    'sync kelas',
    'unenroll mahasiswa',
    'unenroll mahasiswa_mbkm',
    'unenroll mengajar',
  ]);
});

test('Jadwal: a schedule suspends people only after it is allowed', async ({ page, demo }) => {
  await open(page, '/pengaturan/jadwal');
  await page.getByRole('button', { name: 'Ubah: Keluarkan dari kelas: Mahasiswa', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Jadwal: Keluarkan dari kelas: Mahasiswa' });
  await dialog.getByLabel('Jalankan sendiri menurut jadwal').check();
  const allowed = dialog.getByRole('switch', { name: 'Boleh menangguhkan' });
  await expect(allowed).not.toBeChecked();
  await expect(allowed).toHaveAccessibleDescription(/pendaftaran di kelas tidak pernah dihapus/);
  await allowed.check();
  await expectAccessible(page, 'the schedule that suspends');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success', 'Jadwal Keluarkan dari kelas: Mahasiswa disimpan.');
  await expect(page.getByRole('row').filter({ hasText: 'boleh menangguhkan' })).toHaveCount(1);
  const { data } = await demo.get('schedules');
  expect(data.filter(({ may_suspend }: { may_suspend: boolean }) => may_suspend)).toMatchObject([
    { kind: 'mahasiswa', verb: 'unenroll', enabled: true },
  ]);
});

test('Jadwal: the first button sets the run of everything, and its hint is true', async ({ page }) => {
  await open(page, '/pengaturan/jadwal');
  await page.getByRole('button', { name: 'Atur Selaraskan Seluruh Kampus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Jadwal: Selaraskan Seluruh Kampus' });
  const allowed = dialog.getByRole('switch', { name: 'Boleh menangguhkan' });
  await expect(allowed).toHaveAccessibleDescription(
    /hanya langkah ini yang dilewati; selebihnya dikerjakan\.$/,
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ubah: Keluarkan dari kelas: Mahasiswa', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Boleh menangguhkan' })).toHaveAccessibleDescription(
    /jadwal ini tidak mengerjakan apa pun\.$/,
  );
});
