// The slots that a booking takes: one slot, or adjacent slots that are joined. After a cancellation or move the slots are free again. docs/spec/behaviour.md §5.20
import { z } from 'zod';
import { wallTime } from '#contract/schemas.ts';
import {
  type FitRefusal,
  type ServiceMinutes,
  slotsTaken,
  timesGivenBack,
} from '#domain/appointments/service-fit.ts';
import { type AbsenceDays, isFree, type Times } from '#domain/appointments/slots.ts';
import type { SeenTimes } from '#domain/booking.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { leastBooked } from '#domain/technicians.ts';
import { dateOf, minutesBetween, type WallDate } from '#domain/wall-clock.ts';
import { recordChanges } from '../history/history.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { ChangeContext, RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { freeSlotsOn, isAbsenceOf } from '../slots/slots.ts';
import { technicianDoes } from '../technicians/technicians.ts';
import { lockAppointments, lockRowOnly } from './locks.ts';
import { appointmentById } from './rows.ts';

/** The time that a user wants to book: the id of its first slot, and start and end as the page showed them. */
export interface AskedTime {
  readonly id: AppointmentId;
  readonly seen: SeenTimes;
  /** Reads the total duration of the chosen services; undefined if one of them was deleted. */
  readonly minutes: (db: Db | Trx) => Promise<ServiceMinutes | undefined>;
  readonly serviceIds: readonly ServiceId[];
}

/** The adjacent slots that a booking takes, ordered by start. */
export type TakenSlots = readonly [AppointmentRow, ...AppointmentRow[]];
type TimeRefusal = FitRefusal | 'unknown_service' | 'technician_service';

/** The alternative sets of slots for a booking, or why there are none. */
type Choices = readonly TakenSlots[] | TimeRefusal;

type Rules = Pick<Settings, 'join_slots' | 'service_fit'>;
// lenient rules that accept any single slot; the transaction later applies the salon's rules
const ONE_SLOT: Rules = { join_slots: 1, service_fit: 'warn' };

/** Returns one choice, the slots that make up the requested time, or the refusal. Takes no locks: lock the returned slots with `lockSlots`. */
export async function slotsOfTime(db: Db | Trx, context: RequestContext, asked: AskedTime): Promise<Choices> {
  const slot = await appointmentById(db, asked.id);
  if (!slot) return 'slot_gone';
  const isSingle = asked.seen.seen_end <= slot.end_datetime;
  const free = isSingle ? [slot] : await freeSlotsOn(db, [slot.day], context.now.wall);
  const rules = isSingle ? ONE_SLOT : await currentSettings(db, context.config);
  const taken = await slotsOrRefusal(db, context, asked, free, rules);
  return typeof taken === 'string' ? taken : [taken];
}

/** Locks the slots in order of id; if there are several, locks their day first. */
export async function lockSlots(trx: Trx, slots: TakenSlots): Promise<AppointmentRow[]> {
  const [{ id }, ...others] = slots;
  if (others.length > 0) return lockAppointments(trx, [id, ...others.map((other) => other.id)]);
  const row = await lockRowOnly(trx, id);
  return row ? [row] : [];
}

/** Returns the locked slots that the requested time needs. Refuses if a slot has changed or the settings don't allow the time. */
export async function takenSlots(
  trx: Trx,
  context: RequestContext,
  asked: AskedTime,
  locked: readonly AppointmentRow[],
  settings: Rules,
): Promise<TakenSlots> {
  const taken = await slotsOrRefusal(trx, context, asked, locked, settings);
  return typeof taken === 'string' ? refuse(taken) : taken;
}

async function slotsOrRefusal(
  db: Db | Trx,
  context: RequestContext,
  { id, seen, minutes: read, serviceIds }: AskedTime,
  rows: readonly AppointmentRow[],
  settings: Rules,
): Promise<TakenSlots | TimeRefusal> {
  const slot = rows.find((row) => row.id === id);
  const refusal = slot ? await offerRefusal(db, slot, context, serviceIds) : 'slot_gone';
  if (!slot || refusal) return refusal ?? 'slot_gone';
  const service_fit = isStaff(context.user) ? 'warn' : settings.service_fit;
  const isJoined = seen.seen_end > slot.end_datetime;
  const minutes = isJoined || service_fit === 'require' ? await read(db) : null;
  if (minutes === undefined) return 'unknown_service';
  const times = { start_datetime: seen.seen_start, end_datetime: seen.seen_end };
  const free = rows.filter(
    ({ status, technician_id }) => status === 'AVAILABLE' && technician_id === slot.technician_id,
  );
  return slotsTaken(slot, times, free, { minutes, joins: settings.join_slots === 1, service_fit });
}

interface Offering {
  is_active: 0 | 1;
  /** The number of services to which the technician is limited; 0: no limit, the technician does all services. */
  services: number;
  date_from: WallDate | null;
  date_to: WallDate | null;
}

/** Selects the technician of a slot, joined with the day's absences of this technician and of the whole salon. */
const offeringOf = compiledOnce<Offering, Pick<AppointmentRow, 'day' | 'technician_id'>>(
  (db, { day, technician_id }) =>
    db
      .selectFrom('technicians')
      .leftJoin('absences', (join) =>
        join.on('date_from', '<=', day).on('date_to', '>=', day).on(isAbsenceOf('technicians.id')),
      )
      .select(({ selectFrom }) => [
        'is_active',
        'date_from',
        'date_to',
        selectFrom('technician_services')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('technician_services.technician_id', '=', 'technicians.id')
          .$asScalar()
          .$notNull()
          .as('services'),
      ])
      .where('technicians.id', '=', technician_id),
);

async function offerRefusal(
  db: Db | Trx,
  slot: AppointmentRow,
  { now }: RequestContext,
  serviceIds: readonly ServiceId[],
): Promise<TimeRefusal | undefined> {
  if (slot.status !== 'AVAILABLE') return 'slot_gone';
  const rows = await offeringOf(db, slot);
  const absences = rows.flatMap(({ date_from, date_to }): AbsenceDays[] =>
    date_from && date_to ? [{ date_from, date_to }] : [],
  );
  if (rows[0]?.is_active !== 1 || !isFree(slot, now.wall, absences)) return 'slot_gone';
  return rows[0].services === 0 ? undefined : technicianDoes(db, slot.technician_id, serviceIds);
}

/** Removes all slots but the first, which the caller extends to the whole time. The caller has locked the day. */
export const joinIntoFirst = (trx: Trx, context: RequestContext, [, ...others]: TakenSlots): Promise<void> =>
  removeSlots(trx, context, others);

/** Deletes slots and records the change. The caller has locked their days. */
export async function removeSlots(trx: Trx, context: RequestContext, slots: readonly AppointmentRow[]) {
  if (slots.length === 0) return;
  const ids = slots.map(({ id }) => id);
  await trx.deleteFrom('appointments').where('id', 'in', ids).execute();
  const gone = slots.map((before) => ({ before, after: null }));
  await recordChanges(trx, context, 'appointment', gone);
}

export const endOf = (slots: TakenSlots) => slots.reduce((_, slot) => slot).end_datetime;

const joinedTimes = z.array(z.object({ start_datetime: wallTime, end_datetime: wallTime }));

/** The value of the column `joined_slots`: the times of the slots as JSON, null for a single slot. */
export const joinedSlotsColumn = (slots: readonly Times[]): string | null =>
  slots.length < 2
    ? null
    : JSON.stringify(slots.map(({ start_datetime, end_datetime }) => ({ start_datetime, end_datetime })));

/** The times of the slots that replace an appointment when its time becomes free: one slot, or the slots that were joined. docs/spec/behaviour.md §5.20 */
export function partsOf(times: Times, joinedSlots: string | null): [Times, ...Times[]] {
  const joined = joinedSlots === null ? undefined : readJson(joinedTimes, joinedSlots);
  return timesGivenBack(times, joined ?? []);
}

/** Adds slots at the former time of a canceled or moved booking. The caller has saved the booking and locked the day. */
export const giveBack = (trx: Trx, context: ChangeContext, row: AppointmentRow): Promise<void> =>
  addFreeSlots(trx, context, row, partsOf(row, row.joined_slots));

export async function addFreeSlots(
  trx: Trx,
  context: ChangeContext,
  { technician_id }: Pick<AppointmentRow, 'technician_id'>,
  times: readonly Times[],
): Promise<void> {
  if (times.length === 0) return;
  const rows = times.map(({ start_datetime, end_datetime }) => ({
    start_datetime,
    end_datetime,
    status: 'AVAILABLE' as const,
    technician_id,
    created_at: context.now.ms,
  }));
  const slots = await trx.insertInto('appointments').values(rows).returning(APPOINTMENT_COLUMNS).execute();
  const added = slots.map((after) => ({ before: null, after }));
  await recordChanges(trx, context, 'appointment', added);
}

// A booking for any technician: the server chooses one who is free at the requested time. docs/spec/behaviour.md §16

/** Returns the slots of each technician who can take the booking, or the refusal if none can. Reads without locks. */
export async function slotsOfAnyTechnician(db: Db | Trx, context: RequestContext, asked: AskedTime) {
  const free = await freeSlotsOn(db, [dateOf(asked.seen.seen_start)], context.now.wall);
  return choicesAmong(db, context, asked, free, await currentSettings(db, context.config));
}

async function choicesAmong(
  db: Db | Trx,
  context: RequestContext,
  asked: AskedTime,
  rows: readonly AppointmentRow[],
  settings: Settings,
): Promise<Choices> {
  const choices: TakenSlots[] = [];
  let refusal: TimeRefusal = 'slot_gone';
  for (const { id, start_datetime } of rows) {
    if (start_datetime !== asked.seen.seen_start) continue;
    const taken = await slotsOrRefusal(db, context, { ...asked, id }, rows, settings);
    if (typeof taken !== 'string') choices.push(taken);
    else if (taken !== 'slot_gone') refusal = taken;
  }
  return choices.length > 0 ? choices : refusal;
}

/** Chooses the free technician with the fewest booked minutes on this day. Locks day and slots first, so that concurrent bookings count too. */
export async function lockLeastBooked(
  trx: Trx,
  context: RequestContext,
  asked: AskedTime,
  choices: readonly TakenSlots[],
  settings: Settings,
): Promise<TakenSlots> {
  const ids = choices.flat().map(({ id }): AppointmentId => id);
  const rows = await lockAppointments(trx, ids);
  const free = await choicesAmong(trx, context, asked, rows, settings);
  if (typeof free === 'string') refuse(free);
  const booked = await bookedMinutes(trx, dateOf(asked.seen.seen_start));
  const order = await trx.selectFrom('technicians').select(['id', 'position']).execute();
  const positions = new Map(order.map(({ id, position }) => [id, position]));
  const candidates = free.map((slots) => ({
    slots,
    minutes: booked.get(slots[0].technician_id) ?? 0,
    position: positions.get(slots[0].technician_id) ?? 0,
  }));
  return leastBooked(candidates)?.slots ?? refuse('slot_gone');
}

async function bookedMinutes(trx: Trx, day: WallDate): Promise<Map<TechnicianId, number>> {
  const rows = await trx
    .selectFrom('appointments')
    .select(['technician_id', 'start_datetime', 'end_datetime'])
    .where('day', '=', day)
    .where('status', '=', 'BOOKED')
    .execute();
  const minutes = new Map<TechnicianId, number>();
  for (const { technician_id, start_datetime, end_datetime } of rows)
    minutes.set(
      technician_id,
      (minutes.get(technician_id) ?? 0) + minutesBetween(start_datetime, end_datetime),
    );
  return minutes;
}
