import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  isUnbooked,
} from '#domain/appointments/appointments.ts';
import { offeredStart, startNow, startWithRoom } from '#domain/appointments/room.ts';
import { overlaps, type Times } from '#domain/appointments/slots.ts';
import { type AppointmentId, type ServiceId, toId, type UserId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  isWallDate,
  minutesBetween,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';

/** What was typed and chosen. Where nothing was, the client, the service and the day say it: see `resolved`. */
export type NewValues = {
  who: '' | 'client' | 'guest';
  client_id: string;
  guest_name: string;
  guest_phone: string;
  /** An id, NO_SERVICE, or '' for the usual one. */
  service_id: string;
  /** A free time of the next days, any time, or the one that is given. */
  when: 'free' | 'other' | 'given';
  date: string;
  /** '' for the next one with room. */
  start: string;
  duration: string;
  /** It no longer follows the service. */
  hasOwnDuration: '' | 'yes';
  /** '' for what person and service make of it. */
  status: '' | AppointmentStatus;
  notes: string;
  /** The note of the free slot is no longer taken over. */
  hasOwnNotes: '' | 'yes';
};

/** Chosen: no service. */
export const NO_SERVICE = 'none';

export interface KnownTimes {
  slot?: (Times & { id: AppointmentId }) | undefined;
  date?: WallDate | undefined;
  start?: ShortClockTime | undefined;
  isOtherTime?: boolean | undefined;
}

type TimeValues = Pick<NewValues, 'when' | 'date' | 'start' | 'duration' | 'hasOwnDuration'>;

/** From now, and no longer than the salon is open; null while it is closed. */
export function timesNow(now: WallTime, minutes: number): TimeValues | null {
  const found = startNow(now);
  if (found === null) return null;
  const isCut = minutes > found.mostMinutes;
  return {
    when: 'other',
    date: dateOf(now),
    start: found.start,
    duration: isCut ? String(found.mostMinutes) : '',
    hasOwnDuration: isCut ? 'yes' : '',
  };
}

/** The times that the sheet begins with. */
export function firstTimes(known: KnownTimes, now: WallTime): TimeValues {
  const { slot, date, start = '', isOtherTime } = known;
  const today = dateOf(now);
  const following = { start, duration: '', hasOwnDuration: '' } as const;
  if (slot)
    return {
      when: 'given',
      date: dateOf(slot.start_datetime),
      start: clockOf(slot.start_datetime),
      duration: String(minutesBetween(slot.start_datetime, slot.end_datetime)),
      hasOwnDuration: 'yes',
    };
  const isFree = !(isOtherTime || start);
  return isFree
    ? { ...following, when: 'free', date: date ?? '' }
    : { ...following, when: 'other', date: date ?? today };
}

type Row = Times & { readonly status: AppointmentStatus; readonly notes?: string | null };

/** What is known beside the values. */
export interface Known {
  /** The client's. */
  usualServiceId: ServiceId | null;
  /** The length of the chosen free time; null while none is chosen. */
  offerMinutes: number | null;
  minutesOf: (service: ServiceId | null) => number | null;
  /** What stands on the day. */
  rows: readonly Row[];
  now: WallTime;
}

export interface Resolved {
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  service_id: ServiceId | null;
  status: AppointmentStatus;
  /** As the fields show them. */
  date: string;
  start: string;
  duration: string;
  /** null while date, start or length are not whole. */
  times: Times | null;
  notes: string;
}

/** A guest who came in and gave no name is 'Gost'. */
const personIn = ({ who, client_id, guest_name, guest_phone }: NewValues) => ({
  client_id: who === 'client' ? toId<UserId>(Number(client_id)) : null,
  guest_name: who === 'guest' ? guest_name.trim() || NAMELESS_GUEST : null,
  guest_phone: who === 'guest' ? guest_phone.trim() || null : null,
});

function serviceIn({ service_id }: NewValues, usual: ServiceId | null): ServiceId | null {
  if (service_id === '') return usual;
  return service_id === NO_SERVICE ? null : toId(Number(service_id));
}

function startIn({ when, date, start }: NewValues, status: AppointmentStatus, minutes: number, known: Known) {
  if (start !== '' || when !== 'other' || !isWallDate(date)) return start;
  const wanted = { date, minutes, status, start: offeredStart(date, known.now) };
  return startWithRoom(wanted, known.rows, known.now);
}

function timesOf(date: string, start: string, duration: string): Times | null {
  const minutes = Number(duration);
  if (!isWallDate(date) || !isShortClockTime(start) || !duration || !Number.isInteger(minutes)) return null;
  const start_datetime = wallTimeOn(date, start);
  return { start_datetime, end_datetime: addMinutes(start_datetime, minutes) };
}

/** What the owner noted on the free slots that a booking takes: they would not be there to be read any more. */
const notesOfSlots = (times: Times, rows: readonly Row[]): string =>
  rows
    .filter((row) => row.status === 'AVAILABLE' && overlaps(row, times))
    .flatMap(({ notes }) => notes ?? [])
    .join('\n');

/** The appointment that the values describe: the length follows the service, the start the next room, until they are typed. */
export function resolved(values: NewValues, known: Known): Resolved {
  const service_id = serviceIn(values, known.usualServiceId);
  const isBooking = values.who !== '' || service_id !== null;
  const status = values.status || (isBooking ? 'BOOKED' : 'AVAILABLE');
  const offerMinutes = values.when === 'free' ? known.offerMinutes : null;
  const minutes = known.minutesOf(service_id) ?? offerMinutes ?? DEFAULT_SLOT_MINUTES;
  const duration = values.hasOwnDuration && values.when !== 'free' ? values.duration : String(minutes);
  const start = startIn(values, status, Number(duration) || minutes, known);
  const person = personIn(isUnbooked(status) ? { ...values, who: '' } : values);
  const times = timesOf(values.date, start, duration);
  const areTaken = status === 'BOOKED' && times !== null && !values.hasOwnNotes;
  return {
    ...person,
    service_id: isUnbooked(status) ? null : service_id,
    status,
    date: values.date,
    start,
    duration,
    times,
    notes: areTaken ? notesOfSlots(times, known.rows) : values.notes,
  };
}

/** A status of which nobody can be: the person and the service leave the form with it. */
export const withStatus = (status: AppointmentStatus): Partial<NewValues> =>
  isUnbooked(status)
    ? { status, who: '', client_id: '', guest_name: '', guest_phone: '', service_id: '' }
    : { status };

export const STATUSES_OF_NEW = APPOINTMENT_STATUSES.filter((status) => status !== 'CANCELLED');
