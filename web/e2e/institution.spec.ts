import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import Provider from 'oidc-provider';
import { Demo } from './demo';
import { test as base, expect } from './journey';
import { heading } from './steps';

const secret = 'rahasia-klien-kampus-2026';

/** Starts a server on loopback; returns its port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A free port that stays free: it is below the range from which systems assign ports. */
async function reservePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (free) {
      await close(server);
      return port;
    }
  }
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A provider that real institutions run, on loopback. */
interface Institution {
  issuer: string;
  provider: Provider;
  end: () => Promise<void>;
}

/**
 * Starts a provider for the product at `home` with minimal set-up: its ID tokens carry no name, and it asks people for
 * consent.
 */
async function institute(home: string, codeSeconds: number): Promise<Institution> {
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, reply) => answer?.(request, reply));
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'selaras', client_secret: secret, redirect_uris: [`${home}/login/oidc`] }],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    cookies: { keys: ['kunci-kue-kampus'] },
    ttl: { AuthorizationCode: codeSeconds },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: 'Sari Puspita', preferred_username: 'sari' }),
    }),
  });
  answer = provider.callback();
  return { issuer, provider, end: () => close(server) };
}

interface Beside {
  /** Lifetime of the provider's codes in seconds. */
  codeSeconds: number;
  /** The product's address. The product and the provider need each other's address before they start. */
  home: string;
  institution: Institution;
}

const test = base.extend<Beside>({
  codeSeconds: [60, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  home: async ({}, use) => use(`http://127.0.0.1:${await reservePort()}`),
  institution: async ({ home, codeSeconds }, use) => {
    const institution = await institute(home, codeSeconds);
    await use(institution);
    await institution.end();
  },
  demo: async ({ home, institution }, use) => {
    const demo = await Demo.start({
      port: Number(new URL(home).port),
      settings: {
        SELARAS_SERVER__PUBLIC_URL: home,
        SELARAS_AUTH__OIDC__KAMPUS__NAME: 'Akun Kampus',
        SELARAS_AUTH__OIDC__KAMPUS__ISSUER: institution.issuer,
        SELARAS_AUTH__OIDC__KAMPUS__CLIENT_ID: 'selaras',
        SELARAS_AUTH__OIDC__KAMPUS__CLIENT_SECRET: secret,
      },
    });
    await use(demo);
    await demo.stop();
  },
});

test.use({ signedIn: false });

/** Goes to the provider and answers its own pages. */
async function signIn(page: Page) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Masuk dengan Akun Kampus' }).click();
  await page.getByPlaceholder('Enter any login').fill('peg-0042');
  await page.getByPlaceholder('and password').fill('sandi-kampus');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Sends the browser to another address than the product's sign-in redirect. */
function divert(page: Page, issuer: string, to: (asked: URL) => void) {
  let diverted = false;
  // The route stays: removing a route during a request blocks that request for ever now and then.
  return page.route(`${issuer}/auth?*`, async (route) => {
    if (diverted) {
      await route.continue();
      return;
    }
    diverted = true;
    const asked = new URL(route.request().url());
    to(asked);
    // A page with a script instead of a redirect: the browser blocks a fulfilled redirect, too.
    const body = `<script>location.replace(${JSON.stringify(asked.href)})</script>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
}

test('a real provider signs people in; a used code is refused', async ({ page, demo }) => {
  await demo.signedIn();
  await signIn(page);
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

test('a token for another sign-in is refused', async ({ page, demo, institution }) => {
  await demo.signedIn();
  await divert(page, institution.issuer, (asked) => asked.searchParams.set('nonce', 'dari-login-lain'));
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText('Keterangan dari Akun Kampus tidak dapat dipercaya');
});

test('an answer from another provider is refused', async ({ page, demo, home, institution }) => {
  await demo.signedIn();
  const foreign = await institute(home, 60);
  await divert(page, institution.issuer, (asked) => {
    asked.port = new URL(foreign.issuer).port;
  });
  await signIn(page);
  await expect(page.getByRole('alert')).toContainText('Jawaban ini bukan dari Akun Kampus');
  await foreign.end();
});

test.describe('an expired code', () => {
  test.use({ codeSeconds: 1 });

  test('is refused', async ({ page, demo, institution: { provider } }) => {
    await demo.signedIn();
    // The browser follows the redirect by itself, so the call that hands in the code is delayed.
    let waited = false;
    await page.route('**/api/react/sign_in/finish', async (route) => {
      const { code = '' } = route.request().postDataJSON();
      await expect
        .poll(async () => (await provider.AuthorizationCode.find(code))?.isExpired ?? true)
        .toBe(true);
      waited = true;
      await route.continue();
    });
    await signIn(page);
    await expect(page.getByRole('alert')).toContainText('kodenya sudah dipakai atau lewat waktunya');
    expect(waited).toBe(true);
    await page.getByRole('link', { name: 'Kembali ke login' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
  });
});
