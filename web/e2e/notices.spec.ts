import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { heading, open, withTwins } from './steps';

test('notices of rows, accounts and schedules are in one place, reached from every page', async ({
  page,
  demo,
}) => {
  await demo.signedIn();
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Pemberitahuan', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Pemberitahuan' });
  await expect(panel.getByText('Tidak ada yang perlu perhatian.')).toBeVisible();
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  // A student who cannot be sent, an account that waits, and a run by itself that did not take place.
  await withTwins(demo);
  await demo.post('mahasiswa/export_as_user');
  await demo.ask('POST', '/api/react/signup', {
    name: 'Budi Santoso',
    username: 'budi',
    password: 'kata sandi yang panjang',
  });
  const missed = 'Jadwal ini terlewat lebih dari satu jam.';
  await page.route('**/api/v1/api/schedules', async (route) => {
    const reply = await (await route.fetch()).json();
    const data = reply.data.map((schedule: { kind: string; verb: string }) =>
      schedule.kind === 'prodi' && schedule.verb === 'sync'
        ? { ...schedule, enabled: true, note: missed }
        : schedule,
    );
    await route.fulfill({ json: { ...reply, data } });
  });
  await page.reload();
  const bell = page.getByRole('button', { name: /^Pemberitahuan, \d+ terbuka$/ });
  await bell.click();
  const lines = panel.getByRole('listitem');
  await expect(lines.filter({ hasText: '1 mahasiswa belum ada di Moodle' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'Ada akun yang menunggu persetujuan.' })).toHaveCount(1);
  await expect(lines.filter({ hasText: `Sync Prodi: ${missed}` })).toHaveCount(1);
  const number = await lines.count();
  await expect(bell).toHaveAccessibleName(`Pemberitahuan, ${number} terbuka`);
  await expectAccessible(page, 'the notices');

  // The main page names as many.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Selaras' }).click();
  await expect(page.getByText(`${number} hal perlu perhatian Anda.`)).toBeVisible();

  await bell.click();
  await panel.getByRole('link', { name: /^Lihat: Ada akun/ }).click();
  await expect(heading(page, 'Users')).toBeVisible();
  await expect(panel).toBeHidden();
});

test('the notices are no wider than a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/kelas');
  await expect(page.getByRole('button', { name: 'Menu pengguna: Ratna Dewi' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Pemberitahuan', exact: true }).click();
  await expect(page.getByText('Tidak ada yang perlu perhatian.')).toBeVisible();
  await expectNoOverflow(page, 'the notices');
});
