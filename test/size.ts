/** How long a test waits for what comes at once on a quiet machine; others may have this one. */
export const PATIENCE_MS = 30_000;

/** `npm test` runs the small numbers, `npm run test:hard` the large ones. */
export const bySize = <T>(small: T, large: T): T => (process.env.TEST_SIZE === 'hard' ? large : small);
