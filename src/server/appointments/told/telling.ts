// What a delay tells to whom. docs/spec/behaviour.md §29.6
import { sql } from 'kysely';
import type { SalonAppointment } from '#contract/appointments.ts';
import type { DelayedPerson } from '#contract/told/told.ts';
import type { BookingId, TechnicianId } from '#domain/ids.ts';
import { MAX_DELAY_MESSAGES } from '#domain/limits.ts';
import { factsOf } from '#domain/notifications.ts';
import { spanOf } from '#domain/times/offers.ts';
import { expectedTimes } from '#domain/told/delay.ts';
import { dateOf, startOfDay, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { notificationContentOf, queueMail, visitOf } from '../../mail/mail.ts';
import { immediately, type NotificationTiming, notifyClient } from '../../notifications/notifications.ts';
import { instantMs } from '../../platform/clock.ts';
import type { AppointmentRow, Db, Trx } from '../../platform/db/schema.ts';
import { publishOnCommit, technicianUser } from '../../platform/events/publish.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { channelOf, reachOf } from '../../reached/reached.ts';
import { currentSettings } from '../../settings/settings.ts';
import { storedOf } from '../../told/told.ts';
import type { DelayChange } from '../../undo/undo.ts';
import { appointmentJson, selectForSalon } from '../appointments.ts';
import { lockedRows } from '../locks.ts';

type Booked = SalonAppointment & { readonly booking_id: BookingId };
type Person = DelayedPerson & { readonly row: Booked; readonly isNews: boolean };

async function bookedToday(db: Db | Trx, context: RequestContext, technician: TechnicianId) {
  const rows = await selectForSalon(db, context)
    .where('day', '=', dateOf(context.now.wall))
    .where('appointments.technician_id', '=', technician)
    .where('status', '=', 'BOOKED')
    .orderBy('start_datetime')
    .execute();
  return rows
    .map((row) => appointmentJson(row, context))
    .filter((row): row is typeof row & Booked => row.booking_id != null);
}

/** The people of the rest of the technician's day, and when they are expected if she is late by `minutes`. */
export async function delayedPeople(
  db: Db | Trx,
  context: RequestContext,
  technician: TechnicianId,
  minutes: number,
): Promise<Person[]> {
  const rows = await bookedToday(db, context, technician);
  const isUntold = ({ attended, request }: Booked) => attended != null || request?.state === 'WAITING';
  const chain = rows.map((row) => ({
    ...row,
    told: row.expected,
    cleanupMinutes: spanOf(row.services).cleanup,
    isUntold: isUntold(row),
  }));
  const expected = new Map(
    expectedTimes(chain, minutes, context.now.wall).map((one) => [one.id, one] as const),
  );
  const reach = await reachOf(
    db,
    context.config,
    rows.map(({ booking_id }) => booking_id),
  );
  const isSmsOn = hasSms(context, await currentSettings(db, context.config));
  return rows.flatMap((row) => {
    const one = expected.get(row.id);
    if (!one || isUntold(row)) return [];
    const { id: appointment_id, start_datetime } = row;
    const person = { appointment_id, name: personOf(row), start_datetime, expected: one.expected };
    const isNews = one.isNews && minutes > 0; // 0 ends the delay and tells nobody
    return [{ ...person, reach: channelOf(reach.get(row.booking_id), isSmsOn), row, isNews }];
  });
}

/** True if the owner has connected a gateway and switched it on. */
export const hasSms = ({ config }: Pick<RequestContext, 'config'>, { sms }: { readonly sms: 0 | 1 }) =>
  config.smsGateway !== undefined && sms === 1;

export const shownPeople = (people: readonly Person[]): DelayedPerson[] =>
  people.map(({ row: _, isNews: __, ...person }) => person);

/** Tells the people whose expected time is news. Returns the ids of what was told. */
export async function tell(
  trx: Trx,
  context: RequestContext,
  people: readonly Person[],
  timing: NotificationTiming = immediately(context.now),
): Promise<number[]> {
  const news = people.filter(({ isNews }) => isNews);
  const rows = await lockedRows(
    trx,
    news.map(({ appointment_id }) => appointment_id),
  );
  const ids: number[] = [];
  for (const {
    row: { id },
    expected,
    reach,
  } of news) {
    const row = rows.find((one) => one.id === id);
    if (row?.booking_id != null) ids.push(...(await tellOne(trx, context, row, { expected, reach }, timing)));
  }
  for (const { row } of news) publishChange(trx, row);
  return ids;
}

const publishChange = (trx: Trx, { technician_id, client_id }: Pick<Booked, 'technician_id' | 'client_id'>) =>
  publishOnCommit(trx, {
    appointments: ['ADMIN', technicianUser(technician_id), ...(client_id === null ? [] : [client_id])],
  });

async function tellOne(
  trx: Trx,
  context: RequestContext,
  row: AppointmentRow,
  { expected, reach }: Pick<Person, 'expected' | 'reach'>,
  timing: NotificationTiming,
): Promise<number[]> {
  const { booking_id, start_datetime, technician_id, client_id, guest_email } = row;
  if (booking_id === null) return [];
  const isEnough = (await messagesToday(trx, context, booking_id)) >= MAX_DELAY_MESSAGES;
  const isQuiet = isEnough || (client_id === null && reach === null);
  const told = await trx
    .insertInto('told_times')
    .values({
      booking_id,
      start_datetime,
      technician_id,
      expected,
      at: timing.nowMs,
      is_quiet: isQuiet ? 1 : 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!told) return [];
  await dropUnsentDelays(trx, booking_id, timing.nowMs);
  const facts = { ...factsOf(row, dateOf(context.now.wall)), expected };
  const type = 'APPT_DELAYED';
  if (!isQuiet && client_id !== null)
    await notifyClient(trx, { client_id, type, facts }, { ...row, expected }, timing);
  else if (!isQuiet && guest_email !== null)
    await queueMail(trx, {
      ...timing,
      kind: 'DELAYED_GUEST',
      onceKey: `delay:${told.id}`,
      toEmail: guest_email,
      appointmentId: row.id,
      bookingId: booking_id,
      content: { ...notificationContentOf(type, [storedOf({ type, facts })]), visit: visitOf(row), expected },
      isLimited: row.booked_by_role === 'GUEST',
    });
  return [told.id];
}

/** How many messages about delays a person got today, by hand included. */
async function messagesToday(trx: Trx, { now, clock }: RequestContext, booking: BookingId): Promise<number> {
  const since = instantMs(startOfDay(dateOf(now.wall)), clock.timeZone);
  const { rows } = await sql<{ count: number }>`select (select count(*) from told_times
      where booking_id = ${booking} and at >= ${since} and is_quiet = 0)
    + (select count(*) from reached where booking_id = ${booking} and at >= ${since}
      and what = 'DELAY' and queued_at is null and is_undone = 0) as count`.execute(trx);
  return Number(rows[0]?.count ?? 0);
}

/** Deletes the messages about earlier expected times that have not gone out: a later time replaces them. */
async function dropUnsentDelays(trx: Trx, booking: BookingId, beforeMs: number): Promise<void> {
  await sql`delete from outbox where booking_id = ${booking} and kind in ('DELAYED_CLIENT', 'DELAYED_GUEST')
    and created_at < ${beforeMs} and sent_at is null and handed_over_at is null`.execute(trx);
  await sql`delete from sms_outbox where booking_id = ${booking} and kind = 'DELAY'
    and created_at < ${beforeMs} and sent_at is null and handed_over_at is null`.execute(trx);
  await sql`delete from push_outbox where kind = 'CLIENT_NOTICE' and sent_at is null and created_at < ${beforeMs}
    and subject_id in (select n.id from client_notifications n join appointments a on a.id = n.appointment_id
      where a.booking_id = ${booking} and n.type = 'APPT_DELAYED')`.execute(trx);
}

/** Takes back what was told within the 10 s of undo: nobody has read it, and a newer delay replaces it. */
export async function takeBack(trx: Trx, ids: readonly number[]): Promise<void> {
  const told = await trx
    .deleteFrom('told_times')
    .where('id', 'in', ids)
    .returning(['booking_id', 'at'])
    .execute();
  for (const { booking_id, at } of told) {
    await sql`delete from outbox where booking_id = ${booking_id} and created_at = ${at}
      and kind in ('DELAYED_CLIENT', 'DELAYED_GUEST')`.execute(trx);
    await sql`delete from client_notifications where type = 'APPT_DELAYED' and created_at = ${at}
      and appointment_id in (select id from appointments where booking_id = ${booking_id})`.execute(trx);
  }
}

export const delayOf = (trx: Trx, technician: TechnicianId, now: WallTime) =>
  trx
    .selectFrom('delays')
    .select('minutes')
    .where('technician_id', '=', technician)
    .where('day', '=', dateOf(now))
    .executeTakeFirst();

export async function saveDelay(
  trx: Trx,
  { now }: RequestContext,
  technician_id: TechnicianId,
  minutes: number,
): Promise<void> {
  const row = { day: dateOf(now.wall), minutes, at: now.ms };
  await trx
    .insertInto('delays')
    .values({ technician_id, ...row })
    .onConflict((conflict) => conflict.column('technician_id').doUpdateSet(row))
    .execute();
  publishOnCommit(trx, { appointments: ['ADMIN', technicianUser(technician_id)] });
}

/** Undoes a delay: takes back what it told, and tells the delay before it to those who have not been told. */
export async function undoDelay(
  trx: Trx,
  context: RequestContext,
  { technician_id, minutes, told }: DelayChange,
): Promise<void> {
  await takeBack(trx, told);
  await saveDelay(trx, context, technician_id, minutes);
  await tell(trx, context, await delayedPeople(trx, context, technician_id, minutes));
}
