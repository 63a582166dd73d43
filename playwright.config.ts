import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/machine/chromium.ts';

const executablePath = findChromium(); // without Chromium, the setup downloads it and each worker searches again

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: ['./scripts/machine/chromium.ts', './test/e2e/build-pages.ts'],
  outputDir: 'test-results',
  workers: '150%', // uses a share of the cores, because tests wait a third of the time
  retries: 1, // a test that a busy machine delays is repeated; a test that passes only on retry is reported as flaky
  reporter: [['list'], ['json', { outputFile: '.cache/tests/e2e.json' }]],
  forbidOnly: true,
  timeout: 120_000, // long enough for a busy machine
  expect: { timeout: 20_000 },
  use: {
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    serviceWorkers: 'block', // each service worker would download the whole release; only installed/ tests service workers
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
    trace: { mode: 'on-first-retry', screenshots: false }, // traces of all runs would take 50% more time
    screenshot: 'only-on-failure',
  },
  projects: [
    // @mouse and @touch need a mouse or a touch screen; @once does not depend on the screen's width
    {
      name: 'phone',
      grepInvert: /@mouse/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      grepInvert: /@touch|^(?!.*@mouse).*@once/, // a test with both @mouse and @once runs on the desktop
      use: { viewport: { width: 1366, height: 900 } },
    },
  ],
});
