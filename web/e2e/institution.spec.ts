import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { Demo } from './demo';
import { test as base, expect } from './journey';
import { heading } from './steps';

const secret = 'rahasia-klien-kampus-2026';

/** A server on loopback, and its port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * The product beside a provider that institutions really run, set up no further than it must be: its tokens name nobody,
 * and it asks people whether they agree.
 */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  demo: async ({}, use) => {
    let answer: ReturnType<Provider['callback']> | undefined;
    const institution = createServer((request, reply) => answer?.(request, reply));
    const issuer = `http://127.0.0.1:${await listening(institution)}`;
    // Each has to know the other's address before it starts.
    const reserved = createServer();
    const port = await listening(reserved);
    await closed(reserved);
    const demo = await Demo.start({
      port,
      settings: {
        SELARAS_SERVER__PUBLIC_URL: `http://127.0.0.1:${port}`,
        SELARAS_AUTH__OIDC__KAMPUS__NAME: 'Akun Kampus',
        SELARAS_AUTH__OIDC__KAMPUS__ISSUER: issuer,
        SELARAS_AUTH__OIDC__KAMPUS__CLIENT_ID: 'selaras',
        SELARAS_AUTH__OIDC__KAMPUS__CLIENT_SECRET: secret,
      },
    });
    answer = new Provider(issuer, {
      clients: [{ client_id: 'selaras', client_secret: secret, redirect_uris: [`${demo.url}/login/oidc`] }],
      claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
      cookies: { keys: ['kunci-kue-kampus'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, name: 'Sari Puspita', preferred_username: 'sari' }),
      }),
    }).callback();
    await use(demo);
    await demo.stop();
    await closed(institution);
  },
});

test.use({ signedIn: false });

test('a real provider’s people sign in by its own pages, and a code that was used is good for nobody', async ({
  page,
  demo,
}) => {
  await demo.signedIn();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Masuk dengan Akun Kampus' }).click();
  await page.getByPlaceholder('Enter any login').fill('peg-0042');
  await page.getByPlaceholder('and password').fill('sandi-kampus');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Akun Anda belum disetujui.');

  const users: { id: number; name: string; username: string }[] = (await demo.get('user/get')).data;
  const sari = users.find(({ username }) => username === 'sari');
  expect(sari?.name).toBe('Sari Puspita');
  await demo.post('user/approve', { id: sari?.id });
  await page.goto('/login');
  const comingBack = page.waitForRequest((request) => request.url().includes('/login/oidc?code='));
  await page.getByRole('button', { name: 'Masuk dengan Akun Kampus' }).click();
  const used = (await comingBack).url();
  await expect(page.getByRole('button', { name: /Menu pengguna: Sari Puspita/ })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(used);
  await expect(page.getByRole('alert')).toContainText('Login ini sudah lewat waktunya');
  await page.getByRole('link', { name: 'Kembali ke login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
});
