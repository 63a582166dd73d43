// The round: who of a day knows that she comes, and who has still to be told. docs/spec/behaviour.md §29.5
import { sql } from 'kysely';
import type { ParsedQuery } from '#contract/index.ts';
import type { ReachedMessage } from '#contract/told/reached.ts';
import type { RoundRow } from '#contract/told/told.ts';
import type { BookingId, TechnicianId, UserId } from '#domain/ids.ts';
import { MAIL_REMINDER_HOURS_BEFORE, MAX_DELAY_MESSAGES } from '#domain/limits.ts';
import { isReminderDue, reminderFrom } from '#domain/notifications.ts';
import type { AutomaticChannel, ReachChannel } from '#domain/told/calls.ts';
import { smsReminderAt } from '#domain/told/short-messages.ts';
import { dateOf, type WallDate, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { REMINDER_MAILS } from '../../mail/mail.ts';
import { momentText } from '../../platform/clock.ts';
import type { AppointmentRow, Db, Trx } from '../../platform/db/schema.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import {
  channelOf,
  isUnknown,
  messageState,
  type Reachable,
  reachOf,
  unknownSince,
} from '../../reached/reached.ts';
import { currentSettings } from '../../settings/settings.ts';
import { appointmentJson, selectForSalon } from '../appointments.ts';
import { hasSms } from './telling.ts';

type Place = Pick<AppointmentRow, 'booking_id' | 'start_datetime' | 'technician_id'>;

/** Returns a function that finds what the query had for a booking at its present start and technician. */
const byPlace =
  <Row extends Place>(rows: readonly Row[]) =>
  (place: Place): Row[] =>
    rows.filter(
      (row) =>
        row.booking_id === place.booking_id &&
        row.start_datetime === place.start_datetime &&
        row.technician_id === place.technician_id,
    );

/** Finds the messages and calls about bookings at their present start and technician, oldest first, without undone ones. */
async function reachedOf(
  db: Db | Trx,
  { clock }: Pick<RequestContext, 'clock'>,
  bookings: readonly (BookingId | null)[],
) {
  const rows = await db
    .selectFrom('reached')
    .leftJoin('people', 'people.user_id', 'by_id')
    .select(['reached.id', 'what', 'channel', 'at', 'expected', 'people.name as by'])
    .select(['booking_id', 'start_datetime', 'technician_id'])
    .where('booking_id', 'in', bookings)
    .where('is_undone', '=', 0)
    .orderBy('reached.id')
    .execute();
  const at = byPlace(rows);
  return (place: Place): (ReachedMessage & { readonly expected: WallTime | null })[] =>
    at(place).map(({ booking_id: _, start_datetime: __, technician_id: ___, ...row }) => ({
      ...row,
      at: momentText(row.at, clock),
    }));
}

/** The messages and calls about one booking. */
export const reachedAt = async (db: Db | Trx, context: Pick<RequestContext, 'clock'>, place: Place) =>
  (await reachedOf(db, context, [place.booking_id]))(place);

/** The name of a user of the salon. */
export const nameOf = async (db: Db | Trx, id: UserId): Promise<string> => {
  const row = await db.selectFrom('people').select('name').where('user_id', '=', id).executeTakeFirst();
  return row?.name ?? '';
};

/** SQL condition: the booking is no request that waits for the salon. */
const isAccepted = sql<boolean>`request_state is distinct from 'WAITING'`;

/** The first day after today on which the technician, or anybody, has bookings. */
async function nextDay({ db, now }: RequestContext, technician: TechnicianId | undefined) {
  const row = await db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(({ fn }) => fn.min('day').as('day'))
    .where('status', '=', 'BOOKED')
    .where(isAccepted)
    .where('day', '>', dateOf(now.wall))
    .where(({ and }) => and(technician === undefined ? {} : { technician_id: technician }))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** SQL for the channel by which somebody of the salon last wrote to the person, or called her. */
const lastChannel = sql<ReachChannel | null>`(select channel from reached join bookings as theirs on theirs.id = reached.booking_id
  where theirs.person_id = bookings.person_id and queued_at is null and is_undone = 0 order by reached.id desc limit 1)`;

async function bookedOn(context: RequestContext, day: WallDate, technician: TechnicianId | undefined) {
  const rows = await selectForSalon(context.db, context)
    .select(['bookings.booked_at', lastChannel.as('last_channel')])
    .select(sql<number | null>`bookings.moved_at`.as('moved_at'))
    .select(sql<number | null>`bookings.accepted_at`.as('accepted_at'))
    .where('day', '=', day)
    .where('status', '=', 'BOOKED')
    .where(isAccepted)
    .where(({ and }) => and(technician === undefined ? {} : { 'appointments.technician_id': technician }))
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .execute();
  return rows.map(({ booked_at, moved_at, accepted_at, last_channel, ...row }) => ({
    row: { ...appointmentJson(row, context), last_channel },
    booked_at,
    since: Math.max(moved_at ?? booked_at ?? 0, accepted_at ?? 0),
  }));
}

interface Told {
  readonly expected: WallTime;
  readonly is_quiet: 0 | 1;
  readonly isSending: boolean;
}

/** Finds the present expected time of bookings, and whether its message is on its way. */
async function toldOf(
  db: Db | Trx,
  context: Pick<RequestContext, 'config'>,
  bookings: readonly (BookingId | null)[],
) {
  const rows = await db
    .selectFrom('told_times')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['expected', 'is_quiet', messageState(context.config, 'told_times.at').as('state')])
    .select(['booking_id', 'start_datetime', 'technician_id'])
    .where('booking_id', 'in', bookings)
    .orderBy('expected')
    .execute();
  const at = byPlace(rows);
  return (place: Place): Told | undefined => {
    const told = at(place).at(-1);
    return told && { expected: told.expected, is_quiet: told.is_quiet, isSending: told.state === 'SENDING' };
  };
}

interface ReminderState {
  readonly booking_id: BookingId;
  readonly is_done: number;
  readonly mail: number | null;
  readonly push: number | null;
  readonly sms: number | null;
}

/** Whether the reminders of these bookings are queued, were taken care of, or are still to come. */
async function reminderStates(db: Db, bookings: readonly BookingId[]) {
  const place = sql`booking_id = a.booking_id and start_datetime = a.start_datetime`;
  const kinds = sql.join(REMINDER_MAILS);
  const { rows } = await sql<ReminderState>`select a.booking_id,
    case when exists (select 1 from reached where ${place} and what = 'REMINDER')
      or exists (select 1 from reminders where ${place} and kind = 'MAIL_24H')
      or exists (select 1 from outbox where booking_id = a.booking_id and kind = 'REMINDER_GUEST'
        and once_key like '%' || a.start_datetime) then 1 else 0 end as is_done,
    (select min(next_try_at) from outbox where booking_id = a.booking_id and kind in (${kinds})
      and sent_at is null and given_up_at is null and handed_over_at is null) as mail,
    (select min(next_try_at) from push_outbox where subject_id = a.booking_id and kind = 'REMINDER_24H'
      and sent_at is null and given_up_at is null) as push,
    (select min(next_try_at) from sms_outbox where booking_id = a.booking_id and kind = 'REMINDER'
      and sent_at is null and given_up_at is null) as sms
    from appointments a where a.booking_id in (${sql.join(bookings)})`.execute(db);
  return new Map(rows.map((row) => [row.booking_id, row]));
}

/** The automatic reminder still to come; null: none. */
function willRemind(
  { now, clock, config }: RequestContext,
  { start_datetime, since }: Pick<Place, 'start_datetime'> & { readonly since: number },
  state: ReminderState | undefined,
  channel: AutomaticChannel | null,
): RoundRow['will'] {
  const queued = (
    [
      ['PUSH', state?.push],
      ['MAIL', config.mail.smtpUrl ? state?.mail : null],
      ['SMS', state?.sms],
    ] as const
  ).flatMap(([channel, at]) => (at == null ? [] : [{ channel, at: wallTimeAt(Number(at), clock.timeZone) }]));
  const from = reminderFrom(start_datetime, MAIL_REMINDER_HOURS_BEFORE);
  if (queued[0]) return queued[0];
  if (channel === null || Number(state?.is_done) === 1) return null;
  const booked_at = wallTimeAt(since, clock.timeZone);
  const at = [from, now.wall].toSorted().at(-1) ?? from;
  const booking = { status: 'BOOKED', start_datetime, booked_at } as const;
  if (!isReminderDue(booking, at, MAIL_REMINDER_HOURS_BEFORE)) return null;
  return { channel, at: channel === 'SMS' ? smsReminderAt(at) : at };
}

interface Messages {
  readonly reached: readonly ReachedMessage[];
  readonly told: Told | undefined;
  readonly channel: AutomaticChannel | null;
}

/** True if the person got enough messages about delays today, those by hand included: only a call is left. */
function isCallLeft({ reached, told, channel }: Messages): boolean {
  const byHand = reached.filter(({ what, by }) => what === 'DELAY' && by !== null);
  return (told?.is_quiet === 1 && channel !== null) || byHand.length >= MAX_DELAY_MESSAGES;
}

function roundRow(
  context: RequestContext,
  { row, booked_at, since }: Awaited<ReturnType<typeof bookedOn>>[number],
  all: Shared,
): RoundRow {
  const { start_datetime, technician_id, attended } = row;
  const booking_id = row.booking_id ?? null;
  const place = { booking_id, start_datetime, technician_id };
  const reached = all.reachedAt(place);
  const told = row.expected === null ? undefined : all.toldAt(place);
  const isTold = reached.some(({ what, expected }) => what === 'DELAY' && expected === told?.expected);
  const isAhead = told !== undefined && told.expected > context.now.wall && attended == null;
  const reach = booking_id === null ? undefined : all.reach.get(booking_id);
  const isSending = isAhead && !isTold && told.isSending;
  const unknown = isUnknown({ start_datetime, booked_at }, all.since) && reached.length === 0;
  const channel = channelOf(reach, all.isSmsOn);
  const isDone =
    unknown || start_datetime <= context.now.wall || reached.some(({ what }) => what === 'REMINDER');
  const state = booking_id === null ? undefined : all.reminders.get(booking_id);
  const will = isDone ? null : willRemind(context, { start_datetime, since }, state, channel);
  return {
    ...row,
    reached: reached.map(({ expected: _, ...one }) => one),
    will: isSending && channel !== null ? { channel, at: context.now.wall } : will,
    to_tell: isAhead && !isTold && !isSending ? told.expected : null,
    unknown: unknown ? 1 : 0,
    calls_only: isCallLeft({ reached, told, channel }) ? 1 : 0,
  };
}

/** What was read at once for all bookings of the day. */
interface Shared {
  readonly reachedAt: Awaited<ReturnType<typeof reachedOf>>;
  readonly toldAt: Awaited<ReturnType<typeof toldOf>>;
  readonly reminders: ReadonlyMap<BookingId, ReminderState>;
  readonly reach: ReadonlyMap<BookingId, Reachable>;
  readonly since: Awaited<ReturnType<typeof unknownSince>>;
  readonly isSmsOn: boolean;
}

export async function round(
  context: RequestContext,
  { date, technician_id }: ParsedQuery<'GET /appointments/round'>,
): Promise<RoundRow[]> {
  const { db, clock, config } = context;
  const day = date ?? (await nextDay(context, technician_id));
  const booked = day === null ? [] : await bookedOn(context, day, technician_id);
  const ids = booked.flatMap(({ row }) => row.booking_id ?? []);
  if (ids.length === 0) return [];
  const all = {
    reachedAt: await reachedOf(db, context, ids),
    toldAt: await toldOf(db, context, ids),
    reminders: await reminderStates(db, ids),
    reach: await reachOf(db, config, ids),
    since: await unknownSince(db, clock),
    isSmsOn: hasSms(context, await currentSettings(db, config)),
  };
  return booked.map((one) => roundRow(context, one, all));
}

/** The expected time that somebody has still to tell the person of a row. */
export async function expectedToTell(
  trx: Trx,
  context: RequestContext,
  place: Place,
): Promise<WallTime | null> {
  const told = (await toldOf(trx, context, [place.booking_id]))(place);
  if (!told || told.expected <= context.now.wall) return null;
  const reached = await reachedAt(trx, context, place);
  return reached.some(({ what, expected }) => what === 'DELAY' && expected === told.expected)
    ? null
    : told.expected;
}
