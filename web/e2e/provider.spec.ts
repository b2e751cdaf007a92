import type { Page } from '@playwright/test';
import { person } from './demo';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { heading } from './steps';

test.use({ signedIn: false, provider: true });

/** Opens the institution's own sign-in, which sends the browser back at once. */
async function signIn(page: Page) {
  await page.getByRole('button', { name: 'Masuk dengan Akun Kampus' }).click();
}

test("a provider's new user waits for approval, then reaches the wanted page", async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/kelas?q=algoritma');
  await expect(heading(page, 'Login')).toBeVisible();
  await expectAccessible(page, 'login with a provider');
  await signIn(page);
  await expect(page).toHaveURL(/\/login\/oidc/);
  await expect(page.getByRole('alert')).toContainText('Akun Anda belum disetujui.');
  await expectAccessible(page, 'waiting for approval');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'waiting for approval');
  await page.setViewportSize({ width: 1280, height: 800 });

  const users: { id: number; username: string }[] = (await demo.get('user/get')).data;
  await demo.post('user/approve', { id: users.find(({ username }) => username === 'sari')?.id });
  await page.goto('/kelas?q=algoritma');
  await signIn(page);
  await expect(heading(page, 'Daftar Kelas')).toBeVisible();
  await expect(page).toHaveURL(/\/kelas\?q=algoritma$/);
  await expect(page.getByRole('button', { name: /Menu pengguna: Sari Puspita/ })).toBeVisible();
});

test('a provider cannot take over an account; the password still works', async ({ page, demo }) => {
  await demo.signedIn();
  await demo.signInAs('peg-4711', 'Orang Lain', person.username);
  await page.goto('/login');
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText(person.username);
  await page.getByRole('link', { name: 'Kembali ke login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
});

test('an old way back is refused and offers a new sign-in', async ({ page, demo }) => {
  await demo.signedIn();
  await page.goto('/login/oidc?code=kode-1&state=lama');
  await expect(page.getByRole('alert')).toContainText('Login ini sudah lewat waktunya');
});

test('the return page opened directly sends nothing and links to login', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url());
  });
  await page.goto('/login/oidc');
  await expect(page.getByRole('alert')).toContainText('tidak dimulai dari halaman ini');
  await expectAccessible(page, 'a sign-in that was not begun');
  await page.getByRole('link', { name: 'Kembali ke login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  expect(requests).toEqual([]);
});
