import { defineConfig } from '@playwright/test';
import { address, demoCommand, given, readyPath } from './e2e/demo';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  // One server with one database: journeys that change data must not meet.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    viewport: { width: 1366, height: 768 },
    trace: 'retain-on-failure',
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
  ...(given
    ? {}
    : {
        webServer: {
          command: demoCommand(),
          url: `${address}${readyPath}`,
          timeout: 60_000,
          stdout: 'pipe' as const,
        },
      }),
});
