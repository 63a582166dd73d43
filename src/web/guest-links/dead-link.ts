import { errorStatus } from '../lib/errors.ts';

const DEAD: readonly (number | null)[] = [400, 404];

/** Does this token lead nowhere any more? Every fault of a link is one: it is over, deleted, or was never whole. */
export const isDeadLink = (error: unknown): boolean => DEAD.includes(errorStatus(error));
