import { expect } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { readOnlyTest as test } from './sharedServer';
import { heading, open } from './steps';

const help = (title: string) => ({ name: `Penjelasan: ${title}` });

test('terms are explained beside their heading, by keyboard too', async ({ page }) => {
  await open(page, '/mahasiswa');
  const button = page.getByRole('button', help('Daftar Mahasiswa'));
  await button.focus();
  await page.keyboard.press('Enter');
  const terms = page.getByRole('dialog', { name: 'Daftar Mahasiswa' });
  await expect(terms.getByRole('term')).toHaveText([
    'Sync Data',
    'Export Data',
    'Enroll dan Unenroll',
    'Migrasi',
    'Keadaan Enroll',
    'Hilang dari OCAS',
    'Hapus',
  ]);
  await expect(terms).toContainText('Mengambil isi terbaru dari OCAS ke dashboard.');
  await expectAccessible(page, 'the explanations');
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(button).toBeFocused();
});

test('the explanations fit a small phone, and exist in English', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('selaras.language', 'en'));
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/');
  await page.getByRole('button', { name: /^Explanation: / }).click();
  await expect(page.getByRole('dialog')).toContainText('One person in one class.');
  await expectNoOverflow(page, 'the explanations');
});

for (const [path, title] of [
  ['/', 'Main Page Dashboard'],
  ['/selaraskan', 'Selaraskan Semua'],
  ['/pengaturan/jadwal', 'Jadwal'],
  ['/pengaturan/sumber', 'Sumber'],
  ['/user', 'Users'],
  ['/zoom-activity', 'Aktivitas Zoom'],
] as const) {
  test(`${path} explains its terms`, async ({ page }) => {
    await open(page, path);
    await expect(heading(page, title)).toBeVisible();
    await page.getByRole('button', help(title)).click();
    await expect(page.getByRole('dialog', { name: title }).getByRole('definition').first()).toHaveText(/\w/);
  });
}
