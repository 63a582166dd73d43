import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const HARD_MINUTES = 30;
const hard = process.env.TEST_SIZE === 'hard';
const timeouts = {
  testTimeout: hard ? HARD_MINUTES * 60_000 : 180_000,
  hookTimeout: hard ? 300_000 : 180_000,
  expect: { poll: { timeout: 30_000 } }, // longer than the default of 1 s, because the machine may be busy
};
process.env.TEST_SEED ??= String(randomInt(2 ** 31)); // the seed of all random tests; child processes inherit the variable

/** Trials that measure times. They run after all others, so that others do not disturb them. */
const MEASURED = [
  'test/api/rhythm/speed.test.ts',
  'test/reliability/access/enumeration.test.ts',
  'test/reliability/http/slow-clients.test.ts',
  'test/reliability/large-salon.test.ts',
  'test/reliability/load.test.ts',
];
/** The files with trials (docs/how-to/add-a-trial.md). */
const trials = globSync('test/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes('support/trials/trial.ts'),
);
/** Folders whose test files take long. They start first: if one started last, all other cores would be idle at the end. */
const LONG = /\/test\/(operations|reliability|landed|api\/backups)\//;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
const databases = {
  globalSetup: ['test/support/databases/setup.ts'],
  setupFiles: ['test/support/counters/restart.ts'],
  ...timeouts,
};

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    maxWorkers: '100%', // one worker per core
    ...(!hard && { sequence: { sequencer: LongFirst } }),
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
          // unit tests: no database, no network
          {
            test: {
              name: 'unit',
              include: ['{src,scripts}/**/*.test.{ts,tsx}'],
              isolate: false, // a process for each file took four fifths of the CPU time
              setupFiles: ['test/support/unit/fresh-file.ts'],
              ...timeouts,
            },
          },
          // tests of the whole server, in process or as a child process, on both engines; two files per core, because they wait half of the time
          {
            test: {
              name: 'api',
              include: ['test/**/*.test.ts'],
              exclude: MEASURED,
              sequence: { groupOrder: 1 },
              maxWorkers: 2 * availableParallelism(), // two workers per core; '200%' is impossible, because Vitest accepts at most 100%
              isolate: false, // the files of a worker share their modules: loading the server for each file took a third of the CPU time
              ...databases,
            },
          },
          // tests with time limits run after the others, one per core
          {
            test: {
              name: 'measured',
              include: MEASURED,
              sequence: { groupOrder: 2 },
              maxWorkers: availableParallelism(),
              ...databases,
            },
          },
        ],
  },
});
