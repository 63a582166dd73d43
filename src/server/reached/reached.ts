// Who certainly learned of what, and who has still to be told. docs/spec/behaviour.md §29
import { type RawBuilder, sql } from 'kysely';
import { type BookingId, toId, type UserId } from '#domain/ids.ts';
import type { AutomaticChannel, CALL_STATES, CallReason } from '#domain/told/calls.ts';
import { addDays, dateOf, startOfDay, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { publishOnCommit, technicianUser } from '../platform/events/publish.ts';

/** SQL for the time at which a person was told to come, at the present start and technician of her appointment; null: none. */
export const expectedTime = (): RawBuilder<WallTime | null> =>
  sql`(select max(expected) from told_times where told_times.booking_id = appointments.booking_id
    and told_times.start_datetime = appointments.start_datetime and told_times.technician_id = appointments.technician_id)`;

export const expectedOf = async (db: Db | Trx, { id }: Pick<AppointmentRow, 'id'>) => {
  const row = db.selectFrom('appointments').select(expectedTime().as('expected')).where('id', '=', id);
  return (await row.executeTakeFirst())?.expected ?? null;
};

/** A message that a service has accepted. */
interface Sent {
  readonly channel: AutomaticChannel;
  readonly booking_id: BookingId | null;
  readonly user_id: UserId | null;
  /** When the change was made that the message tells. */
  readonly queuedMs: number;
  readonly nowMs: number;
  /** Of a reminder: the start. */
  readonly reminded?: WallTime | null;
}

/** Records that a message went out: its change need not be told by telephone any more, and the round shows it. */
export async function recordSent(trx: Trx, sent: Sent): Promise<void> {
  const { channel, booking_id, user_id, queuedMs, nowMs, reminded = null } = sent;
  await trx
    .updateTable('bookings')
    .set({ called: null })
    .where('called', '=', 0)
    .where('call_at', '=', queuedMs)
    .where(({ or, eb }) =>
      or([eb('id', '=', booking_id ?? toId<BookingId>(0)), eb('client_id', '=', user_id ?? toId<UserId>(0))]),
    )
    .execute();
  const row = sql`${channel}, ${nowMs}, ${queuedMs}`;
  if (reminded !== null)
    await sql`insert into reached (booking_id, start_datetime, technician_id, what, channel, at, queued_at)
      select booking_id, start_datetime, technician_id, 'REMINDER', ${row} from appointments
      where booking_id = ${booking_id} and start_datetime = ${reminded} on conflict do nothing`.execute(trx);
  else
    await sql`insert into reached (booking_id, start_datetime, technician_id, what, expected, channel, at, queued_at)
      select booking_id, start_datetime, technician_id, 'DELAY', expected, ${row} from told_times
      where booking_id = ${booking_id} and at = ${queuedMs} on conflict do nothing`.execute(trx);
  publishOnCommit(trx, { appointments: ['STAFF'] });
}

/** Lists the person of a booking to be called about a change, until a message of the same moment goes out. A new change replaces the entry. docs/spec/behaviour.md §29.4 */
export async function listToCall(
  trx: Trx,
  { booking_id, technician_id }: Pick<AppointmentRow, 'booking_id' | 'technician_id'>,
  call_what: CallReason,
  call_at: number,
): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({ called: 0, call_what, call_at })
    .where('id', '=', booking_id)
    .execute();
  publishOnCommit(trx, { appointments: ['ADMIN', technicianUser(technician_id)] });
}

const UNSENT = sql`sent_at is null and given_up_at is null`;
const someOf = (table: string, about: RawBuilder<unknown>, is: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} as message where ${about} and ${is})`;

/** SQL for what became of the messages that were queued at this moment for the person of a booking. Without a mail server its mails do not count. */
export function messageState({ mail }: Pick<Config, 'mail'>, moment: string) {
  const toClient = sql`message.created_at = ${sql.ref(moment)} and message.user_id = bookings.client_id`;
  const mailed = sql`(${toClient} or (message.created_at = ${sql.ref(moment)}
    and message.booking_id = bookings.id and message.to_email is not null))`;
  const texted = sql`message.about_at = ${sql.ref(moment)} and message.booking_id = bookings.id`;
  const isOn = mail.smtpUrl ? sql`1 = 1` : sql`1 = 0`;
  const waits = sql`${UNSENT} and handed_over_at is null and ${isOn}`;
  const isLost = sql`sent_at is null and handed_over_at is not null`;
  const failed = sql`given_up_at is not null`;
  return sql<(typeof CALL_STATES)[number]>`case
    when ${someOf('outbox', mailed, waits)} or ${someOf('push_outbox', toClient, UNSENT)}
      or ${someOf('sms_outbox', texted, UNSENT)} then 'SENDING'
    when ${someOf('outbox', mailed, isLost)} or ${someOf('sms_outbox', texted, isLost)} then 'UNKNOWN'
    when ${someOf('outbox', mailed, failed)} or ${someOf('push_outbox', toClient, failed)}
      or ${someOf('sms_outbox', texted, failed)} then 'FAILED'
    else 'NONE' end`;
}

/** SQL condition: the automatic reminder of this start must wait or is not needed, because somebody of the salon writes or has written. */
export const isInHand = (nowMs: number) => sql<boolean>`(
  exists (select 1 from reach_claims where reach_claims.booking_id = bookings.id and until_at > ${nowMs})
  or exists (select 1 from reached where reached.booking_id = bookings.id
    and reached.start_datetime = appointments.start_datetime and what = 'REMINDER' and queued_at is null))`;

/** Which bookings may have been reminded before a restore: those made before it that start before `until`. docs/spec/behaviour.md §29.7 */
export async function unknownSince(db: Db | Trx, clock: Pick<Clock, 'timeZone'>) {
  const row = await db.selectFrom('liveness').select('restored_at').executeTakeFirst();
  const restoredMs = row?.restored_at ?? 0;
  const until = startOfDay(addDays(dateOf(wallTimeAt(restoredMs, clock.timeZone)), 2));
  return { restoredMs, until };
}
export type UnknownSince = Awaited<ReturnType<typeof unknownSince>>;

/** True if nobody knows whether a reminder of this booking went out before the restore. */
export const isUnknown = (
  { start_datetime, booked_at }: Pick<AppointmentRow, 'start_datetime' | 'booked_at'>,
  { restoredMs, until }: UnknownSince,
): boolean => booked_at !== null && booked_at < restoredMs && start_datetime < until;

export interface Reachable {
  readonly push: 0 | 1;
  readonly mail: 0 | 1;
  /** The number for SMS; null: none, or she wants no SMS. */
  readonly number: string | null;
}

/** SQL for the number of the person of a booking; the number of a client's guest is the guest's. */
const bookedNumber = sql<string | null>`coalesce(bookings.guest_number,
  (select number from people where people.id = bookings.person_id),
  (select number from people where people.user_id = bookings.client_id and bookings.guest_name is null))`;

export const numberOfBooking = async (db: Db | Trx, id: BookingId): Promise<string | null> => {
  const row = db.selectFrom('bookings').select(bookedNumber.as('number')).where('id', '=', id);
  return (await row.executeTakeFirst())?.number ?? null;
};

/** SQL condition: the person of a booking wants no SMS, whatever number was typed for it. */
const ownNoSms = sql<boolean>`exists (select 1 from people where people.id = bookings.person_id and no_sms = 1)`;

/** How Lunula could reach the people of these bookings. A message to a client goes to the client, also about a guest. */
export async function reachOf(db: Db | Trx, { mail }: Pick<Config, 'mail'>, ids: readonly BookingId[]) {
  const client = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from users join people on people.user_id = users.id
      where users.id = bookings.client_id and deleted_at is null and ${condition})`;
  const hasPush = sql`push_on = 1 and exists (select 1 from push_subscriptions where push_subscriptions.user_id = users.id)`;
  const hasMail = sql`(${client(sql`mail_on = 1 and email is not null`)}
    or (bookings.client_id is null and guest_email is not null))`;
  const flag = (condition: RawBuilder<unknown>) => sql<0 | 1>`case when ${condition} then 1 else 0 end`;
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .select([flag(client(hasPush)).as('push'), flag(hasMail).as('mail'), bookedNumber.as('number')])
    .select(flag(sql`${client(sql`sms_on = 0`)} or ${ownNoSms}`).as('is_off'))
    .where('id', 'in', ids)
    .execute();
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const silent = await db
    .selectFrom('people')
    .select('number')
    .where('number', 'in', numbers)
    .where('no_sms', '=', 1)
    .execute();
  const isSilent = new Set(silent.map(({ number }) => number));
  return new Map(
    rows.map(({ id, push, mail: address, number, is_off }): [BookingId, Reachable] => {
      const takesSms = is_off === 0 && isMobile(number) && !isSilent.has(number);
      return [id, { push, mail: mail.smtpUrl ? address : 0, number: takesSms ? number : null }];
    }),
  );
}

/** True for a number to which SMS are sent. docs/spec/behaviour.md §29.8 */
export const isMobile = (number: string | null): number is string => /^\+3816\d+$/.test(number ?? '');

/** The channel of Lunula's message; null: none. */
export function channelOf(
  { push, mail, number }: Reachable = { push: 0, mail: 0, number: null },
  isSmsOn: boolean,
): AutomaticChannel | null {
  if (push === 1) return 'PUSH';
  if (mail === 1) return 'MAIL';
  return isSmsOn && number !== null ? 'SMS' : null;
}

/** Deletes the messages that contain an address or a number of the person of these bookings. */
export async function forgetMessages(trx: Trx, bookings: readonly BookingId[]): Promise<void> {
  const mails = trx.deleteFrom('outbox').where('booking_id', 'in', bookings);
  await mails.where('to_email', 'is not', null).execute();
  await trx.deleteFrom('sms_outbox').where('booking_id', 'in', bookings).execute();
}
