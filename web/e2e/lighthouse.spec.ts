import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import type { Demo } from './demo';
import { readOnlyTest as test } from './sharedServer';

/**
 * Lighthouse's own scores, in its desktop profile. Scores that do not depend on the machine are checked on every run. `npm
 * run lighthouse` also measures the speed, which needs an otherwise idle machine (decision 32).
 */
const measured = Boolean(process.env.LIGHTHOUSE);
const judged = ['accessibility', 'best-practices', ...(measured ? ['performance'] : [])];
/**
 * The layout shift that is allowed while a page loads. It is the same on every machine; Lighthouse still rates 0.1 as good.
 */
const mayShift = 0.01;
/** Number of runs. The speed is their median, because single runs vary; each run loads the whole page. */
const runs = measured ? 3 : 1;

const screens = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'the main page', path: '/', signedIn: true },
  { name: 'a list', path: '/kelas', signedIn: true },
];

/** Runs a check in a browser that Lighthouse can reach, with or without a signed-in administrator. */
async function inBrowser<T>(
  demo: Demo,
  signedIn: boolean,
  look: (port: number) => Promise<T>,
  options: Parameters<typeof chromium.launchPersistentContext>[1],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'selaras-lighthouse-'));
  const args = [...(options?.args ?? []), '--remote-debugging-port=0'];
  const context = await chromium.launchPersistentContext(folder, { ...options, args });
  try {
    if (signedIn) {
      const { user, api_key, api_name } = await demo.signedIn();
      const session = { user: JSON.stringify(user), token: JSON.stringify({ key: api_key, name: api_name }) };
      const page = await context.newPage();
      await page.goto(`${demo.url}/login`);
      await page.evaluate((session) => Object.assign(localStorage, session), session);
    }
    const [port] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
    return await look(Number(port));
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * The time until the main page shows its figures, if each answer comes this much later. It depends on the number of answers
 * that wait for each other more than on the machine, and is printed, not checked.
 */
const latency = 400;

test(`the main page with ${latency} ms of latency`, async ({ page }) => {
  test.skip(!measured, 'measured by `npm run lighthouse`');
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('table').first()).toBeVisible();
    times.push(Math.round(await page.evaluate(() => performance.now())));
    await session.detach();
  }
  console.log(`the main page with ${latency} ms of latency: ${middle(times)} ms of ${times.join(', ')}`);
});

for (const { name, path, signedIn } of screens) {
  test(`Lighthouse finds no fault in ${name}`, async ({ campus, launchOptions }) => {
    test.setTimeout(60_000 * runs);
    const scores: Record<string, number[]> = {};
    const messages = new Set<string>();
    await inBrowser(
      campus,
      signedIn,
      async (port) => {
        for (let run = 0; run < runs; run += 1) {
          const flags = {
            port,
            onlyCategories: judged,
            onlyAudits: ['cumulative-layout-shift'],
            disableStorageReset: true,
            logLevel: 'error' as const,
          };
          const result = await lighthouse(campus.url + path, flags, desktopConfig);
          if (!result) throw new Error('Lighthouse gave no result');
          expect(result.lhr.runtimeError, 'what kept Lighthouse from looking').toBeUndefined();
          expect(new URL(result.lhr.finalDisplayedUrl).pathname, 'the page that was looked at').toBe(path);
          const shift = result.lhr.audits['cumulative-layout-shift']?.numericValue;
          expect(shift, 'how far the page moves under the eyes').toBeLessThanOrEqual(mayShift);
          for (const category of Object.values(result.lhr.categories)) {
            scores[category.id] = [...(scores[category.id] ?? []), Math.round((category.score ?? 0) * 100)];
            for (const { id, weight } of category.auditRefs) {
              const audit = result.lhr.audits[id];
              if (!audit || weight === 0 || audit.score === null || audit.score === 1) continue;
              messages.add(`${category.id}: ${audit.title} (${audit.displayValue ?? audit.score})`);
            }
          }
        }
      },
      { ...launchOptions, headless: true },
    );
    const averages = Object.fromEntries(Object.entries(scores).map(([id, all]) => [id, middle(all)]));
    test.info().annotations.push({
      type: 'lighthouse',
      description: JSON.stringify({ scores, messages: [...messages] }),
    });
    if (measured)
      console.log(`${name}: ${JSON.stringify(averages)} of ${JSON.stringify(scores)}`, [...messages]);
    expect(averages, [...messages].join('\n')).toEqual(Object.fromEntries(judged.map((id) => [id, 100])));
  });
}
