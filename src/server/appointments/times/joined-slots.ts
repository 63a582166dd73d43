// The slots that a booking takes: one slot, or adjacent slots that are joined. docs/spec/behaviour.md §5.20
import type { Service } from '#contract/services.ts';
import { timesAt } from '#domain/appointments/room.ts';
import {
  type FitRefusal,
  offerOf,
  type ServiceMinutes,
  slotsTaken,
} from '#domain/appointments/service-fit.ts';
import { type AbsenceDays, isFree, type TimesOfTechnician } from '#domain/appointments/slots.ts';
import type { SeenTimes } from '#domain/booking.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import type { Settings } from '#domain/settings.ts';
import { leastBooked } from '#domain/technicians.ts';
import { spanOf } from '#domain/times/offers.ts';
import { dateOf, minutesBetween, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { asTheyAre, clearGround, derivingSlots, type Ground } from '../../openings/openings.ts';
import { isStaff } from '../../platform/auth/sessions.ts';
import { appointmentById } from '../../platform/db/appointments.ts';
import { compiledOnce } from '../../platform/db/compiled.ts';
import type { AppointmentRow, Db, Trx } from '../../platform/db/schema.ts';
import { retryTransaction } from '../../platform/db/transaction.ts';
import { refuse } from '../../platform/errors.ts';
import type { ChangeContext, RequestContext } from '../../platform/http/request.ts';
import { servicesDoneBy } from '../../services/services.ts';
import { currentSettings } from '../../settings/settings.ts';
import { freeSlotsOn, isAbsenceOf } from '../../slots/slots.ts';
import { technicianDoes } from '../../technicians/technicians.ts';
import { lockAppointments, lockRowOnly } from '../locks.ts';

/** The time that a user wants to book: the id of its first slot, and start and end as the page showed them. */
export interface AskedTime {
  readonly id: AppointmentId;
  readonly seen: SeenTimes;
  /** Reads the total duration of the chosen services; undefined if one of them was deleted. */
  readonly minutes: (db: Db | Trx, technician: TechnicianId) => Promise<ServiceMinutes | undefined>;
  readonly serviceIds: readonly ServiceId[];
}

/** The refused fields of a request that names neither the times that the user saw nor a start. */
export const unseen = () => ({ seen_start: t('Popunite ovo polje.') });

/** The adjacent slots that a booking takes, ordered by start. */
export type TakenSlots = readonly [AppointmentRow, ...AppointmentRow[]];
type TimeRefusal = FitRefusal | 'unknown_service' | 'technician_service';

/** The alternative sets of slots for a booking, or why there are none. */
type Choices = readonly TakenSlots[] | TimeRefusal;

const forUser = ({ user }: RequestContext) => ({ isForStaff: isStaff(user) });

type Rules = Pick<Settings, 'join_slots' | 'service_fit'>;
// lenient rules that accept any single slot; the transaction later applies the salon's rules
const ONE_SLOT: Rules = { join_slots: 1, service_fit: 'warn' };

/** Returns one choice, the slots that make up the requested time, or the refusal. Takes no locks: lock the returned slots with `lockSlots`. */
export async function slotsOfTime(db: Db | Trx, context: RequestContext, asked: AskedTime): Promise<Choices> {
  const slot = await appointmentById(db, asked.id);
  if (!slot) return 'slot_gone';
  const isSingle = asked.seen.seen_end <= slot.end_datetime;
  const free = isSingle ? [slot] : await freeSlotsOn(db, [slot.day], context.now.wall, forUser(context));
  const rules = isSingle ? ONE_SLOT : await currentSettings(db, context.config);
  const taken = await slotsOrRefusal(db, context, asked, free, rules);
  return typeof taken === 'string' ? taken : [taken];
}

interface AskedStart {
  readonly start_datetime: WallTime;
  /** undefined: any technician. */
  readonly technician_id: TechnicianId | undefined;
  readonly minutes: AskedTime['minutes'];
}

/** The free slot of a technician that begins at this time, and the times that it offers without `split_slots`; undefined if there is none. docs/spec/behaviour.md §26.1 */
export async function slotAt(
  db: Db | Trx,
  context: RequestContext,
  { start_datetime, technician_id, minutes }: AskedStart,
  { join_slots }: Settings,
) {
  const free = await freeSlotsOn(db, [dateOf(start_datetime)], context.now.wall, forUser(context));
  const slot = free.find(
    (row) =>
      row.start_datetime === start_datetime && (technician_id ?? row.technician_id) === row.technician_id,
  );
  if (!slot) return undefined;
  const rules = { minutes: (await minutes(db, slot.technician_id)) ?? null, joins: join_slots === 1 };
  const { end_datetime } = offerOf(slot, free, rules);
  return { slot, seen: { seen_start: start_datetime, seen_end: end_datetime } };
}

/** Locks the slots in order of id; if more than one slot changes, locks their day first. */
export async function lockSlots(
  trx: Trx,
  slots: TakenSlots,
  services: readonly Service[],
): Promise<AppointmentRow[]> {
  const [{ id }, ...others] = slots;
  if (others.length > 0 || spanOf(services).cleanup > 0)
    return lockAppointments(trx, [id, ...others.map((other) => other.id)]);
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
  const minutes = isJoined || service_fit === 'require' ? await read(db, slot.technician_id) : null;
  if (minutes === undefined) return 'unknown_service';
  const times = { start_datetime: seen.seen_start, end_datetime: seen.seen_end };
  const free = rows.filter(
    ({ status, technician_id }) => status === 'AVAILABLE' && technician_id === slot.technician_id,
  );
  return slotsTaken(slot, times, free, { minutes, joins: settings.join_slots === 1, service_fit });
}

/** What a booking takes, locked, with its services as they are done then. */
export interface LockedTime {
  readonly times: TimesOfTechnician;
  readonly slots: TakenSlots;
  readonly services: readonly Service[];
}

/** A free slot at exactly these times that is a whole opening: nothing else on its day changes what it offers. */
const wholeOpening = compiledOnce<Pick<AppointmentRow, 'id' | 'version'>, TimesOfTechnician>(
  (db, { start_datetime, end_datetime, technician_id }) =>
    db
      .selectFrom('appointments')
      .innerJoin('openings', (join) =>
        join
          .onRef('openings.technician_id', '=', 'appointments.technician_id')
          .onRef('openings.day', '=', 'appointments.day')
          .onRef('openings.start_datetime', '=', 'appointments.start_datetime')
          .onRef('openings.end_datetime', '=', 'appointments.end_datetime'),
      )
      .select(['appointments.id', 'appointments.version'])
      .where('appointments.start_datetime', '=', start_datetime)
      .where('appointments.end_datetime', '=', end_datetime)
      .where('appointments.technician_id', '=', technician_id)
      .where('appointments.status', '=', 'AVAILABLE'),
);

/** With `split_slots`, for clients: locks and returns a time that is one whole opening, without a lock of its day, for which the day's bookings would wait. undefined if it is none. docs/spec/behaviour.md §26.1 */
export async function lockWholeOpening(
  trx: Trx,
  context: RequestContext,
  {
    start_datetime,
    technician_id,
    asked,
  }: Pick<TimesOfTechnician, 'start_datetime' | 'technician_id'> & { readonly asked: AskedTime },
  settings: Settings,
): Promise<LockedTime | undefined> {
  const services = (await servicesDoneBy(trx, technician_id, asked.serviceIds)) ?? [];
  const { minutes, cleanup } = spanOf(services);
  if (minutes === null || cleanup > 0) return undefined;
  const times = { ...timesAt(start_datetime, minutes), technician_id };
  const [found] = await wholeOpening(trx, times);
  if (!found) return undefined;
  const locked = await lockRowOnly(trx, found.id);
  const row = locked?.version === found.version ? locked : retryTransaction('a free slot');
  const seen = { seen_start: times.start_datetime, seen_end: times.end_datetime };
  const slots = await takenSlots(trx, context, { ...asked, id: row.id, seen }, [row], settings);
  return { times, slots, services };
}

interface Offering {
  is_active: 0 | 1;
  bookable: 0 | 1;
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
        'bookable',
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
  { now, user }: RequestContext,
  serviceIds: readonly ServiceId[],
): Promise<TimeRefusal | undefined> {
  if (slot.status !== 'AVAILABLE') return 'slot_gone';
  const rows = await offeringOf(db, slot);
  const absences = rows.flatMap(({ date_from, date_to }): AbsenceDays[] =>
    date_from && date_to ? [{ date_from, date_to }] : [],
  );
  const [technician] = rows;
  if (technician?.is_active !== 1 || !isFree(slot, now.wall, absences)) return 'slot_gone';
  if (technician.bookable === 0 && !isStaff(user)) return 'slot_gone';
  return technician.services === 0 ? undefined : technicianDoes(db, slot.technician_id, serviceIds);
}

export const endOf = (slots: TakenSlots) => slots.reduce((_, slot) => slot).end_datetime;

interface Taking {
  readonly times: TimesOfTechnician;
  /** The slot that becomes the booking. */
  readonly id: AppointmentId;
  /** True if the booking takes this slot whole, and no clean-up after it. */
  readonly isWhole: boolean;
}

/** Saves a booking of this time and derives the free slots around it. The caller has locked the day, unless one slot is taken whole. */
export async function takeTime(
  trx: Trx,
  context: ChangeContext,
  { times, id, isWhole }: Taking,
  save: () => Promise<AppointmentRow>,
): Promise<AppointmentRow> {
  if (isWhole) return save();
  const take = async (ground: Ground) => {
    await clearGround(trx, ground, times, id);
    return save();
  };
  return (await derivingSlots(trx, context, [times], take, { plan: asTheyAre, own: [id] })).result;
}

// A booking for any technician: the server chooses one who is free at the requested time. docs/spec/behaviour.md §16

/** Returns the slots of each technician who can take the booking, or the refusal if none can. Reads without locks. */
export async function slotsOfAnyTechnician(db: Db | Trx, context: RequestContext, asked: AskedTime) {
  const free = await freeSlotsOn(db, [dateOf(asked.seen.seen_start)], context.now.wall, forUser(context));
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
  const day = dateOf(asked.seen.seen_start);
  const candidates = free.map((slots) => ({ slots, technician_id: slots[0].technician_id }));
  return (await leastBookedOf(trx, day, candidates))?.slots ?? refuse('slot_gone');
}

/** The candidate whose technician has the fewest booked minutes on this day. */
export async function leastBookedOf<One extends { readonly technician_id: TechnicianId }>(
  trx: Trx,
  day: WallDate,
  candidates: readonly One[],
): Promise<One | undefined> {
  if (candidates.length < 2) return candidates[0];
  const booked = await bookedMinutes(trx, day);
  const order = await trx.selectFrom('technicians').select(['id', 'position']).execute();
  const positions = new Map(order.map(({ id, position }) => [id, position]));
  const loads = candidates.map((one) => ({
    one,
    minutes: booked.get(one.technician_id) ?? 0,
    position: positions.get(one.technician_id) ?? 0,
  }));
  return leastBooked(loads)?.one;
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
