import { phoneDigits } from '../../src/domain/clients/phone.ts';
import type { ServiceId, UserId } from '../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  daysBetween,
  type WallDate,
  wallTimeOn,
  weekdayOf,
} from '../../src/domain/wall-clock.ts';
import type { NewAppointmentRow } from '../../src/server/platform/db/schema.ts';
import { CANCEL_REASONS, GUESTS, NOTES, SERVICES } from './people.ts';
import type { Chance } from './random.ts';
import { slotsOfWeekday } from './week.ts';

export interface DemoSalon {
  readonly today: WallDate;
  readonly clientIds: readonly UserId[];
  readonly serviceIds: readonly ServiceId[];
  /** Days on which the salon is closed. */
  readonly closed: ReadonlySet<WallDate>;
  /** Epoch milliseconds of a wall-clock time. */
  readonly msOf: (wall: string) => number;
}

const DAYS_BACK = 60;
const DAYS_AHEAD = 21;
const GUEST_SHARE = 0.15;
const CANCELLED_SHARE = 0.07;
const BLOCKED_SHARE = 0.02;
const MISSED_SHARE = 0.025;
const ATTENDANCE_SHARE = 0.9; // share of past bookings with recorded attendance
const OTHER_PRICE_SHARE = 0.06;
const YEARLY_PRICE_RISE = 0.06;
const MAX_AHEAD = 2; // upcoming bookings per client; the default limit of the settings

const weighted = SERVICES.flatMap((service, index) => Array.from({ length: service.weight }, () => index));
const phoneOfGuest = (index: number) => `063 555 ${String(100 + index).padStart(3, '0')}`;

/** The day without free slots; clients are on its waitlist. */
export const fullDayFrom = (today: WallDate): WallDate => {
  const day = addDays(today, 2);
  return weekdayOf(day) === 7 ? addDays(day, 1) : day;
};

/** Returns the probability that a slot is booked: high on the next days, low three weeks ahead. */
function takenShare(today: WallDate, date: WallDate): number {
  const daysAhead = daysBetween(today, date);
  if (daysAhead < 0) return 0.82;
  if (date === fullDayFrom(today)) return 1;
  return Math.max(0.2, 0.8 - daysAhead * 0.035);
}

function servicePart(salon: DemoSalon, chance: Chance, date: WallDate, minutes: number) {
  const index = chance.of(weighted);
  const service = SERVICES[index];
  if (!service || chance.is(0.06) || (service.minutes ?? 0) > minutes)
    return { service_id: null, service_name: null, service_price: null };
  const years = Math.max(0, Math.floor(daysBetween(date, salon.today) / 365));
  const price = Math.round((service.price * (1 - YEARLY_PRICE_RISE) ** years) / 50) * 50;
  return { service_id: salon.serviceIds[index] ?? null, service_name: service.name, service_price: price };
}

/** Chooses attendance and price of a past booking. The owner sometimes charged another price. */
function attendanceAndPrice(chance: Chance, price: number | null) {
  const attended = chance.is(ATTENDANCE_SHARE) ? (chance.is(MISSED_SHARE) ? 0 : 1) : null;
  const isOther = price !== null && price > 0 && chance.is(OTHER_PRICE_SHARE);
  const service_price = isOther ? price + chance.of([-300, -200, 200, 300, 500]) : price;
  return { attended, service_price: service_price === null ? null : Math.max(0, service_price) } as const;
}

/** `today`: people with a booking on that day, who get no second one. */
function clientOrGuest(
  salon: DemoSalon,
  chance: Chance,
  { ahead, today, isAhead }: { ahead: Map<number, number>; today: Set<number | string>; isAhead: boolean },
) {
  const clientId = chance.of(salon.clientIds.slice(1).filter((id) => !today.has(id)));
  const taken = ahead.get(clientId) ?? 0;
  if (chance.is(GUEST_SHARE) || (isAhead && taken >= MAX_AHEAD)) {
    const index = chance.of(GUESTS.map((_, at) => at).filter((at) => !today.has(phoneOfGuest(at))));
    const guest_phone = phoneOfGuest(index);
    today.add(guest_phone);
    return {
      client_id: null,
      guest_name: GUESTS[index] ?? '',
      guest_phone,
      guest_phone_digits: phoneDigits(guest_phone),
    };
  }
  if (isAhead) ahead.set(clientId, taken + 1);
  today.add(clientId);
  return { client_id: clientId, guest_name: null, guest_phone: null, guest_phone_digits: null };
}

const HOUR_MS = 3_600_000;
const LATE_HOURS = 24;

/** A booking cancelled by its client hours before its start and before this morning. */
function cancelled(
  salon: DemoSalon,
  chance: Chance,
  booking: Omit<NewAppointmentRow, 'status'> & { booked_at: number },
): NewAppointmentRow {
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
): NewAppointmentRow[] {
  const rows: NewAppointmentRow[] = [];
  const daysAhead = daysBetween(salon.today, date);
  const people = { ahead, today: new Set<number | string>(), isAhead: daysAhead >= 0 };
  for (const [clock, minutes] of slotsOfWeekday(weekdayOf(date))) {
    const start = wallTimeOn(date, clock);
    const made = salon.msOf(`${addDays(date, -28)} 20:00:00`);
    // SQLite has no DEFAULT in multi-row inserts, so all rows need the same columns
    const slot = {
      start_datetime: start,
      end_datetime: addMinutes(start, minutes),
      created_at: made,
      is_late: 0,
      version: 1,
    } as const;
    const daysBefore = chance.between(Math.max(1, daysAhead + 1), Math.max(9, daysAhead + 6));
    const hour = chance.between(9, 21);
    const booked_at = salon.msOf(
      `${addDays(date, -daysBefore)} ${String(hour).padStart(2, '0')}:${chance.between(10, 59)}:00`,
    );
    const booking = () => ({
      ...slot,
      ...clientOrGuest(salon, chance, people),
      ...servicePart(salon, chance, date, minutes),
      notes: chance.is(0.12) ? chance.of(NOTES) : null,
      booked_at,
      version: 2,
    });
    if (chance.is(CANCELLED_SHARE)) rows.push(cancelled(salon, chance, { ...booking(), booked_at }));
    if (chance.is(BLOCKED_SHARE)) rows.push({ ...slot, status: 'BLOCKED' });
    else if (chance.is(takenShare(salon.today, date))) {
      const row = booking();
      const past = daysAhead < 0 ? attendanceAndPrice(chance, row.service_price) : {};
      rows.push({ ...row, ...past, status: 'BOOKED' });
    } else rows.push({ ...slot, status: 'AVAILABLE' });
  }
  return rows;
}

/** Returns all appointments of the demo salon, from two months (or `years`) ago to three weeks ahead. */
export function demoAppointments(salon: DemoSalon, chance: Chance, years: number): NewAppointmentRow[] {
  const ahead = new Map<number, number>();
  const rows: NewAppointmentRow[] = [];
  const back = Math.max(DAYS_BACK, years * 365);
  for (let day = -back; day <= DAYS_AHEAD; day++) {
    const date = addDays(salon.today, day);
    if (!salon.closed.has(date)) rows.push(...dayRows(salon, chance, date, ahead));
  }
  return withDemoClientsBooking(salon, rows, back);
}

const VISIT_EVERY_DAYS = 14;

/** Gives the demo client one upcoming booking, and a past one every two weeks. */
function withDemoClientsBooking(
  salon: DemoSalon,
  rows: NewAppointmentRow[],
  back: number,
): NewAppointmentRow[] {
  const [milica = null] = salon.clientIds;
  const hers = (row: NewAppointmentRow): NewAppointmentRow => ({
    ...row,
    client_id: milica,
    guest_name: null,
    guest_phone: null,
    guest_phone_digits: null,
  });
  const bookedFrom = (day: WallDate) =>
    rows.findIndex(
      (row) => row.status === 'BOOKED' && row.client_id && row.start_datetime > `${day} 00:00:00`,
    );
  const every = Array.from(
    { length: Math.floor(back / VISIT_EVERY_DAYS) },
    (_, n) => -(n + 1) * VISIT_EVERY_DAYS,
  );
  const visits = new Set([4, ...every].map((days) => bookedFrom(addDays(salon.today, days))));
  return rows.map((row, index) => (visits.has(index) ? hers(row) : row));
}
