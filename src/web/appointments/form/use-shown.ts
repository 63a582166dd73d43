import { useQuery } from '@tanstack/react-query';
import type { Appointment, SalonAppointment } from '#contract/appointments.ts';
import { isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { minutesOfServices, serviceIdsIn } from '#domain/appointments/lines.ts';
import { isWithinSlot } from '#domain/appointments/reschedule.ts';
import { roomOn, rowInTheWay } from '#domain/appointments/room.ts';
import type { ServiceMinutes } from '#domain/appointments/service-fit.ts';
import { areSameTimes, overlaps, type Times } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { type ServiceId, type TechnicianId, toId } from '#domain/ids.ts';
import { clockOf, dateOf, isWallDate, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { useStrip } from '../../lib/appointment/free-days.ts';
import { timesOf } from '../../lib/appointment/slot-errors.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import { appointmentQueries, POLLED, useServices } from '../../lib/queries/queries.ts';
import { isTechnician } from '../../lib/session/technician.ts';
import type { PickedClient } from '../client-picker.tsx';
import { fieldsOf, servicesIn, shownValues, type Typed, type Values, withTyped } from './values.ts';

const NO_ROWS: readonly SalonAppointment[] = [];
const ANY_DAY = '2000-01-01';

/** The appointments of a day; no rows while they load or if `isNeeded` is false. */
function useDayRows(date: string, isNeeded: boolean) {
  const isDay = isWallDate(date);
  const day = isDay ? date : ANY_DAY;
  const { data, refetch } = useQuery({
    ...appointmentQueries.calendar({ from: day, to: day }),
    ...POLLED,
    enabled: isDay && isNeeded,
  });
  return { rows: data ?? NO_ROWS, isKnown: data !== undefined, refetch };
}

/** The client's details, the price list, and functions for the lengths and prices of services. */
function useKnown(row: Appointment | null, client: PickedClient | null, isForming: boolean) {
  const details = useQuery(clientQueries.one((isForming && client?.id) || null));
  const services = useServices();
  const listed = (ids: readonly ServiceId[]) =>
    ids.flatMap((id) => services.data?.find((service) => service.id === id) ?? []);
  /** The services with these ids. Services that the appointment already has keep the prices at which they were booked. */
  const linesOf = (ids: readonly ServiceId[]) =>
    listed(ids).map(
      (service) => row?.services.find(({ service_id }) => service_id === service.id) ?? service,
    );
  const usual = (isForming && client && details.data?.usual_service_ids) || [];
  return {
    details,
    services,
    linesOf,
    usual: listed(usual).length === usual.length ? usual.join() : '',
    minutesOf: (ids: readonly ServiceId[]) => minutesOfServices(listed(ids)),
    pricesOf: (ids: readonly ServiceId[]) => linesOf(ids).map(({ price }) => price),
  };
}

/** Returns `free`, the next days with their free times that are long enough and the chosen time, and `placed`, the values with the chosen day and time. If the chosen day is not one of these days, `when` becomes 'other'. */
function useFreeDays(values: Values, minutes: ServiceMinutes, isNew: boolean) {
  const { when, date, start, technician_id } = values;
  const isNeeded = when === 'free';
  // to a technician the server returns only the technician's own slots
  const technicianId = isTechnician() ? null : toId<TechnicianId>(Number(technician_id));
  const wanted = { minutes, ids: [], technicianId };
  const strip = useStrip(wanted, { isNeeded, joins: isNew }); // only a new booking can take joined slots
  const days = strip.days.map((day) => ({
    ...day,
    offers: day.offers.filter(({ isTooShort }) => !isTooShort),
  }));
  const first = firstFreeDay(days) ?? days[0]?.date ?? '';
  const free = { strip: { ...strip, days }, choice: null };
  if (!isNeeded) return { free, placed: values };
  const day = days.find((one) => one.date === (date || first));
  if (!day) return { free, placed: { ...values, date: date || first, when: 'other' as const } };
  const offer = day.offers.find(({ start_datetime }) => clockOf(start_datetime) === start) ?? null;
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
  now: WallTime,
) {
  if (times === null) return { room: [] };
  const others = rows.filter(({ id }) => id !== row?.id);
  const isMoving = row?.status === 'BOOKED' && values.status === 'BOOKED';
  const slot = others.find((one) => isMoving && isWithinSlot(times, one));
  const fixed = others.filter((one) => one !== slot);
  const isHandedOver = isMoving && areSameTimes(row, times); // to another technician, whose free slots give way
  const status = row ? 'AVAILABLE' : values.status; // of all other changes, only a new booking may overlap free slots
  const { start_datetime, end_datetime } = times;
  const minutes = minutesBetween(start_datetime, end_datetime);
  const wanted = { date: dateOf(start_datetime), start: clockOf(start_datetime), minutes, status };
  const taken = rowInTheWay(times, isHandedOver ? 'BOOKED' : status, fixed);
  const isTakingSlots =
    isHandedOver && others.some((one) => one.status === 'AVAILABLE' && overlaps(one, times));
  return { slot, isTakingSlots, taken, room: roomOn(wanted, others, now) };
}

interface ShownOptions {
  base: Values;
  row: Appointment | null;
  typed: Typed;
  client: PickedClient | null;
  now: WallTime;
}

/** The values that the form's fields show, the free times, and an existing appointment that overlaps the form's times. */
export function useShown({ base, row, typed, client, now }: ShownOptions) {
  const isNew = row === null;
  const isForming = isNew || isUnbooked(base.status);
  const known = useKnown(row, client, isForming);
  const { usual, minutesOf, pricesOf } = known;
  const typedIn = withTyped(base, typed);
  const alone = { base, isNew, typed, usual, offerMinutes: null, minutesOf, pricesOf, now, rows: NO_ROWS };
  const minutes = isNew
    ? minutesOf(serviceIdsIn(servicesIn({ base, typed, usual })))
    : Number(shownValues(typedIn, alone).duration);
  const { free, placed } = useFreeDays(typedIn, minutes, isNew);
  const offer = free.choice?.offer;
  const offerMinutes = offer ? minutesBetween(offer.start_datetime, offer.end_datetime) : null;
  const there = row && timesOf(shownValues(placed, alone));
  const isMoved =
    row !== null && (typedIn.technician_id !== base.technician_id || !there || !areSameTimes(row, there));
  const day = useDayRows(placed.date, isNew || isMoved);
  const ofTechnician = day.rows.filter(
    // no filter for technicians, because the server returns only their own rows
    ({ technician_id }) => String(technician_id) === typedIn.technician_id || isTechnician(),
  );
  const rows = isNew || isMoved ? ofTechnician : NO_ROWS;
  const values = shownValues(placed, { ...alone, offerMinutes, rows });
  const times = timesOf(values);
  const { slot, isTakingSlots = false, taken, room } = placeOf(row, values, times, rows, now);
  return {
    values,
    times,
    fields: fieldsOf(values),
    /** Whether the form can create a booking: as a new appointment, or in an existing free slot or blocked time. */
    isForming,
    known,
    free,
    isMoved,
    /** Whether the new time of a moved row is free. */
    isFree: isMoved && day.isKnown && times !== null && !taken,
    slot: slot ?? null,
    /** Whether another technician takes the booking over at the same times, in place of her free slots. */
    isTakingSlots,
    inTheWay: taken ? inWords(taken) : null,
    room,
    refetchDay: () => void day.refetch(),
  };
}
