import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/machine/chromium.ts';

const executablePath = findChromium(); // none yet: npm test fetches it before it comes here

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/build-pages.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 1, // the machine may be busy; what passes only then is named in the result, to be mended
  forbidOnly: true,
  timeout: 120_000, // a busy machine may take its time
  expect: { timeout: 20_000 },
  use: {
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // a story that is about the mouse or about fingers says so in its name, and so does one that no width changes: it runs once
    {
      name: 'phone',
      testIgnore: '**/*.mouse.e2e.ts',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      testIgnore: '**/*.{touch,once}.e2e.ts',
      use: { viewport: { width: 1366, height: 900 } },
    },
  ],
});
