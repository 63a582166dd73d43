// What a trial of docs/spec/reliability.md §3 tells of itself, for the table that a run ends with (table.ts).
import { type RunnerTestCase, TestRunner } from 'vitest';

export interface Trial {
  /** Its name in the first column of docs/spec/reliability.md §3. */
  readonly what: string;
  /** How many inputs, rounds or requests this test tries. */
  readonly cases: number;
  /** What its random choices were made from, if it makes any. */
  readonly seed?: number;
}

declare module 'vitest' {
  interface TaskMeta {
    trial?: Trial;
  }
}

/** One number for all random choices of a run: a new one each time, unless TEST_SEED repeats an earlier run. */
export const SEED = Number(process.env.TEST_SEED);

/** Called inside a test: it is one of the tests of this trial. A second call of the same test replaces the first. */
export function trial(told: Trial): void {
  TestRunner.getCurrentTest<RunnerTestCase>().meta.trial = told;
}
