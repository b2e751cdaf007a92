import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { Demo } from './demo';

/** A folder with a built front end that replaces the binary's own. A changed screen then needs no new binary. */
export const dist = process.env.E2E_DIST;

/** Extra milliseconds for every answer. A journey that continues before an answer has come fails with it. */
const latency = Number(process.env.E2E_LATENCY ?? 0);

interface Fixtures {
  /** True if the page starts with a signed-in administrator. */
  signedIn: boolean;
  /** The number of students on campus. */
  campusSize: number;
  /** The number of students in the one class that is larger than all others; 0 for no such class. */
  largeClass: number;
  /** True if the campus takes part in the student exchange. */
  mbkm: boolean;
  /** True if the institution has its own sign-in. */
  provider: boolean;
  /** A server for this journey alone. */
  demo: Demo;
  scriptGuard: undefined;
  slowNetwork: undefined;
}

export const test = base.extend<Fixtures>({
  signedIn: [true, { option: true }],

  campusSize: [300, { option: true }],

  largeClass: [0, { option: true }],

  mbkm: [true, { option: true }],

  provider: [false, { option: true }],

  demo: async ({ campusSize, largeClass, mbkm, provider }, use) => {
    const demo = await Demo.start({ students: campusSize, largeClass, mbkm, provider });
    await use(demo);
    await demo.stop();
  },

  baseURL: async ({ demo }, use) => use(demo.url),

  storageState: async ({ demo, signedIn }, use) => {
    if (!signedIn) return use(undefined);
    const { user, api_key, api_name } = await demo.signedIn();
    const localStorage = [
      { name: 'user', value: JSON.stringify(user) },
      { name: 'token', value: JSON.stringify({ key: api_key, name: api_name }) },
    ];
    await use({ cookies: [], origins: [{ origin: demo.url, localStorage }] });
  },

  context: async ({ context, demo }, use) => {
    if (dist) {
      const folder = resolve(dist);
      await context.route(
        // Pages of a provider, or of a server that a journey starts itself, are its own.
        (url) => url.origin === demo.url && !/^\/(api|openapi|health)/.test(url.pathname),
        (route) => {
          const { pathname } = new URL(route.request().url());
          const file = join(folder, pathname);
          const found = existsSync(file) && statSync(file).isFile();
          // A page that a redirect leads to cannot be replaced, so its files come from the server, too.
          if (!found && pathname.startsWith('/assets/')) return route.continue();
          return route.fulfill({ path: found ? file : join(folder, 'index.html') });
        },
      );
    }
    await use(context);
  },

  // A script error fails the journey even if all its checks passed.
  scriptGuard: [
    async ({ page }, use) => {
      const failures: string[] = [];
      page.on('pageerror', (error) => failures.push(String(error)));
      await use(undefined);
      expect(failures, 'scripts that failed').toEqual([]);
    },
    { auto: true },
  ],

  slowNetwork: [
    async ({ page }, use) => {
      if (latency) {
        const session = await page.context().newCDPSession(page);
        const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
        await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited });
      }
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect };
