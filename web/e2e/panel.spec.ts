import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { confirm, heading, ofClass, open, rows, waitUntilLoaded, withStudents } from './steps';

const panel = (page: Page) => page.locator('aside.side-panel');
const title = (page: Page) => panel(page).getByRole('heading', { level: 2 }).first();

/** The name of a row, and its link. */
async function nameOf(page: Page, row: number) {
  const link = rows(page.getByRole('tabpanel')).nth(row).getByRole('link').first();
  return { link, name: (await link.textContent()) ?? '' };
}

test('a row opens a person beside the list, and everything is done from there', async ({ page, demo }) => {
  const students = await withStudents(demo);
  await open(page, ofClass(students));
  const list = page.url();
  const first = await nameOf(page, 0);
  const second = await nameOf(page, 1);
  await first.link.click();
  await expect(title(page)).toHaveText(first.name);
  await expect(page).toHaveURL(/[?&]panel=mahasiswa\.\w+/);
  await expect(panel(page)).toBeFocused();
  await expect(heading(page, 'Daftar Mahasiswa')).toBeVisible();
  await expect(panel(page)).toContainText('Belum punya akun di Moodle');

  // The rows move on under the open panel.
  await page.keyboard.press('j');
  await expect(title(page)).toHaveText(second.name);
  await expect(rows(page.getByRole('tabpanel')).nth(1)).toHaveAttribute('data-open', 'true');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('k');
  await expect(title(page)).toHaveText(first.name);

  await panel(page).getByRole('button', { name: 'Selaraskan orang ini' }).click();
  // Esc answers the question, and leaves the panel.
  await expect(page.getByRole('dialog', { name: `Selaraskan ${first.name}?` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await panel(page).getByRole('button', { name: 'Selaraskan orang ini' }).click();
  await confirm(page, `Selaraskan ${first.name}?`);
  await expect(panel(page)).toContainText('Terdaftar di 1 dari 1 kelas');
  await expect(panel(page).getByRole('region', { name: 'Riwayat' })).toContainText('di-enroll');

  // One press of Back closes the panel, however many rows it has shown.
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(list);
  await expect(first.link).toBeFocused();
});

test('the panel stays after a reload, closes with Esc and leads to the page', async ({ page, demo }) => {
  await withStudents(demo);
  await open(page, '/kelas');
  const { link, name } = await nameOf(page, 2);
  await rows(page.getByRole('tabpanel')).nth(2).focus();
  await page.keyboard.press('Enter');
  await expect(title(page)).toContainText(name);
  await expect(panel(page)).toContainText(/\d+ orang selaras|Tidak ada mahasiswa/);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/\/kelas$/);
  await expect(link).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(title(page)).toContainText(name);
  await page.reload();
  await expect(title(page)).toContainText(name);
  await waitUntilLoaded(page);
  await panel(page).getByRole('button', { name: 'Tutup panel' }).click();
  await expect(page).toHaveURL(/\/kelas$/);

  await link.click();
  await panel(page).getByRole('link', { name: 'Buka halaman' }).click();
  await expect(page).toHaveURL(/\/kelas\/\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.goBack();
  await expect(title(page)).toContainText(name);
});

test('the panel is accessible in both themes, and a sheet on a phone', async ({ page, demo }) => {
  const students = await withStudents(demo);
  await open(page, ofClass(students));
  const { link, name } = await nameOf(page, 0);
  await link.click();
  await expect(title(page)).toHaveText(name);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilLoaded(page);
    await expectAccessible(page, `the panel, ${colorScheme}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet).toBeVisible();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, 'the panel on a phone');
  const wide = await sheet.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect((await sheet.boundingBox())?.height).toBe(740);
  await expectAccessible(page, 'the panel on a phone');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});
