import { defineConfig } from 'vitest/config';

const HARD_MINUTES = 30;
const hard = process.env.TEST_SIZE === 'hard';
const timeouts = {
  testTimeout: hard ? HARD_MINUTES * 60_000 : 90_000,
  hookTimeout: hard ? 300_000 : 180_000,
};

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    maxWorkers: '100%', // of the machine's cores
    silent: 'passed-only',
    allowOnly: false,
    projects: [
      // rules and single parts: no database, no network
      { test: { name: 'unit', include: ['{src,scripts}/**/*.test.{ts,tsx}'], ...timeouts } },
      // the whole server in process or as a process, on both engines
      {
        test: {
          name: 'api',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/support/databases-setup.ts'],
          ...timeouts,
        },
      },
    ],
  },
});
