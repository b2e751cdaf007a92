import type { Page } from '@playwright/test';
import { person } from './demo';
import { expect, test } from './journey';
import { heading, logIn, open, rows } from './steps';

test.use({ signedIn: false });

const second = { name: 'Budi Santoso', username: 'budi', password: 'kata-sandi-budi' };

async function signUp(page: Page, { name, username, password }: typeof person) {
  await page.getByLabel('Nama').fill(name);
  await page.getByLabel('Username').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Signup' }).click();
}

for (const path of ['/login', '/signup']) {
  test(`${path} bears the product's mark and name`, async ({ page }) => {
    await page.goto(path);
    const mark = page.locator('main img[src="/selaras.svg"]');
    await expect(mark).toBeVisible();
    // Proves that the picture loads: a missing picture has no natural width.
    await expect(mark).not.toHaveJSProperty('naturalWidth', 0);
    await expect(page.getByRole('main')).toContainText('Selaras');
  });
}

test('login marks the empty fields and sends nothing', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Username cannot be empty.')).toBeVisible();
  await expect(page.getByText('Password cannot be empty.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  expect(requests).toEqual([]);
});

test('a wrong password is answered in the page', async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/login');
  await logIn(page, { ...person, password: 'salah-sekali' });
  await expect(page.getByRole('alert')).toHaveText('Username atau password salah.');
  await expect(page).toHaveURL(/\/login$/);
});

test('signup marks empty and invalid fields', async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Signup' }).click();
  for (const message of [
    'Nama tidak boleh kosong',
    'Username tidak boleh kosong',
    'Password cannot be empty.',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await signUp(page, { ...second, password: 'pendek' });
  // The message appears only once, at its field.
  await expect(page.getByText(/^Password paling sedikit 8/)).toHaveCount(1);
  await signUp(page, { ...second, username: person.username });
  await expect(page.getByText('Username sudah dipakai')).toHaveCount(1);
  await expect(page.getByLabel('Username')).toBeFocused();
});

test('a later account waits for approval, and an administrator sees it', async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/signup');
  await signUp(page, second);
  const answer = page.getByRole('dialog', { name: 'Success' });
  await expect(answer).toContainText('Akun dibuat dan menunggu persetujuan administrator.');
  await answer.getByRole('button', { name: 'OK' }).click();
  await logIn(page, second);
  await expect(page.getByRole('alert')).toContainText('Akun Anda belum disetujui.');
  await expect(page).toHaveURL(/\/login$/);

  const waiting = (await demo.get('user/get')).data.find((user: typeof second) => user.username === 'budi');
  await demo.post('user/approve', { id: waiting.id });
  await logIn(page, second);
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
});

test('login returns a visitor to the page they wanted', async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/kelas?q=algoritma&sort=hari');
  await expect(page).toHaveURL(/\/login\?return_to=/);
  await logIn(page, person);
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await expect(page).toHaveURL(/\/kelas\?/);
  await expect(page.getByRole('searchbox')).toHaveValue('algoritma');
});

test('a link cannot lead from login to another site', async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/login?return_to=%2F%2Fexample.org%2F');
  await logIn(page, person);
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('login leads on at once', async ({ page }) => {
    await page.goto('/login');
    await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
  });

  test('an expired key leads to login, with the reason, and back', async ({ page, demo }) => {
    await demo.post('kelas/sync');
    await open(page, '/kelas');
    // Signed out elsewhere: the key in this browser is invalid from now on.
    await demo.call('POST', '/api/react/logout', {});
    await page.getByRole('button', { name: 'Halaman berikutnya' }).click();
    await expect(page.getByText('Sesi Anda sudah berakhir. Silakan login lagi.')).toBeVisible();
    await logIn(page, person);
    await expect(heading(page, 'Daftar Kelas')).toBeVisible();
    await expect(page).toHaveURL(/\/kelas\?page=1$/);
    await expect(rows(page).first()).toBeVisible();
  });

  test('logging out ends the session on the server as well', async ({ page, demo }) => {
    const { api_key } = await demo.signedIn();
    await page.goto('/');
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    const farewell = page.waitForResponse('**/api/react/logout');
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
    await farewell;
    const answer = await demo.ask('GET', '/api/v1/api/kelas/get', undefined, { 'X-Authorization': api_key });
    expect(answer.msg).toBe('Error');
  });

  test('the menu switches the language and the dark appearance', async ({ page }) => {
    await page.goto('/kelas');
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'Gelap' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search all columns' })).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});
