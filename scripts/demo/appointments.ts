import { minutesOfServices, priceOf, type ServiceLine } from '../../src/domain/appointments/lines.ts';
import type { Times } from '../../src/domain/appointments/slots.ts';
import type { ServiceId, UserId } from '../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  daysBetween,
  type WallDate,
  wallTimeOn,
  weekdayOf,
} from '../../src/domain/wall-clock.ts';
import { CANCEL_REASONS, GUESTS, NOTES, SERVICES } from './people.ts';
import type { Chance } from './random.ts';
import type { NewRow } from './rows.ts';
import { slotsOfWeekday } from './week.ts';

export type DemoAppointment = NewRow & {
  readonly services: readonly ServiceLine[];
  /** The slots that a booking joins; missing: one of its times. */
  readonly slots?: readonly Times[];
};

export interface DemoSalon {
  readonly today: WallDate;
  readonly clientIds: readonly UserId[];
  readonly serviceIds: readonly ServiceId[];
  /** Days on which the salon is closed. */
  readonly closed: ReadonlySet<WallDate>;
  /** Converts a wall-clock time to epoch milliseconds. */
  readonly msOf: (wall: string) => number;
}

const DAYS_BACK = 60;
const DAYS_AHEAD = 21;
const GUEST_SHARE = 0.15;
const CANCELLED_SHARE = 0.07;
const BLOCKED_SHARE = 0.02;
const MISSED_SHARE = 0.025;
const ATTENDANCE_SHARE = 0.9; // the share of past bookings with recorded attendance
const OTHER_PRICE_SHARE = 0.06;
const YEARLY_PRICE_RISE = 0.06;
// the share of bookings with add-ons among bookings with a service; equals 30 % of all bookings
const SEVERAL_SHARE = 0.34;
const THREE_SHARE = 0.2;
const MAX_AHEAD = 2; // how many upcoming bookings a client may have; equals the default of the setting

const ADDONS = SERVICES.flatMap(({ isAddon }, index) => (isAddon ? [index] : []));
const weighted = SERVICES.flatMap((service, index) => Array.from({ length: service.weight }, () => index));
const phoneOfGuest = (index: number) => `063 555 ${String(100 + index).padStart(3, '0')}`;

/** Returns a day on which every slot is booked; the demo adds clients to its waitlist. */
export const fullDayFrom = (today: WallDate): WallDate => {
  const day = addDays(today, 2);
  return weekdayOf(day) === 7 ? addDays(day, 1) : day;
};

/** Returns the probability that a slot is booked: high for the next days, low for a day three weeks ahead. */
function takenShare(today: WallDate, date: WallDate): number {
  const daysAhead = daysBetween(today, date);
  if (daysAhead < 0) return 0.82;
  if (date === fullDayFrom(today)) return 1;
  return Math.max(0.2, 0.8 - daysAhead * 0.035);
}

/** Chooses the services of a booking: none, one, or one with add-ons. They are in the order of the price list. */
function servicesPart(salon: DemoSalon, chance: Chance, date: WallDate, minutes: number): ServiceLine[] {
  const index = chance.of(weighted);
  const service = SERVICES[index];
  if (!service || chance.is(0.06) || (service.minutes ?? 0) > minutes) return [];
  const years = Math.max(0, Math.floor(daysBetween(date, salon.today) / 365));
  const lineOf = (at: number): ServiceLine[] => {
    const one = SERVICES[at];
    if (!one) return [];
    const price = Math.round((one.price * (1 - YEARLY_PRICE_RISE) ** years) / 50) * 50;
    return [
      { service_id: salon.serviceIds[at] ?? null, name: one.name, price, duration_minutes: one.minutes },
    ];
  };
  if (!chance.is(SEVERAL_SHARE)) return lineOf(index);
  const addons = chance.is(THREE_SHARE) ? ADDONS : [chance.of(ADDONS)];
  return [index, ...addons].sort((a, b) => a - b).flatMap(lineOf);
}

/**
 * Returns the times of the next slot if the services take longer than this slot and the next slot is adjacent to it.
 */
function nextPart(
  slots: ReturnType<typeof slotsOfWeekday>,
  at: number,
  lines: readonly ServiceLine[],
  date: WallDate,
): Times | undefined {
  const [clock, minutes] = slots[at] ?? [];
  const [nextClock, nextMinutes] = slots[at + 1] ?? [];
  if (!clock || !nextClock || !minutes || !nextMinutes) return undefined;
  const end = addMinutes(wallTimeOn(date, clock), minutes);
  const start = wallTimeOn(date, nextClock);
  if (start !== end || (minutesOfServices(lines) ?? 0) <= minutes) return undefined;
  return { start_datetime: start, end_datetime: addMinutes(start, nextMinutes) };
}

/** Chooses attendance and price of a past booking. In some cases the owner charged another price. */
function attendanceAndPrice(chance: Chance, price: number | null) {
  const attended = chance.is(ATTENDANCE_SHARE) ? (chance.is(MISSED_SHARE) ? 0 : 1) : null;
  const isOther = price !== null && price > 0 && chance.is(OTHER_PRICE_SHARE);
  const charged = isOther ? price + chance.of([-300, -200, 200, 300, 500]) : price;
  return { attended, price: charged === null ? null : Math.max(0, charged) } as const;
}

/**
 * Returns the attendance and the price of a past booking. A booking of several services keeps the prices of the price
 * list.
 */
function pastOf(chance: Chance, { services }: Pick<DemoAppointment, 'services'>, daysAhead: number) {
  if (daysAhead >= 0) return {};
  const { attended, price } = attendanceAndPrice(chance, priceOf(services));
  const [line] = services;
  return services.length === 1 && line ? { attended, services: [{ ...line, price }] } : { attended };
}

/** Returns the end and the slots of a booking that also takes the next slot. */
const joinedWith = (slot: Times, next: Times | undefined) =>
  next && { end_datetime: next.end_datetime, slots: [slot, next] };

/**
 * Chooses a client or a guest for a booking. `today` holds the clients and guests who already have a booking on the
 * same day; they get no other. `ahead` counts the upcoming bookings of each client.
 */
function clientOrGuest(
  salon: DemoSalon,
  chance: Chance,
  { ahead, today, isAhead }: { ahead: Map<number, number>; today: Set<number | string>; isAhead: boolean },
) {
  const clientId = chance.of(salon.clientIds.slice(REGULARS.length).filter((id) => !today.has(id)));
  const taken = ahead.get(clientId) ?? 0;
  if (chance.is(GUEST_SHARE) || (isAhead && taken >= MAX_AHEAD)) {
    const index = chance.of(GUESTS.map((_, at) => at).filter((at) => !today.has(phoneOfGuest(at))));
    const guest_phone = phoneOfGuest(index);
    today.add(guest_phone);
    return {
      client_id: null,
      guest_name: GUESTS[index] ?? '',
      guest_phone,
    };
  }
  if (isAhead) ahead.set(clientId, taken + 1);
  today.add(clientId);
  return { client_id: clientId, guest_name: null, guest_phone: null };
}

const HOUR_MS = 3_600_000;
const LATE_HOURS = 24;

/** Marks a booking as canceled by its client: at least three hours before the start, and not later than 07:10 today. */
function cancelled(
  salon: DemoSalon,
  chance: Chance,
  booking: Omit<DemoAppointment, 'status'> & { booked_at: number },
): DemoAppointment {
  const start = salon.msOf(booking.start_datetime);
  const thisMorning = salon.msOf(`${salon.today} 07:10:00`);
  const before = Math.min(
    start - chance.between(3, 60) * HOUR_MS,
    thisMorning - chance.between(0, 100) * HOUR_MS,
  );
  const cancelled_at = Math.max(booking.booked_at + HOUR_MS / 4, before);
  return {
    ...booking,
    status: 'CANCELLED',
    cancel_reason: chance.of(CANCEL_REASONS),
    cancelled_at,
    cancelled_by: 'CLIENT',
    is_late: start - cancelled_at < LATE_HOURS * HOUR_MS ? 1 : 0,
    version: 3,
  };
}

function dayRows(
  salon: DemoSalon,
  chance: Chance,
  date: WallDate,
  ahead: Map<number, number>,
): DemoAppointment[] {
  const rows: DemoAppointment[] = [];
  const daysAhead = daysBetween(salon.today, date);
  const people = { ahead, today: new Set<number | string>(), isAhead: daysAhead >= 0 };
  const slots = slotsOfWeekday(weekdayOf(date));
  let joined: Times | undefined; // the slot that the previous booking takes in addition to its own
  for (const [at, [clock, minutes]] of slots.entries()) {
    if (joined?.start_datetime === wallTimeOn(date, clock)) continue;
    const start = wallTimeOn(date, clock);
    const made = salon.msOf(`${addDays(date, -28)} 20:00:00`);
    const slot = {
      start_datetime: start,
      end_datetime: addMinutes(start, minutes),
      created_at: made,
      services: [] as ServiceLine[],
    } as const;
    const daysBefore = chance.between(Math.max(1, daysAhead + 1), Math.max(9, daysAhead + 6));
    const hour = chance.between(9, 21);
    const booked_at = salon.msOf(
      `${addDays(date, -daysBefore)} ${String(hour).padStart(2, '0')}:${chance.between(10, 59)}:00`,
    );
    const booking = (services = servicesPart(salon, chance, date, minutes)) => ({
      ...slot,
      ...clientOrGuest(salon, chance, people),
      services,
      notes: chance.is(0.12) ? chance.of(NOTES) : null,
      booked_at,
      version: 2,
    });
    if (chance.is(CANCELLED_SHARE)) rows.push(cancelled(salon, chance, { ...booking(), booked_at }));
    if (chance.is(BLOCKED_SHARE)) rows.push({ ...slot, status: 'BLOCKED' });
    else if (chance.is(takenShare(salon.today, date))) {
      const row = booking();
      joined = row.services.length > 1 ? nextPart(slots, at, row.services, date) : undefined;
      rows.push({ ...row, ...joinedWith(slot, joined), ...pastOf(chance, row, daysAhead), status: 'BOOKED' });
    } else rows.push({ ...slot, status: 'AVAILABLE' });
  }
  return rows;
}

/** Returns all appointments of the demo salon, from two months ago (or `years`, if longer) to three weeks ahead. */
export function demoAppointments(salon: DemoSalon, chance: Chance, years: number): DemoAppointment[] {
  const ahead = new Map<number, number>();
  const rows: DemoAppointment[] = [];
  const back = Math.max(DAYS_BACK, years * 365);
  for (let day = -back; day <= DAYS_AHEAD; day++) {
    const date = addDays(salon.today, day);
    if (!salon.closed.has(date)) rows.push(...dayRows(salon, chance, date, ahead));
  }
  return withRegulars(salon, rows, back);
}

/**
 * A client who comes every `every` days. `last`: days from today to the client's latest booking; negative in the
 * past.
 */
interface Regular {
  readonly every: number;
  readonly last: number;
}
/**
 * The first clients of the list come regularly. A client with a positive `last` has an upcoming booking; a client with
 * -20 or less is due for the next booking.
 */
const REGULARS: readonly Regular[] = [
  { every: 14, last: 4 },
  ...[-30, -26, -23, 9, 11, -21, -20, 12].map((last) => ({ every: 21, last })),
];

/** Reassigns bookings of other clients to the regular clients, so that regular clients come at their usual intervals. */
function withRegulars(salon: DemoSalon, rows: DemoAppointment[], back: number): DemoAppointment[] {
  const given = new Map<number, UserId>();
  for (const [n, { every, last }] of REGULARS.entries()) {
    const client = salon.clientIds[n];
    for (let day = last; client !== undefined && day >= -back; day -= every) {
      const from = `${addDays(salon.today, day)} 00:00:00`;
      const index = rows.findIndex(
        (row, at) =>
          row.start_datetime > from &&
          row.status === 'BOOKED' &&
          row.client_id &&
          row.services.length > 0 &&
          row.attended !== 0 &&
          !given.has(at),
      );
      if (index >= 0) given.set(index, client);
    }
  }
  return rows.map((row, index) => {
    const client_id = given.get(index);
    return client_id === undefined ? row : { ...row, client_id };
  });
}
