import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { person } from './demo';
import { test, token } from './firstStart';
import { expect } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { downloadMoodleFiles, heading, logIn, menuLink, perform, rows } from './steps';

test.use({ signedIn: false });

const looked = fileURLToPath(new URL('../screenshots/', import.meta.url));

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(looked, { recursive: true });
  await page.screenshot({ path: `${looked}setup-${name}.png`, fullPage: true, animations: 'disabled' });
}

const part = (page: Page, name: string) => page.getByRole('region', { name });

test('from no file at all to the first synced class', async ({
  page,
  demo,
  firstStart: { address, folder },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });

  await test.step('every address leads to the page, which asks for the code', async () => {
    await page.goto(new URL('/kelas', address).href);
    await expect(heading(page, 'Pemasangan')).toBeVisible();
    await page.getByLabel('Kode pemasangan').fill('SALAH');
    await page.getByRole('button', { name: 'Lanjut' }).click();
    await expect(page.getByText(/Kode pemasangan ini salah/)).toBeVisible();
    await picture(page, 'code');
    await page.getByLabel('Kode pemasangan').fill(new URL(address).hash.slice(1));
    await page.getByRole('button', { name: 'Lanjut' }).click();
    await expect(page.getByText(/Isi kelima bagian ini/)).toContainText(join(folder, 'selaras.toml'));
    await expectAccessible(page, 'empty');
    await picture(page, 'empty');
  });

  await test.step('missing answers are shown at their fields', async () => {
    await page.getByRole('button', { name: 'Tulis setelan dan mulai' }).click();
    await expect(page.getByLabel('Alamat layanan web')).toBeFocused();
    await expect(page.getByText('Token tidak boleh kosong', { exact: true })).toBeVisible();
    await expect(page.getByText('Username tidak boleh kosong', { exact: true })).toBeVisible();
    await expect(page.getByText('Cara masuk tidak boleh kosong', { exact: true })).toBeVisible();
    await picture(page, 'missing');
  });

  await test.step('the source: its lists, and the first rows of one', async () => {
    const source = part(page, '1. Sistem akademik');
    await source.getByLabel('Alamat layanan web').fill(demo.source);
    await source.getByRole('switch', { name: 'Kampus mengikuti MBKM' }).check();
    await source.getByRole('button', { name: 'Periksa semua daftar' }).click();
    await expect(source.getByRole('listitem')).toHaveCount(10);
    await source.getByRole('button', { name: 'Coba daftar ini' }).click();
    await expect(source.getByText('Tidak ada masalah.')).toBeVisible();
    await expect(source.getByRole('table').locator('tbody tr')).toHaveCount(10);
  });

  await test.step('Moodle: the steps there, with both files', async () => {
    const platform = part(page, '2. Moodle');
    await expect(platform.getByRole('listitem')).toHaveCount(5);
    await downloadMoodleFiles(platform);
  });

  await test.step('Moodle: a wrong token with its fix, and the right one', async () => {
    const platform = part(page, '2. Moodle');
    const findings = platform.getByRole('status').getByRole('listitem');
    await platform.getByLabel('Alamat Moodle').fill(demo.moodle);
    await platform.locator('input[name=platform_token]').fill('salah');
    await platform.getByRole('button', { name: 'Periksa Moodle' }).click();
    await expect(platform.getByRole('img', { name: 'salah' })).toBeVisible();
    await expect(platform.getByText('Diperiksa lagi setiap 5 detik')).toBeVisible();
    await picture(page, 'moodle-wrong');
    await platform.locator('input[name=platform_token]').fill(token);
    await expect(findings).toHaveCount(0);
    await platform.getByRole('button', { name: 'Periksa Moodle' }).click();
    await expect(findings.first()).toContainText('Moodle 5.1');
    await expect(platform.getByRole('img', { name: 'salah' })).toHaveCount(0);
  });

  await test.step('how people sign in, and what is made in Moodle', async () => {
    await part(page, '2. Moodle').getByLabel('Cara orang masuk ke Moodle').selectOption('LDAP');
    const shape = part(page, '3. Bentuk di Moodle');
    await expect(shape.getByRole('radio', { name: 'setiap kelas dan semester' })).toBeChecked();
    await shape.getByRole('radio', { name: 'setiap mata kuliah dan semester' }).click();
  });

  await test.step('the database, and the first administrator', async () => {
    const database = part(page, '4. Database dashboard');
    await database.getByRole('button', { name: 'Periksa database' }).click();
    await expect(database.getByText(/Database masih kosong/)).toBeVisible();
    const administrator = part(page, '5. Administrator pertama');
    await administrator.getByLabel('Nama').fill(person.name);
    await administrator.getByLabel('Username').fill(person.username);
    await administrator.locator('input[name=password]').fill(person.password);
  });

  await test.step('the page is accessible in light, dark and on a phone', async () => {
    await expectAccessible(page, 'filled, light');
    await picture(page, 'filled');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, 'filled, dark');
    await picture(page, 'filled-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, 'on a phone');
    await picture(page, 'filled-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the file is written, and the dashboard is there', async () => {
    await page.getByRole('button', { name: 'Tulis setelan dan mulai' }).click();
    await expect(page.getByText(`Setelan ditulis ke ${join(folder, 'selaras.toml')}.`)).toBeVisible();
    await picture(page, 'written');
    expect(existsSync(join(folder, 'selaras.toml'))).toBe(true);
    expect(statSync(join(folder, 'selaras.toml')).mode & 0o777).toBe(0o600);
    await page.getByRole('link', { name: 'Ke halaman login' }).click();
    await logIn(page, person);
    await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
    await menuLink(page, 'Daftar Kelas').click();
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Kelas?');
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('the origin of each setting is shown', async () => {
    await page.goto(new URL('/pengaturan/koneksi', address).href);
    const moodle = part(page, 'Moodle');
    await moodle.getByText('Setelan').click();
    const setting = (name: string) => moodle.getByText(name, { exact: true }).locator('xpath=..');
    await expect(setting('platform.base_url')).toContainText('dari berkas');
    await expect(setting('platform.auth')).toContainText('ldap');
    await expect(setting('platform.root_category')).toContainText('bawaan');
    await picture(page, 'origins');
  });

  await test.step('the shape is the chosen one', async () => {
    await page.goto(new URL('/pengaturan/bentuk', address).href);
    await expect(page.getByRole('radio', { name: 'setiap mata kuliah dan semester' })).toBeChecked();
  });

  await test.step('nothing of the setup is left', async () => {
    await page.goto(new URL('/setup', address).href);
    await expect(page.getByText('Selaras di sini sudah dipasang.')).toBeVisible();
  });
});

test('the page speaks English; a source without an address asks for none', async ({
  page,
  demo,
  firstStart: { address },
}) => {
  await page.goto(address);
  await page.getByLabel('Alamat layanan web').fill(demo.source);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(heading(page, 'Setup')).toBeVisible();
  await expect(page.getByLabel('Address of the web service')).toHaveValue(demo.source);
  const source = part(page, '1. Academic system');
  await source.getByLabel('Lists are read from').selectOption('Files that administrators upload');
  await expect(source.getByRole('textbox')).toHaveCount(1);
  await source.getByLabel('Lists are read from').selectOption('Neo Feeder PDDikti');
  await expect(source.getByText(/A Feeder has no departments/)).toBeVisible();
  await source.getByLabel('Address of Neo Feeder').fill(demo.source);
  await source.getByLabel('User name at Neo Feeder').fill('operator');
  await source.locator('input[name=feeder_password]').fill('rahasia-feeder');
  await source.getByLabel('Code of the semester').fill('20261');
  await source.getByRole('button', { name: 'Try this list' }).click();
  await expect(source.getByRole('table').locator('tbody tr')).toHaveCount(10);
  await picture(page, 'feeder');
  await source.getByText('Further settings of the source').click();
  await source.locator('textarea[name=more]').fill('[platform]\ntoken = "x"');
  await source.getByRole('button', { name: 'Check all lists' }).click();
  await expect(source.getByText(/Sections of source alone belong here/)).toBeVisible();
  await picture(page, 'more');
  await source.locator('textarea[name=more]').fill('');
  await expect(page.getByText(/Not asked here: Zoom/)).toBeVisible();
  await source.getByLabel('Lists are read from').selectOption('A database (SQL)');
  await expect(source.getByLabel('Classes', { exact: true })).toBeVisible();
  await expectAccessible(page, 'queries');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'queries on a phone');
  await picture(page, 'queries-phone');
});
