import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/machine/chromium.ts';

const executablePath = findChromium(); // where there is none yet, the setup fetches one, and each worker looks again

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: ['./scripts/machine/chromium.ts', './test/e2e/build-pages.ts'],
  outputDir: 'test-results',
  workers: '150%', // of the machine's cores: a third of the time a test waits for its page or its server
  retries: 1, // the machine may be busy; what passes only then is named at the end as flaky, to be mended
  reporter: [['list'], ['json', { outputFile: '.cache/tests/e2e.json' }]],
  forbidOnly: true,
  timeout: 120_000, // a busy machine may take its time
  expect: { timeout: 20_000 },
  use: {
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    serviceWorkers: 'block', // each would fetch the whole release; installed/ tests them
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
    trace: { mode: 'on-first-retry', screenshots: false }, // a trace of every run would make all of them half as long again
    screenshot: 'only-on-failure',
  },
  projects: [
    // @mouse and @touch are about a mouse or a finger; @once does not depend on the width of the screen
    {
      name: 'phone',
      grepInvert: /@mouse/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      grepInvert: /@touch|^(?!.*@mouse).*@once/, // with both @mouse and @once a test runs here
      use: { viewport: { width: 1366, height: 900 } },
    },
  ],
});
