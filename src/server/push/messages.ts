import { type Selectable, sql } from 'kysely';
import { isQuietHour } from '#domain/clients/rhythm.ts';
import {
  type AdminNotificationId,
  type AppointmentId,
  type ClientNotificationId,
  toId,
} from '#domain/ids.ts';
import { clientPush, dayBeforePush, isPushedToOwner, ownerPush, type Push } from '#domain/push/messages.ts';
import { MORNING_LATE_HOURS, morningPush } from '#domain/push/morning.ts';
import { dateOf, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { type Clock, instantMs, type Now } from '../platform/clock.ts';
import { readJson } from '../platform/db/json.ts';
import type { Db, Schema } from '../platform/db/schema.ts';
import type { Claimed } from '../platform/jobs/outbox.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { offerInWords } from '../slots/slots.ts';
import { technicianName } from '../technicians/technicians.ts';
import { morningContent, type QueuedKind, remindedBooking, startsAhead } from './push.ts';

const COLUMNS = ['subscription_id', 'user_id', 'subject_id', 'content'] as const;
export const PUSH_COLUMNS = [
  ...COLUMNS,
  sql`(select endpoint from push_subscriptions where push_subscriptions.id = push_outbox.subscription_id)
    as endpoint`,
] as const;
export type ClaimedPush = Claimed &
  Pick<Selectable<Schema['push_outbox']>, (typeof COLUMNS)[number]> & { readonly endpoint: string };

export const MAX_AGE_HOURS = 12;

type NotSent = 'no longer true' | 'too late' | 'unreadable: queued by another release';

/** A push, and when it expires: at the start of its appointment, or null for a push about no appointment. */
interface CurrentPush {
  readonly push: Push;
  readonly until: WallTime | null;
}

interface Reading {
  readonly db: Db;
  readonly clock: Clock;
  readonly now: Now;
}

/** True if the appointment has begun since the push became due. A push that was queued after the start is still sent. */
const hasBegunSince = (start: WallTime | null, push: ClaimedPush, { now, clock }: Reading): boolean =>
  start !== null && start <= now.wall && wallTimeAt(push.visible_at, clock.timeZone) < start;

async function currentClientPush(reading: Reading, push: ClaimedPush): Promise<CurrentPush | NotSent> {
  const row = await reading.db
    .selectFrom('client_notifications as notification')
    .leftJoin('appointments', 'appointments.id', 'notification.appointment_id')
    .innerJoin('users', 'users.id', 'notification.user_id')
    .select(['notification.id', 'type', 'message', 'appt_start', 'start_datetime', 'status', 'client_id'])
    .select('users.marketing_on')
    .where('notification.id', '=', toId<ClientNotificationId>(push.subject_id ?? 0))
    .where('notification.user_id', '=', push.user_id)
    .executeTakeFirst();
  if (!row) return 'no longer true';
  const isUnchanged = row.start_datetime === row.appt_start;
  const isFree = row.status === 'AVAILABLE' && isUnchanged;
  const isBooked = row.status === 'BOOKED' && row.client_id === push.user_id && isUnchanged;
  if (row.type === 'FREE_SLOT_AVAILABLE' && !isFree) return 'no longer true';
  if (row.type === 'APPT_REMINDER_2H' && !isBooked) return 'no longer true';
  if (row.type === 'TIME_TO_RETURN') {
    if (row.marketing_on === 0) return 'no longer true';
    return isQuietHour(reading.now.wall) ? 'too late' : { push: clientPush(row), until: null };
  }
  if (hasBegunSince(row.appt_start, push, reading)) return 'too late';
  return { push: clientPush(row), until: row.appt_start };
}

async function currentOwnerPush(reading: Reading, push: ClaimedPush): Promise<CurrentPush | NotSent> {
  const row = await reading.db
    .selectFrom('admin_notifications as notification')
    .leftJoin('users', 'users.id', 'notification.client_id')
    .leftJoin('appointments', 'appointments.id', 'notification.appointment_id')
    .select(['notification.id', 'notification.type', 'notification.guest_name', 'notification.service_name'])
    .select(['appt_start', 'from_start', 'notification.is_late', 'recipient_id'])
    .select(['users.name as client_name', technicianName().as('technician_name')])
    .where('notification.id', '=', toId<AdminNotificationId>(push.subject_id ?? 0))
    .executeTakeFirst();
  if (!row || !isPushedToOwner(row.type)) return 'no longer true';
  if (hasBegunSince(row.appt_start, push, reading)) return 'too late';
  // the push omits the technician's name for the technician herself, except after a move
  const isNamed = row.recipient_id === null || row.type === 'MOVED';
  const technician_name = isNamed ? row.technician_name : null;
  const notification = { ...row, type: row.type, technician_name };
  return { push: ownerPush(notification, dateOf(reading.now.wall)), until: row.appt_start };
}

async function currentReminderPush({ db, now }: Reading, push: ClaimedPush): Promise<CurrentPush | NotSent> {
  const booked = readJson(remindedBooking, push.content);
  if (!booked) return 'unreadable: queued by another release';
  const row = await db
    .selectFrom('appointments')
    .select(['id', 'start_datetime', 'end_datetime', 'service_name'])
    .select(technicianName().as('technician_name'))
    .where('id', '=', toId<AppointmentId>(push.subject_id ?? 0))
    .where('status', '=', 'BOOKED')
    .where('client_id', '=', push.user_id)
    .where('start_datetime', '=', booked.start_datetime)
    .executeTakeFirst();
  if (!row) return 'no longer true';
  if (row.start_datetime <= now.wall) return 'too late';
  const offer = await offerInWords(db, booked.offer, dateOf(now.wall));
  return { push: dayBeforePush(row, now.wall, offer), until: row.start_datetime };
}

async function currentMorningPush({ db, now }: Reading, push: ClaimedPush): Promise<CurrentPush | NotSent> {
  const content = readJson(morningContent, push.content);
  if (!content) return 'unreadable: queued by another release';
  if (push.visible_at < now.ms - MORNING_LATE_HOURS * HOUR_MS) return 'too late';
  const starts = await startsAhead(db, content.day, now.wall);
  const morning = morningPush(content.day, starts);
  return morning ? { push: morning, until: starts.at(-1) ?? null } : 'no longer true';
}

const CURRENT_BY_KIND: Record<
  QueuedKind,
  (reading: Reading, push: ClaimedPush) => Promise<CurrentPush | NotSent>
> = {
  CLIENT_NOTICE: currentClientPush,
  OWNER_NOTICE: currentOwnerPush,
  REMINDER_24H: currentReminderPush,
  OWNER_MORNING: currentMorningPush,
};
const isKnown = (kind: string): kind is QueuedKind => Object.hasOwn(CURRENT_BY_KIND, kind);

const SHORTEST_TTL_SECONDS = 60;

/** How long a push service keeps the push while the device is off: until the appointment begins, at most MAX_AGE_HOURS. */
function ttlSeconds(push: ClaimedPush, until: WallTime | null, { now, clock }: Reading): number {
  const startMs = until === null ? Number.POSITIVE_INFINITY : instantMs(until, clock.timeZone) - now.ms;
  const lateMs = push.visible_at + MAX_AGE_HOURS * HOUR_MS - now.ms;
  return Math.max(SHORTEST_TTL_SECONDS, Math.floor(Math.min(startMs, lateMs) / 1000));
}

/** Returns message and lifetime of a queued push, or why it is not sent. */
export async function currentPush(reading: Reading, push: ClaimedPush) {
  if (!isKnown(push.kind)) return 'unreadable: queued by another release';
  const current = await CURRENT_BY_KIND[push.kind](reading, push);
  if (typeof current === 'string') return current;
  return { message: current.push, ttlSeconds: ttlSeconds(push, current.until, reading) };
}
