import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dist, expect } from './journey';
import { expectAccessible, expectNoOverflow, expectNoOverlap } from './pageChecks';
import { addresses } from './routes';
import { readOnlyTest as test } from './sharedServer';
import { heading, waitUntilLoaded } from './steps';

/** Bytes of compressed script that a first visit may take over the wire. */
const scriptBudget = 200_000;

for (const { route, example, title, leadsTo, open } of addresses) {
  test.describe(route, () => {
    test.use({ signedIn: !open });

    test(`${example} opens with its title, light, accessible and narrow enough`, async ({ page }) => {
      const scripts: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script') return;
        // A folder's files come without compression; the build has compressed copies beside them.
        const packed = dist && resolve(`${dist}${new URL(request.url()).pathname}.br`);
        scripts.push(
          packed
            ? stat(packed).then(({ size }) => size)
            : request.sizes().then((sizes) => sizes.responseBodySize),
        );
      });
      await page.goto(example);
      await expect(heading(page, title)).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Selaras`);
      await expect(page).toHaveURL(new RegExp(`${leadsTo ?? example}$`));
      await waitUntilLoaded(page);
      await page.waitForLoadState('networkidle');
      const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
      test.info().annotations.push({ type: 'script', description: `${bytes} bytes` });
      expect(bytes, 'bytes of script').toBeLessThanOrEqual(scriptBudget);

      // The target of a redirect is checked under its own address.
      if (leadsTo) return;

      await expectAccessible(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await expectAccessible(page, 'dark');
      await page.setViewportSize({ width: 360, height: 740 });
      await waitUntilLoaded(page);
      await expectNoOverflow(page, 'on a phone');
      await expectAccessible(page, 'dark, on a phone');
      await page.emulateMedia({ colorScheme: 'light' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
      await expectAccessible(page, 'light, on a phone');
    });
  });
}

test('no screen is wider than a small phone, and no numbers overlap', async ({ page }) => {
  test.slow();
  for (const { example, leadsTo } of addresses) {
    if (leadsTo || example === '/setup') continue;
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      if (width === 360) await page.goto(example);
      await expect(page.getByRole('heading', { level: 1 }), example).toBeVisible();
      await waitUntilLoaded(page);
      await expectNoOverflow(page, `${example} at ${width}`);
      await expectNoOverlap(page, `${example} at ${width}`);
    }
  }
});

test.describe('without signing in', () => {
  test.use({ signedIn: false });

  test('every screen but login and signup leads to login', async ({ page }) => {
    for (const { example } of addresses.filter(({ open }) => !open)) {
      await page.goto(example);
      await expect(heading(page, 'Login'), example).toBeVisible();
      const search = example === '/' ? '' : `?return_to=${encodeURIComponent(example)}`;
      await expect(page).toHaveURL(`/login${search}`);
    }
  });
});
