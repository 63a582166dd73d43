import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { userId, wallDate } from '#contract/schemas.ts';
import type { TechnicianId, UserId } from '#domain/ids.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import type { Db, Trx } from '../db/schema.ts';
import { afterCommit, beforeCommit, isPostgres } from '../db/transaction.ts';

/** The users whom a change affects: the owner, all staff (owner and technicians), one user, or one technician. */
export type AffectedUser = 'ADMIN' | 'STAFF' | UserId | `technician ${number}`;

/** The staff (besides the owner) whom a change of a technician's data affects: this technician. null: data of the whole salon, which affect all staff. */
export const technicianUser = (technician: TechnicianId | null): AffectedUser =>
  technician === null ? 'STAFF' : `technician ${technician}`;

/** Users and days that a change affects. Browsers refetch the data of these users and days; the event contains no data. */
export interface Affected {
  /** Days whose free slots may have changed. */
  readonly slots?: Iterable<WallDate>;
  readonly appointments?: Iterable<AffectedUser>;
  /** Users with new, read or deleted notifications, by the moment (epoch ms) at which the users can see the change. */
  readonly notifications?: Iterable<readonly [visibleAtMs: number, users: Iterable<AffectedUser>]>;
  readonly sessions?: Iterable<UserId>;
  /** True if the change affects too much to list, or if its effect is unknown. */
  readonly everything?: boolean;
}

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

/** Publishes the affected users and days when the transaction commits: in this process and, on PostgreSQL, in the other processes. */
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

/** Calls `subscriber`, which must not throw, after each commit of this process on `db` that affects users or days. Each database has one subscriber. */
export function subscribe(db: Db, subscriber: (published: Merged) => void): void {
  subscribers.set(db, subscriber);
}

/** The PostgreSQL channel. Never rename it: during an upgrade, processes of two releases receive each other's events. */
export const CHANNEL = 'lunula_announcements';
const PROCESS = randomUUID();
const PAYLOAD_MAX_BYTES = 7900; // PostgreSQL limits the payload of NOTIFY to 8000 bytes

const affectedUsers = z.array(
  z.union([z.literal(['ADMIN', 'STAFF']), userId, z.templateLiteral(['technician ', z.int()])]),
);
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

/** Runs NOTIFY as the last statement of the transaction. PostgreSQL delivers it only if the transaction commits. */
async function notifyOtherProcesses(trx: Trx, affected: Merged): Promise<void> {
  if (isEmpty(affected) || !isPostgres(trx)) return;
  await sql`select pg_notify(${CHANNEL}, ${payloadOf(affected)})`.execute(trx);
}

/** Parses a message of another process. Returns undefined for a message of this process, `everything` for an unknown format. */
export function readPayload(payload: string): Affected | undefined {
  if (payload.includes(PROCESS)) return undefined;
  try {
    const { notifications, ...rest } = message.parse(JSON.parse(payload));
    return { ...rest, notifications: notifications.map(({ atMs, to }) => [atMs, to] as const) };
  } catch {
    return { everything: true };
  }
}
