import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  // Every journey has its own server, so they may run beside each other and in any order.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A machine that is slow, or stands still for a moment, is no failure; what hangs is one all the same.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  // Recorded is only what has failed, when it runs once more; it has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['./e2e/failures.ts']],
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    viewport: { width: 1366, height: 768 },
    // What is looked at while it fades in has other colours than it will have.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
