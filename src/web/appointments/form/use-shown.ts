import { useQuery } from '@tanstack/react-query';
import type { Appointment, SalonAppointment } from '#contract/appointments.ts';
import { isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { minutesOfServices, serviceIdsIn } from '#domain/appointments/lines.ts';
import { isWithinSlot } from '#domain/appointments/reschedule.ts';
import { type Hours, hoursOf, roomOn, rowInTheWay, timesAt } from '#domain/appointments/room.ts';
import { offersBy } from '#domain/appointments/service-fit.ts';
import { areSameTimes, overlaps, type Times } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import { offersNear } from '#domain/clients/rhythm.ts';
import { type ServiceId, type TechnicianId, toId } from '#domain/ids.ts';
import { withTerms } from '#domain/technicians.ts';
import { type Span, spanOf } from '#domain/times/offers.ts';
import { untilClean } from '#domain/times/rest.ts';
import {
  clockOf,
  dateOf,
  isWallDate,
  minutesBetween,
  type WallTime,
  wallTimeOn,
  weekdayOf,
} from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { type Strip, useStrip, type Wanted } from '../../lib/appointment/free-days.ts';
import { type FreeOffer, slotsFor } from '../../lib/appointment/offers.ts';
import { timesOf } from '../../lib/appointment/slot-errors.ts';
import { templatesQuery } from '../../lib/queries/admin-queries.ts';
import { type PickedPerson, peopleQueries } from '../../lib/queries/people-queries.ts';
import { appointmentQueries, POLLED, useSalon, useServices } from '../../lib/queries/queries.ts';
import { techniciansQuery } from '../../lib/queries/technicians.ts';
import { isTechnician } from '../../lib/session/session.ts';
import { fieldsOf, idOf, shownValues, type Typed, type Values, withTyped } from './values.ts';

const NO_ROWS: readonly SalonAppointment[] = [];
const ANY_DAY = '2000-01-01';

/** The appointments of a day and the hours of a technician; no rows if `isNeeded` is false or while they load for the first time. */
function useDay(date: string, technicianId: string, isNeeded: boolean) {
  const isDay = isWallDate(date);
  const day = isDay ? date : ANY_DAY;
  const { data, refetch } = useQuery({
    ...appointmentQueries.calendar({ from: day, to: day }),
    ...POLLED,
    enabled: isDay && isNeeded,
  });
  const plan = useQuery({ ...templatesQuery, enabled: isNeeded }).data ?? [];
  const all = (isNeeded && data) || NO_ROWS;
  // no filter for a technician, because the server returns only her own rows
  const isHers = (row: { technician_id: TechnicianId }) =>
    isTechnician() || String(row.technician_id) === technicianId;
  const rows = all.filter(isHers);
  const planned = plan
    .filter((one) => one.active === 1 && one.weekday === weekdayOf(day) && isHers(one))
    .map(({ time_start, duration_minutes }) => timesAt(wallTimeOn(day, time_start), duration_minutes));
  const hours = hoursOf([...rows.filter(({ status }) => status === 'AVAILABLE'), ...planned]);
  return { all, rows, hours, isKnown: data !== undefined, refetch };
}

/** A technician: by default the chosen one. */
type By = TechnicianId | null | undefined;

interface Known {
  row: Appointment | null;
  client: PickedPerson | null;
  isForming: boolean;
  technicianId: TechnicianId | null;
}

/** The person's details, the price list, and functions for the lengths and prices of services by the terms of the technician. */
function useKnown({ row, client, isForming, technicianId }: Known) {
  const isSplit = useSalon().data?.split_slots === 1;
  const details = useQuery(peopleQueries.one(isForming ? client : null));
  const services = useServices();
  const technicians = useQuery(techniciansQuery()).data ?? [];
  const listed = (ids: readonly ServiceId[], by = technicianId) => {
    // the price list of a technician has her terms already
    const terms = isTechnician() ? [] : (technicians.find(({ id }) => id === by)?.terms ?? []);
    return ids
      .flatMap((id) => services.data?.find((service) => service.id === id) ?? [])
      .map((service) => withTerms(service, terms));
  };
  /** The services with these ids. Services that the appointment already has keep the prices at which they were booked. */
  const linesOf = (ids: readonly ServiceId[]) =>
    listed(ids).map(
      (service) => row?.services.find(({ service_id }) => service_id === service.id) ?? service,
    );
  const usual = (isForming && client && details.data?.usual_service_ids) || [];
  return {
    details,
    services,
    listed,
    linesOf,
    usual: listed(usual).length === usual.length ? usual.join() : '',
    minutesOf: (ids: readonly ServiceId[], by?: By) => minutesOfServices(listed(ids, by)),
    minutesOfPart: isSplit ? (ids: readonly ServiceId[]) => spanOf(listed(ids)).minutes : undefined,
    pricesOf: (ids: readonly ServiceId[]) => linesOf(ids).map(({ price }) => price),
  };
}

const QUICK_COUNT = 3;

/** The next times that are long enough, of any technician who does the services; for a booking that moves, its own technician's nearest ones. */
function quickTimes(strip: Strip, row: Appointment | null, ids: readonly ServiceId[]): FreeOffer[] {
  const technicianId = row?.technician_id ?? null;
  const offers = offersBy(slotsFor(strip, { ids, technicianId }), strip.rules).filter(
    ({ isTooShort }) => !isTooShort,
  );
  return row ? offersNear({ ...row, slots: [] }, offers) : offers.slice(0, QUICK_COUNT);
}

/** The offers of free slots, each by the span of its own technician. */
const splitBy =
  (spanOf: Place['spanOf']): NonNullable<Wanted['split']> =>
  (splitFor, rules) =>
  (free) =>
    [...Map.groupBy(free, ({ technician_id }) => technician_id)]
      .flatMap(([technician, hers]) => {
        const span = spanOf(technician);
        return offersBy(hers, { ...rules, minutes: span.minutes, split: splitFor?.(span) });
      })
      .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));

interface Place {
  row: Appointment | null;
  ids: readonly ServiceId[];
  spanOf: (by: By) => Span;
  /** Whether the form shows the times of all technicians who do the services, instead of the chosen one's. */
  isOfAll: boolean;
  now: WallTime;
  /** Whether the owner has asked for the free times. */
  isAsked: boolean;
}

/** Returns `free`, the days around the chosen one with their free times that are long enough and the chosen time, and `placed`, the values with the chosen day and time. If the day is not one of these days, `when` becomes 'other', unless the owner has asked for the free times. */
function useFreeDays(values: Values, { row, ids, spanOf, isOfAll, now, isAsked }: Place) {
  const { when, date, start, technician_id } = values;
  const isSplit = useSalon().data?.split_slots === 1;
  const isNew = row === null;
  const isFree = when === 'free';
  // to a technician the server returns only the technician's own slots
  const technicianId = isTechnician() ? null : toId<TechnicianId>(Number(technician_id));
  const wanted = {
    minutes: spanOf(technicianId).minutes,
    ...(isOfAll ? { ids, technicianId: null } : { ids: [], technicianId }),
    split: splitBy(spanOf),
  };
  const strip = useStrip(wanted, {
    isNeeded: isFree || (isNew && when !== 'given'),
    joins: isNew, // only a new booking can take joined slots
    around: isFree && isWallDate(date) ? date : undefined,
  });
  const slots = Map.groupBy(strip.slots, ({ start_datetime }) => dateOf(start_datetime));
  // not the strip's own offers: these contain a time of several technicians only once
  const days = strip.days.map((day) => ({
    ...day,
    isSplit,
    offers: offersBy(slots.get(day.date) ?? [], strip.rules).filter(({ isTooShort }) => !isTooShort),
  }));
  const first = firstFreeDay(days) ?? days[0]?.date ?? '';
  const free = { strip: { ...strip, days }, choice: null, quick: quickTimes(strip, row, ids) };
  if (when === 'now') return { free, placed: { ...values, date: dateOf(now) } };
  if (!isFree) return { free, placed: values };
  const listed = days.find((one) => one.date === (date || first));
  const day = listed ?? (isAsked ? days.find((one) => one.date === first) : undefined);
  if (!day) return { free, placed: { ...values, date: date || first, when: 'other' as const } };
  const offer =
    day.offers.find(
      ({ start_datetime, slots: [{ technician_id: by }] }) =>
        clockOf(start_datetime) === start && (!by || !technicianId || by === technicianId),
    ) ?? null;
  return {
    free: { ...free, choice: { day: day.date, offer } },
    placed: { ...values, date: day.date, start: offer ? start : '' },
  };
}

/** The times of a conflicting appointment. `name` is its client or guest, or the status in words if it is not booked. */
export const inWords = (row: Appointment) => ({
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  name: row.status === 'BOOKED' ? personOf(row) : STATUS_LABELS[row.status],
});

/** What the new times meet: the row that overlaps them, the free slot that a moved booking takes, and that day's free times that are long enough. */
function placeOf(
  row: Appointment | null,
  values: Values,
  times: Times | null,
  rows: readonly SalonAppointment[],
  { now, cleanup, hours }: { now: WallTime; cleanup: number; hours: Hours },
) {
  if (times === null) return { room: [] };
  const others = rows.filter(({ id }) => id !== row?.id);
  const isMoving = row?.status === 'BOOKED' && values.status === 'BOOKED';
  const slot = others.find((one) => isMoving && isWithinSlot(times, one));
  const fixed = others.filter((one) => one !== slot);
  const { status } = values;
  const { start_datetime, end_datetime } = times;
  const minutes = minutesBetween(start_datetime, end_datetime) + cleanup;
  const wanted = { date: dateOf(start_datetime), start: clockOf(start_datetime), minutes, status, hours };
  const taken = rowInTheWay(times, status, fixed);
  return { slot, taken, room: roomOn(wanted, others.map(untilClean), now) };
}

/** True if another booking at these times has this number. */
function isSameNumberThen(
  times: Times,
  phone: string | null | undefined,
  rows: readonly SalonAppointment[],
  own: Appointment | null,
): boolean {
  const number = phoneNumber(phone ?? null);
  const isSame = ({ id, status, guest_phone, client_phone }: SalonAppointment) =>
    id !== own?.id && status === 'BOOKED' && phoneNumber(guest_phone ?? client_phone) === number;
  return number !== null && rows.some((other) => isSame(other) && overlaps(other, times));
}

interface ShownOptions {
  base: Values;
  row: Appointment | null;
  typed: Typed;
  client: PickedPerson | null;
  now: WallTime;
  isOfAll: boolean;
}

/** The values that the form's fields show, the free times, and an existing appointment that overlaps the form's times. */
export function useShown({ base, row, typed, client, now, isOfAll }: ShownOptions) {
  const isNew = row === null;
  const isForming = isNew || isUnbooked(base.status);
  const entered = withTyped(base, typed);
  const known = useKnown({ row, client, isForming, technicianId: idOf(entered.technician_id) });
  const bare = { offerMinutes: null, rows: NO_ROWS, cleanup: 0, hours: hoursOf([]) };
  const facts = { base, isNew, typed, ...known, ...bare, now };
  const draft = shownValues(entered, facts);
  const ids = serviceIdsIn(draft.service_ids);
  const { cleanup } = spanOf(known.linesOf(ids));
  const { free, placed } = useFreeDays(entered, {
    row,
    ids,
    spanOf: (by) => ({ minutes: isNew ? known.minutesOf(ids, by) : Number(draft.duration), cleanup }),
    isOfAll,
    now,
    isAsked: typed.when === 'free',
  });
  const offer = free.choice?.offer;
  const offerMinutes = offer ? minutesBetween(offer.start_datetime, offer.end_datetime) : null;
  const there = row && timesOf({ ...placed, duration: draft.duration });
  const isMoved =
    row !== null && (entered.technician_id !== base.technician_id || !there || !areSameTimes(row, there));
  const day = useDay(placed.date, entered.technician_id, isNew || isMoved);
  const { rows, hours } = day;
  const values = shownValues(placed, { ...facts, offerMinutes, rows, cleanup, hours });
  const times = timesOf(values);
  const { slot, taken, room } = placeOf(row, values, times, rows, { now, cleanup, hours });
  return {
    values,
    times,
    /** Whether another booking at this time has the same number. */
    isTwice: times !== null && isSameNumberThen(times, values.guest_phone || client?.phone, day.all, row),
    fields: fieldsOf(values),
    /** Whether the form can create a booking: as a new appointment, or in an existing free slot or blocked time. */
    isForming,
    known,
    free,
    isMoved,
    /** Whether the new time of a moved row is free. */
    isFree: isMoved && day.isKnown && times !== null && !taken,
    slot: slot ?? null,
    inTheWay: taken ? inWords(taken) : null,
    room,
    refetchDay: () => void day.refetch(),
  };
}
