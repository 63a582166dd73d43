import { type Nullable, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { wallDate, wallTime } from '#contract/schemas.ts';
import { isQuietHour } from '#domain/clients/rhythm.ts';
import {
  type AdminNotificationId,
  type BookingId,
  type ClientNotificationId,
  toId,
  type UserId,
} from '#domain/ids.ts';
import {
  clientPush,
  dayBeforePush,
  isMorningDue,
  isPushedToOwner,
  MORNING_LATE_HOURS,
  morningPush,
  ownerPush,
  type Push,
} from '#domain/push/messages.ts';
import { dateOf, startOfMinute, type WallDate, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { isStillOffered, offeredTime, offerInWords } from '../offers/offers.ts';
import { type Clock, instantMs, type Now, readClock } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Db, Schema, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import type { Claimed } from '../platform/jobs/outbox.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { recordSent } from '../reached/reached.ts';
import { currentSettings } from '../settings/settings.ts';
import { technicianName } from '../technicians/technicians.ts';
import { notificationOf, TOLD_COLUMNS } from '../told/told.ts';

/** The kind of a queued push. The text of the push is made when the push is sent. docs/spec/behaviour.md §14.2 */
type QueuedKind = 'CLIENT_NOTICE' | 'OWNER_NOTICE' | 'REMINDER_24H' | 'OWNER_MORNING';

/** The content of a queued reminder: the start of the booking (a moved booking gets another reminder) and the free time that the reminder offers. */
const remindedBooking = z.object({ start_datetime: wallTime, offer: offeredTime.nullish() });
type RemindedBooking = z.infer<typeof remindedBooking>;

const morningContent = z.object({ day: wallDate });

interface Timing {
  readonly nowMs: number;
  /** The earliest time to send the push: later than `nowMs` if the change can be undone. */
  readonly visibleAtMs: number;
}
interface Row extends Timing {
  readonly kind: QueuedKind;
  readonly content: string;
  readonly subjectId: number | null;
  /** The user who receives the push; undefined means the owner. */
  readonly userId?: UserId;
}

// a literal: if a parameter decides whether a partial index applies, SQLite prepares the statement again for each execution
const OWNER = sql.lit('ADMIN' as const);

/** Queues a push for each device of the recipient, unless the recipient has switched pushes off. Compiled once, because every booking runs it. */
const insertPushes = compiledOnce((db, { kind, content, subjectId, nowMs, visibleAtMs, userId }: Row) =>
  db
    .insertInto('push_outbox')
    .columns([
      'subscription_id',
      'user_id',
      'kind',
      'content',
      'created_at',
      'visible_at',
      'next_try_at',
      'subject_id',
    ])
    .expression(({ selectFrom }) =>
      selectFrom('push_subscriptions')
        .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
        .where('users.push_on', '=', 1)
        .where((eb) =>
          userId ? eb('push_subscriptions.user_id', '=', userId) : eb('users.role', '=', OWNER),
        )
        .select(({ val, ref }) => [
          ref('push_subscriptions.id').as('subscription_id'),
          ref('push_subscriptions.user_id').as('user_id'),
          val(kind).as('kind'),
          val(content).as('content'),
          val(nowMs).as('created_at'),
          val(visibleAtMs).as('visible_at'),
          val(visibleAtMs).as('next_try_at'),
          val(subjectId).as('subject_id'),
        ]),
    ),
);

const NOTHING_MORE = '{}';

/** The content of a client's queued notification: the other notifications of the same change, whose sentences the push has too. */
const joinedNotifications = z.object({
  also: z.array(z.int().transform((id) => toId<ClientNotificationId>(id))).default([]),
});

/** Queues a notification's pushes to the client's devices, in the transaction that wrote the notification. docs/spec/behaviour.md §14.2 */
export async function pushClientNotification(
  trx: Trx,
  {
    id,
    user_id,
    also,
  }: {
    readonly id: ClientNotificationId;
    readonly user_id: UserId;
    readonly also: readonly ClientNotificationId[];
  },
  timing: Timing,
): Promise<void> {
  const content = also.length === 0 ? NOTHING_MORE : JSON.stringify({ also });
  await insertPushes(trx, { ...timing, kind: 'CLIENT_NOTICE', content, userId: user_id, subjectId: id });
}

/** Queues a notification's pushes to the owner or a technician, in the transaction that wrote the notification. docs/spec/behaviour.md §14.2 */
export async function pushOwnerNotification(
  trx: Trx,
  subjectId: AdminNotificationId,
  { recipient_id = null, ...timing }: Timing & { readonly recipient_id?: UserId | null },
): Promise<void> {
  const row = { ...timing, kind: 'OWNER_NOTICE', content: NOTHING_MORE, subjectId } as const;
  await insertPushes(trx, { ...row, ...(recipient_id !== null && { userId: recipient_id }) });
}

/** Queues the push that reminds a client a day before the appointment. Call it after the reminder is recorded as sent, so that it is queued only once. docs/spec/behaviour.md §5.16 */
export async function pushReminder(
  trx: Trx,
  booking: RemindedBooking & { readonly booking_id: BookingId; readonly client_id: UserId },
  nowMs: number,
): Promise<void> {
  const { booking_id, client_id, start_datetime, offer } = booking;
  const content: RemindedBooking = { start_datetime, offer };
  await insertPushes(trx, {
    kind: 'REMINDER_24H',
    content: JSON.stringify(content),
    userId: client_id,
    subjectId: booking_id,
    nowMs,
    visibleAtMs: nowMs,
  });
}

/** The start times of the day's bookings from the current minute on. docs/spec/behaviour.md §14.4 */
async function startsAhead(db: Db | Trx, day: WallDate, now: WallTime): Promise<WallTime[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('start_datetime')
    .where('day', '=', day)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', startOfMinute(now))
    .orderBy('start_datetime')
    .execute();
  return rows.map(({ start_datetime }) => start_datetime);
}

/** Queues the owner's morning summary, once a day at the time in the settings, if the day has bookings. docs/spec/behaviour.md §14.4 */
export async function queueOwnerMorning({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>) {
  const now = readClock(clock);
  const { owner_morning_at } = await currentSettings(db, config);
  if (!isMorningDue(now.wall, owner_morning_at)) return;
  const day = dateOf(now.wall);
  const queued = db.selectFrom('owner_mornings').select('day').where('day', '=', day);
  if (await queued.executeTakeFirst()) return; // the pushes of this day are already queued; without this check each run would open a write transaction
  await inTransaction(db, async (trx) => {
    const claimed = await trx
      .insertInto('owner_mornings')
      .values({ day, told_at: now.ms })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .executeTakeFirst();
    if (!claimed || (await startsAhead(trx, day, now.wall)).length === 0) return;
    await insertPushes(trx, {
      kind: 'OWNER_MORNING',
      content: JSON.stringify({ day } satisfies z.infer<typeof morningContent>),
      subjectId: null,
      nowMs: now.ms,
      visibleAtMs: now.ms,
    });
  });
}

const COLUMNS = ['subscription_id', 'user_id', 'subject_id', 'content', 'created_at'] as const;
export const PUSH_COLUMNS = [
  ...COLUMNS,
  sql`(select endpoint from push_subscriptions where push_subscriptions.id = push_outbox.subscription_id)
    as endpoint`,
] as const;
export type ClaimedPush = Claimed &
  Pick<Selectable<Schema['push_outbox']>, (typeof COLUMNS)[number]> & { readonly endpoint: string };

/** The booking of a client's notification. */
const bookingOf = async (trx: Trx, { subject_id }: ClaimedPush): Promise<BookingId | null> => {
  const notified = trx
    .selectFrom('client_notifications')
    .innerJoin('appointments', 'appointments.id', 'appointment_id')
    .select('booking_id')
    .where('client_notifications.id', '=', toId<ClientNotificationId>(subject_id ?? 0));
  return (await notified.executeTakeFirst())?.booking_id ?? null;
};

/** Records that a client's push went out. */
export async function recordSentPush(trx: Trx, push: ClaimedPush, nowMs: number): Promise<void> {
  const { kind, user_id, content, created_at: queuedMs, subject_id } = push;
  const sent = { channel: 'PUSH', user_id, queuedMs, nowMs } as const;
  if (kind === 'CLIENT_NOTICE') await recordSent(trx, { ...sent, booking_id: await bookingOf(trx, push) });
  if (kind !== 'REMINDER_24H') return;
  const reminded = readJson(remindedBooking, content)?.start_datetime ?? null;
  await recordSent(trx, { ...sent, booking_id: toId<BookingId>(subject_id ?? 0), reminded });
}

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

/** The notifications that are true only while the client is booked at their start. */
const NEEDS_BOOKING: ReadonlySet<string> = new Set(['APPT_REMINDER_2H', 'APPT_DELAYED']);

const isBookedThen = (
  row: Pick<Nullable<AppointmentRow>, 'status' | 'client_id' | 'start_datetime'> & {
    appt_start: WallTime | null;
  },
  { user_id }: ClaimedPush,
): boolean => row.status === 'BOOKED' && row.client_id === user_id && row.start_datetime === row.appt_start;

async function currentClientPush(reading: Reading, push: ClaimedPush): Promise<CurrentPush | NotSent> {
  const row = await reading.db
    .selectFrom('client_notifications as notification')
    .leftJoin('appointments', 'appointments.id', 'notification.appointment_id')
    .leftJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .innerJoin('users', 'users.id', 'notification.user_id')
    .select(['notification.id', ...TOLD_COLUMNS, 'appointment_id', 'appt_start'])
    .select(['start_datetime', 'status', 'client_id'])
    .select('users.marketing_on')
    .where('notification.id', '=', toId<ClientNotificationId>(push.subject_id ?? 0))
    .where('notification.user_id', '=', push.user_id)
    .executeTakeFirst();
  const joined = readJson(joinedNotifications, push.content);
  if (!joined) return 'unreadable: queued by another release';
  if (!row) return 'no longer true';
  const told = { ...notificationOf(row), id: row.id };
  const freed = { id: row.appointment_id, start: row.appt_start, client_id: push.user_id };
  const isFree = () => isStillOffered(reading.db, reading.now.wall, freed);
  if (row.type === 'FREE_SLOT_AVAILABLE' && !(await isFree())) return 'no longer true';
  if (NEEDS_BOOKING.has(row.type) && !isBookedThen(row, push)) return 'no longer true';
  if (row.type === 'TIME_TO_RETURN') {
    if (row.marketing_on === 0) return 'no longer true';
    return isQuietHour(reading.now.wall) ? 'too late' : { push: clientPush(told), until: null };
  }
  const isDelay = row.type === 'APPT_DELAYED'; // of a start that may have passed
  if (!isDelay && hasBegunSince(row.appt_start, push, reading)) return 'too late';
  const others = await reading.db
    .selectFrom('client_notifications')
    .select(TOLD_COLUMNS)
    .where('id', 'in', joined.also)
    .orderBy('id')
    .execute();
  return { push: clientPush(told, others.map(notificationOf)), until: row.appt_start };
}

async function currentOwnerPush(reading: Reading, push: ClaimedPush): Promise<CurrentPush | NotSent> {
  const row = await reading.db
    .selectFrom('admin_notifications as notification')
    .leftJoin('people', 'people.user_id', 'notification.client_id')
    .leftJoin('appointments', 'appointments.id', 'notification.appointment_id')
    .leftJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .select([
      'notification.id',
      'notification.type',
      'request_state',
      'notification.guest_name',
      'notification.service_name',
      'appt_start',
      'from_start',
      'notification.is_late',
      'recipient_id',
    ])
    .select(['people.name as client_name', technicianName().as('technician_name')])
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
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select(['appointments.id', 'start_datetime', 'end_datetime'])
    .select(['bookings.id as booking_id', technicianName().as('technician_name')])
    .where('bookings.id', '=', toId<BookingId>(push.subject_id ?? 0))
    .where('status', '=', 'BOOKED')
    .where('client_id', '=', push.user_id)
    .where('start_datetime', '=', booked.start_datetime)
    .executeTakeFirst();
  if (!row) return 'no longer true';
  if (row.start_datetime <= now.wall) return 'too late';
  const offer = await offerInWords(db, booked.offer, now.wall);
  const services = await db
    .selectFrom('booking_lines')
    .select(['name', 'name_en', 'name_ru'])
    .where('booking_id', '=', row.booking_id)
    .orderBy('position')
    .execute();
  return {
    push: dayBeforePush({ ...row, service_name: null, services }, now.wall, offer),
    until: row.start_datetime,
  };
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
