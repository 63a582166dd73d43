import { errorStatus } from '../api.ts';

const DEAD: readonly (number | null)[] = [400, 404];

/** Whether the server rejected a link's token: the booking is over or deleted, or the link is incomplete. */
export const isDeadLink = (error: unknown): boolean => DEAD.includes(errorStatus(error));
