import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { userId, wallDate } from '#contract/schemas.ts';
import type { UserId } from '#domain/ids.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { isPostgres } from '../locks.ts';
import type { Db, Trx } from '../schema.ts';

/** Whom something concerns: the owner, or a client. */
export type Concerned = 'ADMIN' | UserId;

/** What committed transactions have changed, for the pages that are open: what to ask for again, and nothing of what it says. */
export interface Announcement {
  /** Days whose free slots may have changed. */
  readonly slots: Set<WallDate>;
  /** Whose appointments may have changed. */
  readonly appointments: Set<Concerned>;
  /** By the moment at which they become visible (epoch ms): who has notifications to read, or has read some. */
  readonly notifications: Map<number, Set<Concerned>>;
  /** Whose sessions may have ended. */
  readonly sessions: Set<UserId>;
  /** Too much to name, or it is not known what. */
  everything: boolean;
}

export const noAnnouncement = (): Announcement => ({
  slots: new Set(),
  appointments: new Set(),
  notifications: new Map(),
  sessions: new Set(),
  everything: false,
});

export interface Announced {
  readonly slots?: readonly WallDate[];
  readonly appointments?: readonly Concerned[];
  readonly notifications?: { readonly to: readonly Concerned[]; readonly atMs: number };
  readonly sessions?: readonly UserId[];
}

function add(all: Announcement, { slots = [], appointments = [], notifications, sessions = [] }: Announced) {
  for (const day of slots) all.slots.add(day);
  for (const to of appointments) all.appointments.add(to);
  for (const id of sessions) all.sessions.add(id);
  if (!notifications) return;
  const { to, atMs } = notifications;
  all.notifications.set(atMs, new Set([...(all.notifications.get(atMs) ?? []), ...to]));
}

const collected = new WeakMap<Trx, Announcement>();

/** `inTransaction` begins one: what is announced in it is collected here. */
export function collectAnnouncements(trx: Trx): Announcement {
  const all = noAnnouncement();
  collected.set(trx, all);
  return all;
}

/** Says, inside a transaction, what it changes for whom. Pages hear of it once it is committed, and never of one that failed. */
export function announce(trx: Trx, announced: Announced): void {
  const all = collected.get(trx);
  if (!all) throw new Error('announced outside of inTransaction');
  add(all, announced);
}

const isNothing = ({ slots, appointments, notifications, sessions, everything }: Announcement): boolean =>
  !everything && slots.size + appointments.size + notifications.size + sessions.size === 0;

type Listener = (announcement: Announcement) => void;
const listeners = new WeakMap<Db, Listener>();

/** What this process commits on this database is published to `listener`, which must not throw. */
export function onCommitted(db: Db, listener: Listener): void {
  listeners.set(db, listener);
}

/** The transaction is committed: its announcement goes to this process's listener. */
export function publish(db: Db, all: Announcement): void {
  if (!isNothing(all)) listeners.get(db)?.(all);
}

export const CHANNEL = 'lunula_announcements';
const PROCESS = randomUUID();
const LONGEST_PAYLOAD_BYTES = 7900; // PostgreSQL takes less than 8000

const concerned = z.array(z.union([z.literal('ADMIN'), userId]));
/** As it travels between processes. */
const travelling = z.object({
  from: z.string(),
  slots: z.array(wallDate),
  appointments: concerned,
  notifications: z.array(z.object({ atMs: z.int(), to: concerned })),
  sessions: z.array(userId),
  everything: z.boolean(),
});

function payloadOf({ slots, appointments, notifications, sessions, everything }: Announcement): string {
  const written = (of: Partial<z.infer<typeof travelling>>): string =>
    JSON.stringify({
      from: PROCESS,
      slots: [],
      appointments: [],
      notifications: [],
      sessions: [...sessions],
      everything,
      ...of,
    });
  const payload = written({
    slots: [...slots],
    appointments: [...appointments],
    notifications: [...notifications].map(([atMs, to]) => ({ atMs, to: [...to] })),
  });
  return Buffer.byteLength(payload) > LONGEST_PAYLOAD_BYTES ? written({ everything: true }) : payload;
}

/** The last statement of a transaction on PostgreSQL: the other processes hear of it when it is committed. */
export async function sendToOthers(trx: Trx, all: Announcement): Promise<void> {
  if (isNothing(all) || !isPostgres(trx)) return;
  await sql`select pg_notify(${CHANNEL}, ${payloadOf(all)})`.execute(trx);
}

/** What another process has announced; undefined: this one has. What can't be read, as of another release, may be anything. */
export function readAnnouncement(payload: string): Announcement | undefined {
  if (payload.includes(PROCESS)) return undefined;
  const all = noAnnouncement();
  let parsed: z.infer<typeof travelling>;
  try {
    parsed = travelling.parse(JSON.parse(payload));
  } catch {
    return { ...all, everything: true };
  }
  const { notifications, ...rest } = parsed;
  add(all, rest);
  for (const one of notifications) add(all, { notifications: one });
  all.everything = parsed.everything;
  return all;
}

/** What has come since, beside what waits already. */
export function mergeInto(all: Announcement, more: Announcement): void {
  add(all, { slots: [...more.slots], appointments: [...more.appointments], sessions: [...more.sessions] });
  for (const [atMs, to] of more.notifications) add(all, { notifications: { atMs, to: [...to] } });
  all.everything ||= more.everything;
}
