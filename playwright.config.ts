import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/machine/chromium.ts';

// undefined if Chromium is missing: the global setup then installs it, and workers, which load this file later, find it
const executablePath = findChromium();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: ['./scripts/machine/chromium.ts', './test/e2e/build-pages.ts'],
  outputDir: 'test-results',
  workers: '150%', // 50% more workers than cores, because a test spends a third of its time waiting
  // repeats a failed test, because a busy machine may be the cause; if a repetition passes, the report calls it flaky
  retries: 2,
  reporter: [['list'], ['json', { outputFile: '.cache/tests/e2e.json' }]],
  forbidOnly: true,
  timeout: 120_000, // in ms; long enough for a busy machine
  expect: { timeout: 20_000 },
  use: {
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    // animations would take 10% more CPU time; the test files that concern motion set 'no-preference'
    reducedMotion: 'reduce',
    // a service worker downloads all files of the release; only the tests in installed/ allow service workers
    serviceWorkers: 'block',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
    trace: { mode: 'on-first-retry', screenshots: false }, // recording a trace of every run would take 50% more time
    screenshot: 'only-on-failure',
  },
  projects: [
    // @mouse and @touch: the test needs a mouse or a touch screen; @once: the test needs only one project, because the
    // screen width does not matter
    {
      name: 'phone',
      grepInvert: /@mouse/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      // a test tagged @once runs only in the project for phones, unless it also has the tag @mouse
      grepInvert: /@touch|^(?!.*@mouse).*@once/,
      use: { viewport: { width: 1366, height: 900 } },
    },
  ],
});
