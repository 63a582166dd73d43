import { useQuery } from '@tanstack/react-query';
import type { Appointment, SalonAppointment } from '#contract/appointments.ts';
import { isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { roomOn, rowInTheWay } from '#domain/appointments/room.ts';
import type { ServiceMinutes } from '#domain/appointments/service-fit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { type ServiceId, type TechnicianId, toId } from '#domain/ids.ts';
import { clockOf, isShortClockTime, isWallDate, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { useStrip } from '../../lib/appointment/free-days.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import { appointmentQueries, POLLED, useServices } from '../../lib/queries/queries.ts';
import { isTechnician } from '../../lib/session/technician.ts';
import type { PickedClient } from '../client-picker.tsx';
import type { MoveInto } from './save.ts';
import {
  type Name,
  serviceIdsOf,
  servicesIn,
  shownValues,
  timesOf,
  type Values,
  withTyped,
} from './values.ts';

const NO_ROWS: readonly SalonAppointment[] = [];
const ANY_DAY = '2000-01-01';

/** The appointments of a day; none while they are unknown or not needed. */
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

/** The client's card and the price list, with sums over services. */
function useKnown(row: Appointment | null, client: PickedClient | null, isForming: boolean) {
  const details = useQuery({
    ...clientQueries.one(client?.id ?? 0),
    enabled: isForming && client !== null && !isTechnician(),
  });
  const services = useServices();
  const listed = (ids: readonly ServiceId[]) =>
    ids.flatMap((id) => services.data?.find((service) => service.id === id) ?? []);
  /** With the prices that they have in the row. */
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

/** Whether a row is of this technician or of all; a technician gets only rows of her own. */
const isOf =
  (technician: string) =>
  ({ technician_id: id }: SalonAppointment): boolean =>
    String(id) === technician || isTechnician();

/**
 * The next days with their free times that are long enough, and the chosen one. A booking that moves takes no joined slots. `placed`:
 * the values among these days; a day that is not listed has the fields of any time.
 */
function useFreeDays(values: Values, minutes: ServiceMinutes, isNew: boolean) {
  const { when, date, start, technician_id } = values;
  const isNeeded = when === 'free';
  // a technician gets only slots of her own
  const technicianId = isTechnician() ? null : toId<TechnicianId>(Number(technician_id));
  const wanted = { minutes, ids: [], technicianId };
  const strip = useStrip(wanted, { isNeeded, joins: isNew });
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

/** Who or what has the time, and until when. */
export const inWords = (row: Appointment) => ({
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  name: row.status === 'BOOKED' ? personOf(row) : STATUS_LABELS[row.status],
});

/** The row that the new times would overlap, and the free slot into which a booking moves. */
function placeOf(
  row: Appointment | null,
  values: Values,
  times: Times | null,
  rows: readonly SalonAppointment[],
) {
  if (times === null) return {};
  if (row === null) return { taken: rowInTheWay(times, values.status, rows) };
  const others = rows.filter(({ id }) => id !== row.id);
  const isMoving = row.status === 'BOOKED' && values.status === 'BOOKED';
  const slot = others.find(
    ({ status, start_datetime, end_datetime }) =>
      isMoving &&
      status === 'AVAILABLE' &&
      start_datetime <= times.start_datetime &&
      end_datetime >= times.end_datetime,
  );
  return {
    slot,
    taken: rowInTheWay(
      times,
      'AVAILABLE',
      others.filter((one) => one !== slot),
    ),
  };
}

/** When else that day has room. */
function roomBeside(
  { date, start, duration, status }: Values,
  rows: readonly SalonAppointment[],
  now: WallTime,
) {
  const minutes = Number(duration);
  if (!isWallDate(date) || !isShortClockTime(start) || !minutes) return [];
  return roomOn({ date, minutes, status, start }, rows, now);
}

const isAt = (row: Times, times: Times | null): boolean =>
  row.start_datetime === times?.start_datetime && row.end_datetime === times.end_datetime;

export interface ShownOptions {
  base: Values;
  row: Appointment | null;
  typed: ReadonlySet<Name>;
  entered: Values;
  client: PickedClient | null;
  now: WallTime;
}

/** The values as the fields show them, and what the page knows about them: the free times, the day, what is in the way. */
export function useShown({ base, row, typed, entered, client, now }: ShownOptions) {
  const isNew = row === null;
  const isForming = isNew || isUnbooked(base.status);
  const known = useKnown(row, client, isForming);
  const { usual, minutesOf, pricesOf } = known;
  const typedIn = withTyped(base, entered, typed);
  const services = serviceIdsOf({ service_ids: servicesIn(typedIn, { base, typed, usual }) });
  const minutes = isNew ? minutesOf(services) : Number(typedIn.duration);
  const { free, placed } = useFreeDays(typedIn, minutes, isNew);
  const offer = free.choice?.offer;
  const offerMinutes = offer ? minutesBetween(offer.start_datetime, offer.end_datetime) : null;
  const facts = { base, isNew, typed, usual, offerMinutes, minutesOf, pricesOf, now };
  const isMoved =
    row !== null &&
    (typedIn.technician_id !== base.technician_id ||
      !isAt(row, timesOf(shownValues(placed, { ...facts, rows: NO_ROWS }))));
  const day = useDayRows(placed.date, isNew || isMoved);
  const ofTechnician = day.rows.filter(isOf(typedIn.technician_id));
  const rows = isNew || isMoved ? ofTechnician : NO_ROWS;
  const values = shownValues(placed, { ...facts, rows });
  const times = timesOf(values);
  const { slot, taken } = placeOf(row, values, times, rows);
  const others = rows.filter(({ id }) => id !== row?.id);
  return {
    values,
    times,
    /** The person and services of a booking are chosen here for the first time. */
    isForming,
    known,
    free,
    isMoved,
    /** The new time of a row is known to be free. */
    isFree: isMoved && day.isKnown && times !== null && !taken,
    into: slot && times ? ({ slot, times } satisfies MoveInto) : null,
    inTheWay: taken ? inWords(taken) : null,
    // only a new booking cuts the free slots under it
    room: roomBeside(isNew ? values : { ...values, status: 'AVAILABLE' }, others, now),
    refetchDay: () => void day.refetch(),
  };
}
