/** How long tests wait for events that happen immediately on an idle machine. The test machine may be busy. */
export const WAIT_MS = 30_000;

/** Retries tests that fail a time limit (`toBeLessThan`), because a busy machine may delay them. Other failures are not retried. */
export const AGAIN = { retry: { count: 2, condition: /to be less than/ } };

/** True in the large run (`npm run test:hard`), false in the small run (`npm test`). */
export const isHard = process.env.TEST_SIZE === 'hard';
export const bySize = <T>(small: T, large: T): T => (isHard ? large : small);
