import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from './journey';
import { addresses } from './routes';
import { readOnlyTest as test } from './sharedServer';
import { bodyOf, dialogWithPlan, ofClass, open, waitUntilLoaded } from './steps';

/** Pictures for people to look at: those of the documents, and those of every screen, which are not committed. */
const documentImages = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const looked = fileURLToPath(new URL('../screenshots/', import.meta.url));

test.skip(!process.env.SCREENSHOTS, 'taken by `npm run screenshots`');
test.use({ viewport: { width: 1280, height: 800 } });

/** A laptop, a large screen and a phone. */
const widths = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

async function picture(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await waitUntilLoaded(page);
  // The pointer would highlight a row.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

for (const { example, open: withoutLogin, leadsTo } of addresses) {
  if (leadsTo) continue;
  const name = example === '/' ? 'home' : example.slice(1).replaceAll('/', '-');

  test.describe(example, () => {
    test.use({ signedIn: !withoutLogin });

    test(`${example} is pictured light and dark at each width`, async ({ page }) => {
      await open(page, example);
      await page.waitForLoadState('networkidle');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const viewport of widths) {
          await page.setViewportSize(viewport);
          await picture(page, looked, `${name}-${viewport.width}-${colorScheme}`);
        }
      }
    });
  });
}

test('menus and dialogs are pictured', async ({ page, students }) => {
  await open(page, '/kelas?tab=source');
  await picture(page, looked, 'kelas-source');
  await open(page, ofClass(students));
  await picture(page, looked, 'mahasiswa-class');
  await page
    .getByRole('button', { name: /^Kelas/, expanded: false })
    .last()
    .click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await picture(page, looked, 'mahasiswa-class-choice');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox').nth(1).check();
  await picture(page, looked, 'mahasiswa-chosen');
  await page.getByRole('button', { name: /Menu pengguna/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await picture(page, looked, 'menu');
  await page.keyboard.press('Escape');
  await open(page, '/kelas?q=zzz');
  await picture(page, looked, 'kelas-nothing-found');
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Delete All Data' }).click();
  await dialogWithPlan(page, 'Lakukan penghapusan data Kelas di dashboard?');
  await picture(page, looked, 'delete-all');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, looked, 'delete-all-phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await picture(page, looked, 'sidebar-phone');
});

test('the pictures of the documents', async ({ page, demo, students }) => {
  await open(page, '/mata_kuliah');
  await page.getByRole('button', { name: 'Export Data', exact: true }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan export data Mata Kuliah?');
  await dialog.getByRole('button', { name: /baru di Moodle/ }).click();
  await picture(page, documentImages, 'konfirmasi');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(page.locator('.toasts')).toContainText('Export data Mata Kuliah');
  await picture(page, looked, 'toast');
  await demo.post('kelas/export');
  await demo.post('mahasiswa/export_as_user', bodyOf(students));
  await demo.post('mahasiswa/enroll', bodyOf(students));
  await open(page, '/kelas');
  await picture(page, documentImages, 'daftar-kelas');
  await open(page, ofClass(students));
  await picture(page, documentImages, 'daftar-mahasiswa');
  await open(page, '/log-activity');
  await picture(page, documentImages, 'log');
  await page.getByRole('link', { name: 'Rincian' }).first().click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await picture(page, looked, 'account');
  await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Pekerjaan' })).toBeVisible();
  await picture(page, looked, 'tray');
});
