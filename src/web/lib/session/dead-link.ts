import { errorStatus } from '../errors.ts';

const DEAD: readonly (number | null)[] = [400, 404];

/** Whether the response says that a link's token is invalid: the booking is over or deleted, or the link is incomplete. */
export const isDeadLink = (error: unknown): boolean => DEAD.includes(errorStatus(error));
