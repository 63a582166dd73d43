/** What a step of the checks came to. */
export type Outcome = {
  passed: number;
  failed: number;
  /** What a person needs who has to mend it; shown when something failed. */
  details: string;
  /** What is to be seen although nothing failed. */
  remarks?: string;
};

/** A check that either holds or does not counts as one. */
export const verdict = (faults: readonly string[]): Outcome => ({
  passed: faults.length === 0 ? 1 : 0,
  failed: faults.length === 0 ? 0 : 1,
  details: faults.join('\n'),
});
