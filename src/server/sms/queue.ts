// Which SMS are needed: what neither push nor mail has told, by the rules of docs/spec/behaviour.md §29.8.
import { type RawBuilder, sql } from 'kysely';
import type { BookingId } from '#domain/ids.ts';
import { MAIL_REMINDER_HOURS_BEFORE, UNDO_SECONDS } from '#domain/limits.ts';
import { reminderFrom } from '#domain/notifications.ts';
import { type SmsKind, smsAt, smsReminderAt } from '#domain/told/short-messages.ts';
import { addMinutes, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { REMINDER_MAILS } from '../mail/mail.ts';
import { type Clock, instantMs, type Now } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';
import {
  isInHand,
  isUnknown,
  messageState,
  type Reachable,
  reachOf,
  unknownSince,
} from '../reached/reached.ts';

type Context = Pick<Platform, 'db' | 'clock' | 'config'>;

interface Needed {
  readonly booking_id: BookingId;
  readonly kind: SmsKind;
  readonly onceKey: string;
  readonly aboutMs: number;
  /** The start, or of a delay the expected time. */
  readonly start: WallTime;
  /** Of a reminder: true if push and mail were tried. Else it is theirs. */
  readonly isOwnTurn?: boolean;
}

const hasSms = sql<boolean>`exists (select 1 from sms_outbox where sms_outbox.booking_id = bookings.id and about_at = call_at)`;

/** The changes of the last day about which an SMS is needed. After a restore, earlier ones are left to a call by the salon: nobody knows which messages went out after the backup. */
async function neededCalls({ db, clock, config }: Context, now: Now): Promise<Needed[]> {
  const { restoredMs } = await unknownSince(db, clock);
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select([
      'bookings.id',
      'call_what',
      'call_at',
      'start_datetime',
      messageState(config, 'call_at').as('state'),
    ])
    .where('called', '=', 0)
    .where('call_at', '>', Math.max(now.ms - DAY_MS, restoredMs))
    .where(({ not }) => not(hasSms))
    .execute();
  return rows.flatMap(({ id, call_what, call_at, start_datetime: start, state }) =>
    call_what === null || call_at === null || state === 'SENDING'
      ? []
      : [{ booking_id: id, kind: call_what, onceKey: `call:${id}:${call_at}`, aboutMs: call_at, start }],
  );
}

async function neededDelays({ db, config }: Context, now: Now): Promise<Needed[]> {
  const rows = await db
    .selectFrom('told_times')
    .innerJoin('bookings', 'bookings.id', 'told_times.booking_id')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select(['told_times.id', 'bookings.id as booking', 'told_times.at', 'expected'])
    .select(messageState(config, 'told_times.at').as('state'))
    .where('appointments.status', '=', 'BOOKED')
    .whereRef('appointments.start_datetime', '=', 'told_times.start_datetime')
    .whereRef('appointments.technician_id', '=', 'told_times.technician_id')
    .where('is_quiet', '=', 0)
    .where('expected', '>', now.wall)
    .where(
      sql<boolean>`expected = (select max(other.expected) from told_times as other
        where other.booking_id = told_times.booking_id and other.start_datetime = told_times.start_datetime
        and other.technician_id = told_times.technician_id)
      and not exists (select 1 from reached where reached.booking_id = told_times.booking_id
        and reached.expected = told_times.expected)`,
    )
    .execute();
  return rows.flatMap(({ id, booking, at, expected, state }) =>
    state === 'SENDING'
      ? []
      : [{ booking_id: booking, kind: 'DELAY', onceKey: `delay:${id}`, aboutMs: at, start: expected }],
  );
}

const UNSENT = sql`sent_at is null and given_up_at is null`;

/** SQL condition: the booking has a reminder of its start by mail, or by push, of which this is true. */
const hasReminder = (mail: RawBuilder<unknown>, push: RawBuilder<unknown>) => sql`(
  exists (select 1 from outbox where outbox.booking_id = bookings.id and kind in (${sql.join(REMINDER_MAILS)})
    and once_key like '%' || appointments.start_datetime and ${mail})
  or exists (select 1 from push_outbox where kind = 'REMINDER_24H' and subject_id = bookings.id
    and content like '%"start_datetime":"' || appointments.start_datetime || '"%' and ${push}))`;

/** The bookings whose reminder is due and reached nobody by push or mail. */
async function neededReminders({ db, clock, config }: Context, now: Now): Promise<Needed[]> {
  const isMailOn = config.mail.smtpUrl ? sql`1 = 1` : sql`1 = 0`;
  const ahead = addMinutes(now.wall, (MAIL_REMINDER_HOURS_BEFORE + 3) * 60);
  const rows = await db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .select(['bookings.id', 'start_datetime', 'booked_at', 'moved_at', 'accepted_at'])
    .select(sql<0 | 1>`case when ${hasReminder(isMailOn, sql`1 = 1`)} then 1 else 0 end`.as('is_tried'))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .where('start_datetime', '<=', ahead)
    .where('booked_at', 'is not', null)
    .where(sql<boolean>`request_state is distinct from 'WAITING'`)
    .where(({ not }) => not(isInHand(now.ms)))
    .where(
      sql<boolean>`not exists (select 1 from reached where reached.booking_id = bookings.id
        and reached.start_datetime = appointments.start_datetime and what = 'REMINDER')
      and not ${hasReminder(sql`${UNSENT} and handed_over_at is null and ${isMailOn}`, UNSENT)}`,
    )
    .execute();
  const since = await unknownSince(db, clock);
  return rows.flatMap((row): Needed[] => {
    const { id, start_datetime: start, booked_at, moved_at, accepted_at, is_tried } = row;
    const dueAt = smsReminderAt(reminderFrom(start, MAIL_REMINDER_HOURS_BEFORE));
    const bookedAt = wallTimeAt(Math.max(moved_at ?? booked_at ?? 0, accepted_at ?? 0), clock.timeZone);
    if (dueAt > now.wall || bookedAt >= dueAt || isUnknown(row, since)) return [];
    const onceKey = `reminder:${id}:${start}`;
    return [{ booking_id: id, kind: 'REMINDER', onceKey, aboutMs: now.ms, start, isOwnTurn: is_tried === 1 }];
  });
}

/** True if a person with this number has come: no stranger has typed it. */
async function hasCome(trx: Trx, number: string, now: Now): Promise<boolean> {
  const came = await trx
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .leftJoin('people', 'people.id', 'bookings.person_id')
    .select('bookings.id')
    .where('status', '=', 'BOOKED')
    .where('end_datetime', '<=', now.wall)
    .where(({ or, eb }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]))
    .where(({ or, eb }) => or([eb('bookings.guest_number', '=', number), eb('people.number', '=', number)]))
    .limit(1)
    .executeTakeFirst();
  return came !== undefined;
}

interface NewSms extends Omit<Needed, 'booking_id' | 'kind'> {
  readonly kind: SmsKind | 'TEST';
  readonly booking_id: BookingId | null;
  readonly to: string;
}

export async function insertSms(trx: Trx, clock: Clock, now: Now, sms: NewSms): Promise<void> {
  const { booking_id, kind, onceKey, aboutMs, start, to } = sms;
  const at = smsAt(now.wall, start);
  if (at === undefined) return; // stays in 'Pozovite'
  const visible_at = Math.max(
    at === now.wall ? now.ms : instantMs(at, clock.timeZone),
    kind === 'REMINDER' ? 0 : aboutMs + UNDO_SECONDS * 1000,
  );
  await trx
    .insertInto('sms_outbox')
    .values({
      kind,
      content: JSON.stringify({ start }),
      created_at: now.ms,
      visible_at,
      next_try_at: visible_at,
      once_key: onceKey,
      booking_id,
      to_number: to,
      is_known: booking_id !== null && (await hasCome(trx, to, now)) ? 1 : 0,
      parts: 1,
      about_at: aboutMs,
      until_at: instantMs(start, clock.timeZone),
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}

const NOBODY: Reachable = { push: 0, mail: 0, number: null };

/** Queues the SMS that are needed now, each once even with several processes. */
export async function queueNeededSms(context: Context, now: Now): Promise<void> {
  const { db, clock, config } = context;
  const needed = [
    ...(await neededCalls(context, now)),
    ...(await neededDelays(context, now)),
    ...(await neededReminders(context, now)),
  ];
  if (needed.length === 0) return;
  const reach = await reachOf(
    db,
    config,
    needed.map(({ booking_id }) => booking_id),
  );
  for (const one of needed) {
    const { number: to, push, mail } = reach.get(one.booking_id) ?? NOBODY;
    const isTheirs = one.isOwnTurn === false && (push === 1 || mail === 1);
    if (to !== null && !isTheirs)
      await inTransaction(db as Db, (trx) => insertSms(trx, clock, now, { ...one, to }));
  }
}
