import { lockCaller } from '../db/locks.ts';
import type { Trx } from '../db/schema.ts';
import { refuse } from '../errors.ts';
import type { Caller } from '../http/callers.ts';
import type { RequestContext } from '../http/request.ts';
import { DAY_MS, deleteOlderThan } from '../jobs/retention.ts';
import { keyedHash } from './secrets.ts';

const MINUTE_MS = 60_000;

/** At most `most` acts within `withinMinutes`, which is at most a day. */
export interface Limit {
  readonly most: number;
  readonly withinMinutes: number;
}

export type CallerContext = Pick<RequestContext, 'config' | 'now' | 'user'> & Pick<Caller, 'network'>;

/**
 * Locks a visitor's network until the transaction ends and returns its keyed hash. Returns null for users and for callers on the
 * server's own machine, who are not counted by network. docs/spec/behaviour.md §4.4
 */
export async function lockVisitor(trx: Trx, { user, network, now }: CallerContext): Promise<string | null> {
  if (user !== null || network === undefined) return null;
  const subject = await keyedHash(trx, `network:${network}`, now.ms);
  await lockCaller(trx, subject);
  return subject;
}

/** Seconds until all limits allow another act; 0 = allowed now. `moments`: times of the earlier acts, latest first. */
export function secondsToWait(moments: readonly number[], limits: readonly Limit[], nowMs: number): number {
  const waits = limits.map(({ most, withinMinutes }) => {
    const last = moments[most - 1]; // once this act is outside the window, fewer than `most` are in it
    return last === undefined ? 0 : last + withinMinutes * MINUTE_MS - nowMs;
  });
  return Math.ceil(Math.max(0, ...waits) / 1000);
}

/** Throws 429 with Retry-After: the command is allowed again in `seconds`. */
export const refuseForNow = (seconds: number): never =>
  refuse('too_many_actions', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });

interface Counting {
  readonly subject: string;
  readonly act: string;
  readonly limits: readonly Limit[];
  readonly nowMs: number;
}

/** Counts an act, or refuses it if it exceeds a limit. Locks the caller, so that concurrent requests are counted too. */
export async function countAct(trx: Trx, { subject, act, limits, nowMs }: Counting): Promise<void> {
  await lockCaller(trx, subject);
  const earlier = await trx
    .selectFrom('counted_acts')
    .select('at')
    .where('subject', '=', subject)
    .where('act', '=', act)
    .orderBy('at', 'desc')
    .limit(Math.max(...limits.map(({ most }) => most)))
    .execute();
  const seconds = secondsToWait(
    earlier.map(({ at }) => at),
    limits,
    nowMs,
  );
  if (seconds > 0) refuseForNow(seconds);
  await trx.insertInto('counted_acts').values({ subject, act, at: nowMs }).execute();
}

/** Deletes acts that are older than a day, the longest time of any limit. */
export const deleteOutdatedActs = deleteOlderThan('counted_acts', 'at', DAY_MS);
