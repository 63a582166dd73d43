import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { userId, wallDate } from '#contract/schemas.ts';
import type { UserId } from '#domain/ids.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { isPostgres } from '../db/locks.ts';
import type { Db, Trx } from '../db/schema.ts';
import { afterCommit, beforeCommit } from '../db/transaction.ts';

/** The owner, or a client. */
export type AffectedUser = 'ADMIN' | UserId;

/** Users and days that a change affects: tells clients what to fetch again, never the data itself. */
export interface Affected {
  /** Days whose free slots may have changed. */
  readonly slots?: Iterable<WallDate>;
  /** Users whose appointments may have changed. */
  readonly appointments?: Iterable<AffectedUser>;
  /** Users with notifications that are new, read or deleted, by the moment (epoch ms) at which these are visible. */
  readonly notifications?: Iterable<readonly [visibleAtMs: number, users: Iterable<AffectedUser>]>;
  /** Users whose sessions may have ended. */
  readonly sessions?: Iterable<UserId>;
  /** Too much to name, or unknown. */
  readonly everything?: boolean;
}

/** The same, merged of several changes. */
export interface Merged extends Affected {
  readonly slots: Set<WallDate>;
  readonly appointments: Set<AffectedUser>;
  readonly notifications: Map<number, Set<AffectedUser>>;
  readonly sessions: Set<UserId>;
  everything: boolean;
}

export const nothingAffected = (): Merged => ({
  slots: new Set(),
  appointments: new Set(),
  notifications: new Map(),
  sessions: new Set(),
  everything: false,
});

export function merge(all: Merged, more: Affected): void {
  for (const day of more.slots ?? []) all.slots.add(day);
  for (const user of more.appointments ?? []) all.appointments.add(user);
  for (const id of more.sessions ?? []) all.sessions.add(id);
  for (const [atMs, users] of more.notifications ?? [])
    all.notifications.set(atMs, new Set([...(all.notifications.get(atMs) ?? []), ...users]));
  all.everything ||= more.everything ?? false;
}

const isEmpty = ({ slots, appointments, notifications, sessions, everything }: Merged): boolean =>
  !everything && slots.size + appointments.size + notifications.size + sessions.size === 0;

const unpublished = new WeakMap<Trx, Merged>();

/** Records the affected users and days; published after commit, to the other processes by the commit itself. */
export function publishOnCommit(trx: Trx, affected: Affected): void {
  let all = unpublished.get(trx);
  if (!all) {
    const own = nothingAffected();
    unpublished.set(trx, own);
    beforeCommit(trx, () => notifyOtherProcesses(trx, own));
    afterCommit(trx, (db) => {
      if (!isEmpty(own)) subscribers.get(db)?.(own);
    });
    all = own;
  }
  merge(all, affected);
}

const subscribers = new WeakMap<Db, (published: Merged) => void>();

/** Calls `subscriber`, which must not throw, after each commit of this process on `db`. One subscriber per database. */
export function subscribe(db: Db, subscriber: (published: Merged) => void): void {
  subscribers.set(db, subscriber);
}

/** The name of earlier releases: during an upgrade processes of both listen to each other. */
export const CHANNEL = 'lunula_announcements';
const PROCESS = randomUUID();
const PAYLOAD_MAX_BYTES = 7900; // PostgreSQL takes less than 8000

const affectedUsers = z.array(z.union([z.literal('ADMIN'), userId]));
const message = z.object({
  from: z.string(),
  slots: z.array(wallDate),
  appointments: affectedUsers,
  notifications: z.array(z.object({ atMs: z.int(), to: affectedUsers })),
  sessions: z.array(userId),
  everything: z.boolean(),
});

function payloadOf({ slots, appointments, notifications, sessions, everything }: Merged): string {
  const whole: z.infer<typeof message> = {
    from: PROCESS,
    slots: [...slots],
    appointments: [...appointments],
    notifications: [...notifications].map(([atMs, to]) => ({ atMs, to: [...to] })),
    sessions: [...sessions],
    everything,
  };
  const payload = JSON.stringify(whole);
  if (Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES) return payload;
  return JSON.stringify({ ...whole, slots: [], appointments: [], notifications: [], everything: true });
}

/** As the transaction's last statement: PostgreSQL delivers a notification with the commit, and none without it. */
async function notifyOtherProcesses(trx: Trx, affected: Merged): Promise<void> {
  if (isEmpty(affected) || !isPostgres(trx)) return;
  await sql`select pg_notify(${CHANNEL}, ${payloadOf(affected)})`.execute(trx);
}

/** The message of another process; undefined for this process's own. One that can't be parsed, of another release, affects everything. */
export function readPayload(payload: string): Affected | undefined {
  if (payload.includes(PROCESS)) return undefined;
  try {
    const { notifications, ...rest } = message.parse(JSON.parse(payload));
    return { ...rest, notifications: notifications.map(({ atMs, to }) => [atMs, to] as const) };
  } catch {
    return { everything: true };
  }
}
