// Records which tests are trials of docs/spec/reliability.md §3. table.ts prints a table of them at the end of a run.
import { type RunnerTestCase, TestRunner } from 'vitest';

export interface Trial {
  /** The trial's name in the first column of docs/spec/reliability.md §3. */
  readonly what: string;
  /** Number of inputs, rounds or requests in this test. */
  readonly cases: number;
  /** The seed of the test's random choices, if the test makes any. */
  readonly seed?: number;
}

declare module 'vitest' {
  interface TaskMeta {
    trial?: Trial;
  }
}

/** The seed of all random choices of a run. TEST_SEED repeats an earlier run; otherwise the seed is random. */
export const SEED = Number(process.env.TEST_SEED);

/** Records that the running test belongs to a trial. A second call in the same test replaces the first. */
export function trial(given: Trial): void {
  TestRunner.getCurrentTest<RunnerTestCase>().meta.trial = given;
}
