import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { expectNoOverflow } from './pageChecks';
import { dialogWithPlan, heading, menuLink, open, rows, toast, waitUntilLoaded } from './steps';

const away = 'Server tidak dapat dihubungi. Periksa sambungan internet Anda lalu coba lagi.';

const calls = /\/(api|health)\//;

/** From now on no call is answered. */
const disconnect = (page: Page) => page.route(calls, (route) => route.abort('connectionrefused'));
const reconnect = (page: Page) => page.unroute(calls);
const banner = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Tidak ada sambungan ke Selaras.' });

test('a list shows that the server is away, and recovers', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await disconnect(page);
  await page.goto('/kelas');
  await expect(page.getByRole('alert')).toContainText('Data tidak dapat dimuat.');
  await expect(page.getByRole('alert')).toContainText(away);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coba lagi' })).toBeVisible();
  await reconnect(page);
  // The list loads without being asked.
  await expect(rows(page)).toHaveCount(10);
  await expect(banner(page)).toBeHidden();
});

test('a browser that goes offline says so at once', async ({ page, context, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/kelas');
  await page.mouse.move(200, 200);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await expectNoOverflow(page, 'the banner');
  // The first press answers, and a list that cannot load is no skeleton.
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Lakukan sinkronisasi data Kelas?' });
  await expect(dialog.getByRole('alert')).toContainText(away, { timeout: 2_000 });
  await dialog.getByRole('button', { name: 'Tidak' }).click();
  await page.getByRole('button', { name: 'Halaman berikutnya' }).click();
  await expect(page.getByRole('alert')).toContainText(away, { timeout: 5_000 });
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden();
  await expect(page.getByText(/^11–20 dari/)).toBeVisible();
});

test('loaded rows stay while the server is away', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/kelas');
  await disconnect(page);
  await menuLink(page, 'Mata Kuliah').click();
  await expect(page.getByRole('alert')).toContainText(away);
  await page.goBack();
  await expect(rows(page)).toHaveCount(10);
});

test('an action that cannot be sent is an error toast with retry', async ({ page }) => {
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = await dialogWithPlan(page, 'Lakukan sinkronisasi data Kelas?');
  await disconnect(page);
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(toast(page, 'Error')).toContainText(away);
  await reconnect(page);
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(toast(page, 'Success')).toBeVisible();
  await waitUntilLoaded(page);
  await expect(rows(page)).toHaveCount(10);
});

test('an unavailable plan is shown in the question', async ({ page }) => {
  await open(page, '/kelas');
  await page.mouse.move(200, 200);
  await page.waitForLoadState('networkidle');
  await disconnect(page);
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = await dialogWithPlan(page, 'Lakukan sinkronisasi data Kelas?');
  await expect(dialog.getByRole('alert')).toContainText(`Rencana tidak dapat dihitung: ${away}`);
  await dialog.getByRole('button', { name: 'Tidak' }).click();
  await expect(dialog).toBeHidden();
});

test('a form that cannot be sent keeps its input', async ({ page, demo }) => {
  await demo.post('jurusan/sync');
  await open(page, '/kelas/create');
  await page.getByLabel('Kode Jurusan').fill('TI');
  await page.getByLabel('Kode Kelas').fill('TI-X');
  await page.getByLabel('Nama Kelas').fill('Kelas X');
  await disconnect(page);
  await page.getByRole('button', { name: 'Simpan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText(away);
  await reconnect(page);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(toast(page, 'Success')).toBeVisible();
});

test('a job without news says so, and is followed again later', async ({ page }) => {
  // Block the stream of the job itself, and the list of running jobs.
  const news = /\/jobs(\/\d+(\/events)?)?$/;
  await page.route(news, (route) => route.abort('connectionrefused'));
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = await dialogWithPlan(page, 'Lakukan sinkronisasi data Kelas?');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await dialog.getByRole('button', { name: 'Jalankan di latar' }).click();
  await page.getByRole('button', { name: 'Pekerjaan, 1 sedang berjalan' }).click();
  await expect(page.getByText('Kabar pekerjaan terputus. Menyambung lagi…')).toBeVisible();
  await page.unroute(news);
  await expect(toast(page, 'Success')).toBeVisible({ timeout: 20_000 });
});

test('login says that the server is away', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/login');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await disconnect(page);
  await page.getByLabel('Username').fill('ratna');
  await page.locator('input[name=password]').fill('rahasia');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText(away);
});

/** From now on no new code is fetched and no call is answered. */
const lost = /\/(assets|api|health)\//;

/** This code is missing until the page is reloaded, as after an upgrade of the server. */
async function untilReloaded(page: Page, code: RegExp): Promise<void> {
  let isGone = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.route(code, (route) => (isGone ? route.fulfill({ status: 404, body: '' }) : route.fallback()));
}

test('a screen whose code fails to load recovers with the server', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  await page.route(lost, (route) => route.abort('connectionrefused'));
  await menuLink(page, 'Daftar Kelas').click();
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toContainText('Server tidak dapat dihubungi.');
  // The frame of the page remains, with its links to other screens.
  await expect(menuLink(page, 'Mata Kuliah')).toBeVisible();
  await page.unroute(lost);
  await message.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
});

test('a screen of an old version loads the new one', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  await untilReloaded(page, /\/assets\/KindList/);
  await page.evaluate(() => Object.assign(window, { before: true }));
  await menuLink(page, 'Daftar Kelas').click();
  // The previous screen has rows too.
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});

test('an action pressed while the server is away removes nothing', async ({ page }) => {
  await page.route(/\/assets\/ConfirmDialog/, (route) => route.abort('connectionrefused'));
  await open(page, '/kelas');
  await page.route(lost, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  await expect(toast(page, 'Error')).toContainText(away);
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
});

test('an action whose code is missing offers to reload the page', async ({ page }) => {
  await open(page, '/kelas');
  await untilReloaded(page, /\/assets\/ConfirmDialog/);
  const sync = page.getByRole('button', { name: 'Sync Data', exact: true }).first();
  await sync.click();
  await expect(toast(page, 'Error')).toContainText('Bagian ini tidak dapat dimuat.');
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await toast(page, 'Error').getByRole('button', { name: 'Muat ulang halaman' }).click();
  await sync.click();
  await dialogWithPlan(page, 'Lakukan sinkronisasi data Kelas?');
});
