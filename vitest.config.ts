import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const HARD_MINUTES = 30;
const hard = process.env.TEST_SIZE === 'hard';
const timeouts = {
  testTimeout: hard ? HARD_MINUTES * 60_000 : 90_000,
  hookTimeout: hard ? 300_000 : 180_000,
};
process.env.TEST_SEED ??= String(randomInt(2 ** 31)); // of every random run; the processes of the tests inherit it

/** Trials that measure: in the large run nothing else has the machine meanwhile. */
const MEASURED = [
  'test/reliability/access/enumeration.test.ts',
  'test/reliability/http/slow-clients.test.ts',
  'test/reliability/large-salon.test.ts',
  'test/reliability/load.test.ts',
];
/** docs/how-to/add-a-trial.md */
const trials = globSync('test/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes('support/trials/trial.ts'),
);
const databases = { globalSetup: ['test/support/databases/setup.ts'], ...timeouts };

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    maxWorkers: '100%', // of the machine's cores
    silent: 'passed-only',
    allowOnly: false,
    projects: hard
      ? [
          {
            test: {
              name: 'trials',
              include: trials.filter((path) => !MEASURED.includes(path)),
              sequence: { groupOrder: 1 },
              ...databases,
            },
          },
          {
            test: {
              name: 'measured',
              include: MEASURED,
              sequence: { groupOrder: 2 },
              maxWorkers: 1,
              ...databases,
            },
          },
        ]
      : [
          // rules and single parts: no database, no network
          { test: { name: 'unit', include: ['{src,scripts}/**/*.test.{ts,tsx}'], ...timeouts } },
          // the whole server in process or as a process, on both engines
          { test: { name: 'api', include: ['test/**/*.test.ts'], ...databases } },
        ],
  },
});
