/** How long a test waits for what comes at once on a quiet machine; others may have this one. */
export const WAIT_MS = 30_000;

/**
 * For bounds of time: what a busy machine delays it delays once or twice, what is slow is slow each time. Nothing else that
 * fails is tried again.
 */
export const AGAIN = { retry: { count: 2, condition: /to be less than/ } };

/** `npm test` runs the small numbers, `npm run test:hard` the large ones. */
export const isHard = process.env.TEST_SIZE === 'hard';
export const bySize = <T>(small: T, large: T): T => (isHard ? large : small);
