import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { enter } from './person';

async function findings(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

const titles = [
  ['/', 'Main Page Dashboard'],
  ['/log-activity', 'Aktivitas Log'],
  ['/zoom-activity', 'Aktivitas Zoom'],
  ['/tahun-ajaran', 'Tahun Ajaran'],
  ['/tahun-ajaran/create', 'Buat Tahun Ajaran Baru'],
  ['/tahun-ajaran/1/update', 'Update Tahun Ajaran'],
  ['/jurusan', 'Jurusan'],
  ['/jurusan/create', 'Buat Jurusan Baru'],
  ['/jurusan/1', 'Update Jurusan'],
  ['/jurusan/1/update', 'Update Jurusan'],
  ['/user', 'Users'],
  ['/user/create', 'Buat User Baru'],
  ['/user/1', 'Update Data User'],
  ['/user/ratna/update', 'Update Data User'],
  ['/prodi', 'Prodi'],
  ['/prodi/create', 'Buat Prodi Baru'],
  ['/prodi/1/update', 'Update Prodi'],
  ['/semester', 'Semester'],
  ['/semester/create', 'Buat Semester Baru'],
  ['/semester/1/update', 'Update Semester'],
  ['/kelas', 'Daftar Kelas'],
  ['/kelas/create', 'Buat Kelas Baru'],
  ['/kelas/1/update', 'Update Kelas'],
  ['/mata_kuliah', 'Mata Kuliah'],
  ['/mata_kuliah/create', 'Buat Mata Kuliah Baru'],
  ['/mengajar', 'Data Mengajar'],
  ['/pengajar', 'Daftar Pengajar'],
  ['/pengajar/create', 'Buat Pengajar Baru'],
  ['/pengajar/1/update', 'Update Pengajar'],
  ['/mahasiswa', 'Daftar Mahasiswa'],
  ['/mahasiswa/mbkm', 'Daftar Mahasiswa MBKM'],
  ['/mahasiswa/create', 'Buat Mahasiswa Baru'],
  ['/mahasiswa/1/update', 'Update Mahasiswa'],
  ['/tidak/ada', 'There is nothing in here.'],
] as const;

test('every route answers with its title', async ({ page }) => {
  await enter(page);
  for (const [path, title] of titles) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true }), path).toBeVisible();
  }
});

test('a visitor who is not signed in goes to login and comes back', async ({ page }) => {
  await enter(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/kelas?q=algoritma');
  await expect(page).toHaveURL(/\/login\?return_to=/);
  await page.getByLabel('Username').fill('ratna');
  await page.locator('input[name=password]').fill('rahasia-sekali-2026');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/kelas\?q=algoritma$/);
});

test('a dead key leads to login, which says why', async ({ page }) => {
  await enter(page);
  await page.evaluate(() => localStorage.setItem('token', JSON.stringify({ key: 'mati', name: 'web' })));
  await page.goto('/kelas');
  await expect(page.getByText('Sesi Anda sudah berakhir. Silakan login lagi.')).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility fault that can be found by machine (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await enter(page);
    for (const path of [
      '/',
      '/kelas',
      '/kelas?tab=source',
      '/kelas/create',
      '/mata_kuliah',
      '/mahasiswa',
      '/log-activity',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await findings(page), path).toEqual([]);
    }
    await page.goto('/kelas');
    await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Menghitung rencana…')).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Ya' })).toBeVisible();
    expect(await findings(page), 'confirmation').toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/kelas');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await findings(page), 'phone').toEqual([]);
  });
}
