/** `npm test` runs the small numbers, `npm run test:hard` the large ones. */
export const bySize = <T>(small: T, large: T): T => (process.env.TEST_SIZE === 'hard' ? large : small);
