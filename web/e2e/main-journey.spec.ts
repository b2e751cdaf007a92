import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { logIn, perform, signUp } from './person';

const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(images, { recursive: true });
  await page.screenshot({ path: `${images}${name}.png`, animations: 'disabled' });
}

const rows = (page: Page) => page.getByRole('table').locator('tbody tr');

test('an administrator brings a class of students from the campus to Moodle', async ({ page }) => {
  await test.step('sign up and log in', async () => {
    await signUp(page);
    await picture(page, 'login');
    await logIn(page);
  });

  await test.step('Daftar Kelas: sync', async () => {
    await page.getByRole('link', { name: 'Daftar Kelas' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Daftar Kelas' })).toBeVisible();
    await page.getByRole('tab', { name: /OCAS/ }).click();
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('tab', { name: /Dashboard/ }).click();
    await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Lakukan sinkronisasi data Kelas?' });
    await expect(dialog.getByText(/baru/).first()).toBeVisible();
    await picture(page, 'confirm');
    await dialog.getByRole('button', { name: 'Tidak' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('.toasts')).toBeEmpty();
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Kelas?');
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('Mata Kuliah: sync and export', async () => {
    await page.getByRole('link', { name: 'Mata Kuliah' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mata Kuliah' })).toBeVisible();
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Mata Kuliah?');
    await expect(rows(page).first()).toBeVisible();
    await perform(page, 'Export Data', 'Lakukan export data Mata Kuliah?');
    await expect(rows(page).first().getByText('sudah')).toBeVisible();
  });

  await test.step('Daftar Kelas: export', async () => {
    await page.getByRole('link', { name: 'Daftar Kelas' }).click();
    await perform(page, 'Export Data', 'Lakukan export data Kelas?');
    await expect(rows(page).first().getByText('sudah')).toBeVisible();
    await picture(page, 'kelas');
  });

  await test.step('Daftar Mahasiswa: choose a class, sync, export, enroll', async () => {
    await page.getByRole('link', { name: 'Daftar Mahasiswa' }).click();
    await expect(page.getByRole('button', { name: 'Sync Data' })).toHaveAttribute('aria-disabled', 'true');
    await page
      .getByRole('button', { name: 'Kelas', exact: true })
      .and(page.locator('.class-filter button'))
      .click();
    await page.locator('[data-combobox-option]').first().click();
    await expect(page).toHaveURL(/class=/);
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Mahasiswa?');
    await expect(rows(page).first()).toBeVisible();
    await perform(page, 'Export Data', 'Lakukan Export All as User Data Mahasiswa?');
    await perform(page, 'Enroll', 'Lakukan Enroll Data Mahasiswa?');
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /Unenroll/ }),
    ).toBeVisible();
    await picture(page, 'mahasiswa');
  });

  await test.step('the log tells what was done', async () => {
    await page.getByRole('link', { name: 'Aktivitas Log' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Aktivitas Log' })).toBeVisible();
    await expect(rows(page).filter({ hasText: /kelas/i }).first()).toBeVisible();
    await picture(page, 'log');
  });

  await test.step('the same on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/kelas');
    await expect(
      page.getByRole('list', { name: 'Tabel Daftar Kelas' }).getByRole('listitem').first(),
    ).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    await picture(page, 'phone');
  });

  await test.step('log out', async () => {
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')])).toEqual([
      null,
      null,
    ]);
  });
});
