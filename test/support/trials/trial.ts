// Marks tests as trials of docs/spec/reliability.md §3, for the table at the end of a run (table.ts).
import { type RunnerTestCase, TestRunner } from 'vitest';

export interface Trial {
  /** The trial's name in the first column of docs/spec/reliability.md §3. */
  readonly what: string;
  /** Number of inputs, rounds or requests in this test. */
  readonly cases: number;
  /** Seed of its random choices, if any. */
  readonly seed?: number;
}

declare module 'vitest' {
  interface TaskMeta {
    trial?: Trial;
  }
}

/** The seed of all random choices of a run. TEST_SEED repeats an earlier run; otherwise the seed is random. */
export const SEED = Number(process.env.TEST_SEED);

/** Marks the running test as part of a trial. A second call replaces the first. */
export function trial(given: Trial): void {
  TestRunner.getCurrentTest<RunnerTestCase>().meta.trial = given;
}
