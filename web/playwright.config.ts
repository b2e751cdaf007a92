import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  // Every journey has its own server, so journeys may run in parallel and in any order.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A slow or briefly frozen machine does not fail a journey; a hang does.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  // Traces are recorded only when a failed journey runs again. The journey counts as failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['./e2e/failureReporter.ts']],
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    viewport: { width: 1366, height: 768 },
    // Colours during a fade-in differ from the final ones.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
