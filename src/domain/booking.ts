/**
 * Booking a slot (docs/spec/behaviour.md §5.4, docs/spec/product.md §5.3). The database guards what two requests can break
 * together; these rules name the refusals.
 */

import type { AppointmentStatus } from './appointments.ts';
import { contactDigits } from './clients/phone.ts';
import type { ServiceId, UserId } from './ids.ts';
import { FEW_FREE_SLOTS_COUNT, STRIP_DAYS } from './limits.ts';
import { type FitRules, minutesOf, type Offer, offersFor, type ServiceMinutes } from './service-fit.ts';
import { type AbsenceDays, isAbsentOn, type Times } from './slots.ts';
import { addDays, clockOf, dateOf, isSunday, type WallDate, type WallTime } from './wall-clock.ts';

export type SeenTimes = { seen_start: WallTime; seen_end: WallTime };

/**
 * Does this appointment count towards the limit of 2: BOOKED and not yet ended? docs/spec/product.md §5.3,
 * docs/spec/behaviour.md §5.4
 */
export const isActiveBooking = (
  appointment: { status: AppointmentStatus; end_datetime: WallTime },
  now: WallTime,
): boolean => appointment.status === 'BOOKED' && appointment.end_datetime > now;

/** Why one with so many active bookings, a client or a guest's phone, can't book another. docs/spec/product.md §9.1 */
export const bookingLimitRefusal = (activeBookings: number, most: number): 'booking_limit' | undefined =>
  activeBookings >= most ? 'booking_limit' : undefined;

export type Booker =
  | { role: 'VISITOR' }
  | { role: 'CLIENT'; client_id: UserId }
  /** For a client of the salon, or with null for a guest. */
  | { role: 'ADMIN'; client_id: UserId | null };
export type Person = { client_id: UserId | null; guest_name: string | null; guest_phone: string | null };
export type GuestContact = {
  guest_name?: string | null | undefined;
  guest_phone?: string | null | undefined;
};

/**
 * Whom a booking is for. Clients book for themselves, or with both guest fields for another person; a visitor always for a
 * guest, the admin for a guest or for a client, who may bring another person too. Half a contact is refused.
 * docs/spec/behaviour.md §5.4
 */
export function bookingPerson(booker: Booker, guest: GuestContact): Person | 'guest_contact_missing' {
  const guest_name = guest.guest_name?.trim() || null;
  const guest_phone = guest.guest_phone?.trim() || null;
  const client_id = booker.role === 'VISITOR' ? null : booker.client_id;
  const isForOneself = client_id !== null && guest_name === null && guest_phone === null;
  if (!isForOneself && (guest_name === null || guest_phone === null)) return 'guest_contact_missing';
  return { client_id, guest_name, guest_phone };
}

/**
 * The guest of a booking after a change: both fields or, to be without one, neither; without a guest somebody must be
 * left on it. docs/spec/behaviour.md §5.9, docs/spec/product.md §7.1
 */
export function guestAfter(
  booking: { client_id: UserId | null },
  guest: GuestContact,
): Omit<Person, 'client_id'> | 'guest_contact_missing' | 'booked_needs_person' {
  const guest_name = guest.guest_name?.trim() || null;
  const guest_phone = guest.guest_phone?.trim() || null;
  if ((guest_name === null) !== (guest_phone === null)) return 'guest_contact_missing';
  if (guest_name === null && booking.client_id === null) return 'booked_needs_person';
  return { guest_name, guest_phone };
}

/**
 * Is it still the same person's booking? A client's stays the client's whatever its guest; a guest whose name or phone was
 * corrected is the same guest, one with another name and another phone is another. docs/spec/behaviour.md §5.9
 */
export function keepsPerson(before: Person, after: Person): boolean {
  if (before.client_id !== after.client_id) return false;
  if (before.client_id !== null || before.guest_name === after.guest_name) return true;
  const digits = contactDigits(before.guest_phone);
  return digits !== null && digits === contactDigits(after.guest_phone);
}

/** A word of warning, no refusal, where the chosen service is longer than the slot. Booking page, docs/spec/product.md §2.3 */
export function longServiceHint(serviceMinutes: ServiceMinutes, slot: Times): string | undefined {
  const slotMinutes = minutesOf(slot);
  if (serviceMinutes === null || serviceMinutes <= slotMinutes) return undefined;
  return `Usluga traje ${serviceMinutes} min, a termin ${slotMinutes} min.`;
}

/** What a client or a visitor is told besides: the salon may want another time for it. docs/spec/behaviour.md §5.20 */
export function longServiceWarning(serviceMinutes: ServiceMinutes, slot: Times): string | undefined {
  const hint = longServiceHint(serviceMinutes, slot);
  return hint && `${hint} Salon će vas možda pozvati.`;
}

type Visit = Pick<Person, 'guest_name'> & {
  status: AppointmentStatus;
  start_datetime: WallTime;
  service_id: ServiceId | null;
};
const USUAL_VISITS_COUNT = 3;
const USUAL_MIN_VISITS_COUNT = 2;

/**
 * The service that a client always takes: the one of all of their last three visits, or of all two. Cancelled ones and those for
 * another person do not count, booked ones ahead do. docs/spec/design.md §5.1
 */
export function usualService(visits: readonly Visit[]): ServiceId | null {
  const last = visits
    .filter(({ status, guest_name }) => status === 'BOOKED' && guest_name === null)
    .sort((a, b) => b.start_datetime.localeCompare(a.start_datetime))
    .slice(0, USUAL_VISITS_COUNT);
  const [service = null, ...others] = new Set(last.map(({ service_id }) => service_id));
  return last.length >= USUAL_MIN_VISITS_COUNT && others.length === 0 ? service : null;
}

// The strip of days on the booking page (docs/spec/product.md §2.3 and §9.1; docs/spec/texts.md §7).

/**
 * The next calendar days from today without their Sundays; of the 15 that a salon shows unless it sets another number, 12 or 13.
 * docs/spec/product.md §9.1, docs/spec/behaviour.md §5.2
 */
export function stripDays(today: WallDate, count = STRIP_DAYS): WallDate[] {
  const days = Array.from({ length: count }, (_, n) => addDays(today, n));
  return days.filter((date) => !isSunday(date));
}

/** A day of the strip and what it offers for the chosen service. */
export interface StripDay<Slot extends Times> {
  readonly date: WallDate;
  readonly offers: readonly Offer<Slot>[];
  /** The absence in which the salon is on this day. */
  readonly absence: AbsenceDays | undefined;
}

/** The days of the strip with what each offers; `free` are all free slots, by start. docs/spec/behaviour.md §5.20 */
export function stripOf<Slot extends Times>(
  days: readonly WallDate[],
  free: readonly Slot[],
  absences: readonly AbsenceDays[],
  rules: Pick<FitRules, 'minutes' | 'joins'>,
): StripDay<Slot>[] {
  const byDay = Map.groupBy(free, ({ start_datetime }) => dateOf(start_datetime));
  return days.map((date) => ({
    date,
    offers: offersFor(byDay.get(date) ?? [], rules),
    absence: absences.find((absence) => isAbsentOn(date, [absence])),
  }));
}

export type DayPhase = 'many' | 'few' | 'none' | 'closed';

/** What the legend calls a day's phase. docs/spec/texts.md §7 */
export const DAY_PHASE_LABELS: Record<DayPhase, string> = {
  many: 'puno mesta',
  few: 'još malo',
  none: 'popunjeno',
  closed: 'ne radi',
};

const fitting = ({ offers }: StripDay<Times>): number =>
  offers.filter(({ isTooShort }) => !isTooShort).length;

/** How full a day looks: by its times that are long enough. Booking page, docs/spec/product.md §2.3 */
export function dayPhase(day: StripDay<Times>): DayPhase {
  if (day.absence) return 'closed';
  const count = fitting(day);
  if (count === 0) return 'none';
  return count <= FEW_FREE_SLOTS_COUNT ? 'few' : 'many';
}

/** The first of the days with a time that is long enough. docs/spec/texts.md §7, docs/spec/behaviour.md §5.20 */
export const firstFreeDay = (days: readonly StripDay<Times>[]): WallDate | undefined =>
  days.find((day) => fitting(day) > 0)?.date;

export type DayPart = 'morning' | 'afternoon';

/** The headings over a day's slots. docs/spec/texts.md §7 */
export const DAY_PART_LABELS: Record<DayPart, string> = { morning: 'Prepodne', afternoon: 'Popodne' };

const AFTERNOON_FROM = '12:00';

/** Under which heading a slot stands, by its start. docs/spec/design.md §5.1 */
export const dayPartOf = ({ start_datetime }: { start_datetime: WallTime }): DayPart =>
  clockOf(start_datetime) < AFTERNOON_FROM ? 'morning' : 'afternoon';
