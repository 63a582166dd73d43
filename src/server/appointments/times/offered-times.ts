// A time that somebody asks for by technician and start: the free slots that offer it. docs/spec/behaviour.md §26.1
import { later, timesAt } from '#domain/appointments/room.ts';
import type { Offer } from '#domain/appointments/service-fit.ts';
import {
  isAbsentOn,
  overlaps,
  slotTimesRefusal,
  type Times,
  type TimesOfTechnician,
} from '#domain/appointments/slots.ts';
import { isCovered } from '#domain/clients/series.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { technicianRefusal, withTerms } from '#domain/technicians.ts';
import { offerRules, offersOf, type Span } from '#domain/times/offers.ts';
import { addMinutes, dateOf, minutesBetween, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { type Offering, offeringOf, offersIn } from '../../offers/offers.ts';
import { lockSame, type OpenSlotOf, openSlotsOn } from '../../openings/openings.ts';
import { isStaff } from '../../platform/auth/sessions.ts';
import type { AppointmentRow, Db, Trx } from '../../platform/db/schema.ts';
import { lockDays } from '../../platform/db/transaction.ts';
import { refuse } from '../../platform/errors.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { absencesOf, freeSlotsOn, offeredSlotsAt, offeredSlotsOn, rowsOnDays } from '../../slots/slots.ts';
import { type LockedTime, leastBookedOf } from './joined-slots.ts';

interface Asked {
  /** null: any technician who offers exactly this. */
  readonly technician_id: TechnicianId | null;
  /** The services that the technician must do. */
  readonly serviceIds: readonly ServiceId[];
}

interface AskedStart extends Asked {
  readonly start_datetime: WallTime;
}

/** The technicians who can be asked: active, who do the services, and for clients those whom they may choose. */
function askedTechnicians(
  { technicians }: Offering,
  { user }: RequestContext,
  { technician_id, serviceIds }: Asked,
): Offering['technicians'] | 'technician_service' {
  const active = technicians.filter(
    ({ id, bookable }) => (technician_id ?? id) === id && (isStaff(user) || bookable === 1),
  );
  const able = active.filter(({ service_ids }) => !technicianRefusal(service_ids, serviceIds));
  return active.length > 0 && able.length === 0 ? 'technician_service' : able;
}

/** An offer of a technician. */
const placeOf = <Slot extends TimesOfTechnician>({ start_datetime, end_datetime, slots }: Offer<Slot>) => ({
  start_datetime,
  end_datetime,
  technician_id: slots[0].technician_id,
});

interface AskedMove extends Asked {
  /** The booking that moves, which is not in its own way. */
  readonly movedId: AppointmentId;
  readonly span: Span;
}

/** The times to which a booking can move on these days, also where it is now; without `split_slots` the free slots. */
export async function offersToMove(
  db: Db | Trx,
  context: RequestContext,
  days: readonly WallDate[],
  { movedId, span, ...asked }: AskedMove,
  settings: Settings,
) {
  const { wall } = context.now;
  const offering = await offeringOf(db, wall, settings);
  const technicians = askedTechnicians(offering, context, asked);
  if (typeof technicians === 'string') return technicians;
  const isAsked = ({ technician_id }: TimesOfTechnician) =>
    technicians.some(({ id }) => id === technician_id);
  const free: OpenSlotOf[] =
    settings.split_slots === 0
      ? (await offeredSlotsOn(db, days, wall, settings)).map(({ row, ...slot }) => ({ ...slot, rows: [row] }))
      : await openSlotsOn(db, await openPlaces(db, wall, days, technicians), movedId);
  const isFitting = ({ isTooShort }: Offer<OpenSlotOf>) => !isTooShort || settings.service_fit === 'warn';
  return offersIn(free.filter(isAsked), offering, span)
    .filter(isFitting)
    .map((offer) => ({ ...placeOf(offer), slot_id: slotUnder(offer) }));
}

/** The free slot in which an offer begins; null where the booking that moves covers the start. */
const slotUnder = ({ start_datetime, slots: [{ rows }] }: Offer<OpenSlotOf>): AppointmentId | null =>
  rows.find((row) => row.start_datetime <= start_datetime && start_datetime < row.end_datetime)?.id ?? null;

/** The days of these technicians without an absence. */
async function openPlaces(
  db: Db | Trx,
  now: WallTime,
  days: readonly WallDate[],
  technicians: Offering['technicians'],
): Promise<TimesOfTechnician[]> {
  const places: TimesOfTechnician[] = [];
  for (const { id } of technicians) {
    const absences = await absencesOf(db, id, dateOf(now));
    const open = days.filter((day) => !isAbsentOn(day, absences));
    places.push(...open.map((day) => ({ ...timesAt(`${day} 12:00:00`, 5), technician_id: id })));
  }
  return places;
}

/** A time that is offered, with the free slots under it. */
interface OfferedTime {
  readonly times: TimesOfTechnician;
  readonly slots: readonly AppointmentRow[];
}

/** For clients: the offers that begin then. Only the slots that such a booking can take are asked. */
async function timesOfClients(
  trx: Trx,
  offering: Offering,
  { start_datetime, serviceIds }: AskedStart,
  technicians: Offering['technicians'],
): Promise<OfferedTime[]> {
  const asked = technicians.map(({ id }) => {
    const rules = offerRules(offering, id, serviceIds);
    return { id, rules, end: addMinutes(start_datetime, rules.span.minutes ?? DEFAULT_SLOT_MINUTES) };
  });
  const end_datetime = asked.reduce((last, { end }) => later(last, end), start_datetime);
  const free = await offeredSlotsAt(trx, { start_datetime, end_datetime }, offering.now);
  return asked.flatMap(({ id, rules, end }) => {
    const near = free.filter((slot) => slot.technician_id === id && slot.start_datetime < end);
    return offersOf(near, rules)
      .filter((offer) => offer.start_datetime === start_datetime)
      .map((offer) => ({ times: placeOf(offer), slots: offer.slots.map(({ row }) => row) }));
  });
}

/** For staff: any start in steps of 5 minutes at a free slot. Of a chosen technician only bookings and blocks are in the way. */
async function timesOfStaff(
  trx: Trx,
  offering: Offering,
  { start_datetime, serviceIds, technician_id: chosen }: AskedStart,
  technicians: Offering['technicians'],
): Promise<OfferedTime[]> {
  const day = dateOf(start_datetime);
  const free = await freeSlotsOn(trx, [day], offering.now, { isForStaff: true, withBegun: true });
  const found: OfferedTime[] = [];
  for (const { id: technician_id } of technicians) {
    const hers = free.filter((slot) => slot.technician_id === technician_id).sort(byStart);
    const { minutes } = offerRules(offering, technician_id, serviceIds).span;
    const slot = hers.find((one) => one.end_datetime > start_datetime);
    const left = slot ? minutesBetween(start_datetime, slot.end_datetime) : 0;
    const times = {
      ...timesAt(start_datetime, minutes ?? Math.min(DEFAULT_SLOT_MINUTES, left)),
      technician_id,
    };
    const slots = hers.filter((one) => overlaps(one, times));
    const isFree = chosen === null ? isCovered(times, slots) : !(await isHeld(trx, times));
    if (slots.length > 0 && isFree && !slotTimesRefusal(times)) found.push({ times, slots });
  }
  return found;
}

/** True if a booking or block of the technician is in the way. */
const isHeld = async (trx: Trx, times: TimesOfTechnician): Promise<boolean> =>
  (await rowsOnDays(trx, times.technician_id, [dateOf(times.start_datetime)])).some(
    (row) => (row.status === 'BOOKED' || row.status === 'BLOCKED') && overlaps(row, times),
  );

const byStart = (a: Times, b: Times): number => a.start_datetime.localeCompare(b.start_datetime);

/** Locks the day, and returns the time if it is offered, with the services as they are done then; of several technicians the one with the fewest booked minutes. Refuses it otherwise. */
export async function lockOffered(
  trx: Trx,
  context: RequestContext,
  asked: AskedStart,
  settings: Settings,
): Promise<LockedTime> {
  const day = dateOf(asked.start_datetime);
  await lockDays(trx, [day]);
  const offering = await offeringOf(trx, context.now.wall, settings);
  const services = offering.services.filter(({ id }) => asked.serviceIds.includes(id));
  if (services.length < asked.serviceIds.length) refuse('unknown_service');
  const technicians = askedTechnicians(offering, context, asked);
  if (typeof technicians === 'string') refuse(technicians);
  const timesOf = isStaff(context.user) ? timesOfStaff : timesOfClients;
  const found = await timesOf(trx, offering, asked, technicians);
  const candidates = found.map((one) => ({ ...one, technician_id: one.times.technician_id }));
  const { times, slots, technician_id } = (await leastBookedOf(trx, day, candidates)) ?? refuse('slot_gone');
  await lockSame(trx, slots); // a whole opening is booked without the lock of its day
  const { terms } = technicians.find(({ id }) => id === technician_id) ?? { terms: [] };
  const [first = refuse('slot_gone'), ...others] = slots;
  return { times, slots: [first, ...others], services: services.map((one) => withTerms(one, terms)) };
}
