import type { Locator } from '@playwright/test';
import { expect } from './journey';
import { readOnlyTest as test } from './sharedServer';
import { menuLink, open, rows } from './steps';

/** Bytes that the typeface may take over the wire. */
const typefaceBudget = 60_000;

test('the typeface comes from the server itself, in one small file', async ({ page, campus }) => {
  const fonts: { url: string; size: Promise<number> }[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'font') return;
    fonts.push({ url: request.url(), size: request.sizes().then((sizes) => sizes.responseBodySize) });
  });
  await open(page, '/kelas');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  expect(fonts.map(({ url }) => new URL(url).origin)).toEqual([campus.url]);
  expect(await fonts[0]?.size).toBeLessThanOrEqual(typefaceBudget);
  const face = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(face).toContain('Inter');
});

test('pointing at a link fetches its screen', async ({ page }) => {
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  const code = page.waitForRequest((request) => /\/assets\/.*\.js$/.test(request.url()));
  await menuLink(page, 'Aktivitas Log').hover();
  await code;
  await expect(page).toHaveURL(/\/$/);
});

test('the rows stay while the next page loads', async ({ page }) => {
  await open(page, '/kelas');
  const first = await rows(page).first().innerText();
  let answer: () => void = () => undefined;
  const pause = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/kelas\/get\?.*page=1/, async (route) => {
    await pause;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Halaman berikutnya' }).click();
  await expect(page.locator('[data-stale]')).toHaveCount(1);
  await expect(rows(page)).toHaveCount(10);
  expect(await rows(page).first().innerText()).toBe(first);
  answer();
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  expect(await rows(page).first().innerText()).not.toBe(first);
});

test('an immediate answer shows no loading sign', async ({ page }) => {
  await page.route(/prodi\/get\?/, () => undefined);
  await page.goto('/prodi?tab=dashboard');
  const waiting = page.locator('[aria-busy=true] .bone').first();
  await expect(waiting).toBeAttached();
  // The loading sign is hidden for its first 150 ms.
  await expect(waiting).toHaveCSS('animation-delay', '0.15s');
  await expect(waiting).toHaveCSS('animation-fill-mode', 'backwards');
});

/** The luminance of a colour in the browser's notation, `rgb(…)`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The contrast of a text with its background, computed as in WCAG 2. */
const strength = (text: Locator, ground: Locator) =>
  Promise.all([
    text.evaluate((element) => getComputedStyle(element).color),
    ground.evaluate((element) => getComputedStyle(element).backgroundColor),
  ]).then(([one, other]) => contrast(one, other));

for (const appearance of ['light', 'dark'] as const) {
  test(`the menu has less contrast than the content, ${appearance}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: appearance });
    await open(page, '/kelas');
    const menu = page.getByRole('navigation', { name: 'Menu utama' });
    const entry = await strength(menuLink(page, 'Jurusan'), menu);
    const cell = rows(page).first().getByRole('cell', { name: /^A$/ });
    const content = await strength(cell, cell);
    expect(entry).toBeGreaterThanOrEqual(4.5);
    expect(entry).toBeLessThan(content);
  });
}
