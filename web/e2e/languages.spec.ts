import type { Page } from '@playwright/test';
import { expect } from './journey';
import { expectAccessible } from './pageChecks';
import { addresses } from './routes';
import { readOnlyTest as test } from './sharedServer';
import { waitUntilLoaded } from './steps';

/** Common words of a language that no name of the campus contains. */
const indonesian =
  /(?<![\w.@/-])(tidak|belum|sudah|yang|dari|untuk|dengan|akan|lalu|dahulu|baris|mahasiswa|pengajar|jurusan|prodi|mata kuliah|tahun ajaran|mengajar|hapus|simpan|cari|pilih|menit|gagal|selesai)(?![\w.@-])/i;
const english =
  /(?<![\w.@/-])(the|of|and|not|is|are|was|has|this|that|then|with|from|rows?|students?|classes|settings|failed|minutes?|choose|save|delete)(?![\w.@-])/i;

/** English terms of the specification on an Indonesian page, and names. */
const allowedTerms = /Delete All Data|There is nothing in here\.|Export All as User|Main Page Dashboard/g;

async function setLanguage(page: Page, language: 'id' | 'en'): Promise<void> {
  await page.addInitScript((language) => localStorage.setItem('selaras.language', language), language);
}

/** All visible and accessible text of the page, line by line, without the data in its tables. */
async function pageTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'data-hint', 'placeholder', 'title'];
    const labels = [...document.querySelectorAll('body *')].flatMap((element) =>
      attributes.flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [...document.body.innerText.split('\n'), ...labels].map((line) => line.trim()).filter(Boolean);
  });
}

for (const [language, strange] of [
  ['en', indonesian],
  ['id', english],
] as const) {
  test.describe(`in ${language}`, () => {
    for (const { example, leadsTo, open } of addresses) {
      if (leadsTo) continue;
      test.describe(example, () => {
        test.use({ signedIn: !open });

        test(`${example} has no word of the other language`, async ({ page }) => {
          await setLanguage(page, language);
          await page.goto(example);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await waitUntilLoaded(page);
          await page.waitForLoadState('networkidle');
          const lines = (await pageTexts(page)).map((line) => line.replace(allowedTerms, ''));
          expect(lines.length).toBeGreaterThan(1);
          expect(lines.filter((line) => strange.test(line))).toEqual([]);
          // The screens' own journeys check them in Indonesian.
          if (language === 'en') await expectAccessible(page, 'in English');
        });
      });
    }

    test('the questions of actions have no word of the other language', async ({ page }) => {
      await setLanguage(page, language);
      for (const [path, action] of [
        ['/mata_kuliah', 'Export Data'],
        ['/kelas', 'Delete All Data'],
        ['/mahasiswa', 'Unenroll'],
        ['/prodi', 'Sync Data'],
      ] as const) {
        await page.goto(path);
        await waitUntilLoaded(page);
        await page.getByRole('button', { name: action, exact: true }).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect(page.getByText(/Menghitung rencana…|Working out the plan…/)).toBeHidden();
        const lines = (await pageTexts(page)).map((line) => line.replace(allowedTerms, ''));
        expect(
          lines.filter((line) => strange.test(line)),
          `${path} ${action}`,
        ).toEqual([]);
      }
    });
  });
}
