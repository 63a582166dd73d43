/**
 * Booking a slot (docs/spec/behaviour.md §5.4, docs/spec/product.md §5.3). The database guards what two requests can break
 * together; these rules name the refusals.
 */

import type { AppointmentStatus } from './appointments.ts';
import type { UserId } from './ids.ts';
import { FEW_FREE_SLOTS_COUNT, STRIP_DAYS } from './limits.ts';
import { contactDigits } from './search.ts';
import type { Times } from './slots.ts';
import {
  addDays,
  clockOf,
  dateOf,
  isSunday,
  minutesBetween,
  type WallDate,
  type WallTime,
} from './wall-clock.ts';

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

export type Booker = { role: 'VISITOR' | 'ADMIN' } | { role: 'CLIENT'; client_id: UserId };
export type Person = { client_id: UserId | null; guest_name: string | null; guest_phone: string | null };
export type GuestContact = {
  guest_name?: string | null | undefined;
  guest_phone?: string | null | undefined;
};

/**
 * Whom a booking is for. Clients book for themselves, or with both guest fields for another person; a visitor and the
 * admin always book for a guest. Half a contact is refused. docs/spec/behaviour.md §5.4
 */
export function bookingPerson(booker: Booker, guest: GuestContact): Person | 'guest_contact_missing' {
  const guest_name = guest.guest_name?.trim() || null;
  const guest_phone = guest.guest_phone?.trim() || null;
  const client_id = booker.role === 'CLIENT' ? booker.client_id : null;
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
export function longServiceHint(serviceMinutes: number | null, slot: Times): string | undefined {
  const slotMinutes = minutesBetween(slot.start_datetime, slot.end_datetime);
  if (serviceMinutes === null || serviceMinutes <= slotMinutes) return undefined;
  return `Usluga traje ${serviceMinutes} min, a termin ${slotMinutes} min.`;
}

// The strip of days on the booking page (docs/spec/product.md §2.3 and §9.1; docs/spec/texts.md §7).

/**
 * The next 15 calendar days from today without their Sundays: 12 or 13 of them. docs/spec/product.md §9.1,
 * docs/spec/behaviour.md §5.2
 */
export function stripDays(today: WallDate): WallDate[] {
  const days = Array.from({ length: STRIP_DAYS }, (_, n) => addDays(today, n));
  return days.filter((date) => !isSunday(date));
}

export type DayPhase = 'many' | 'few' | 'none';

/** What the legend calls a day's phase. docs/spec/texts.md §7 */
export const DAY_PHASE_LABELS: Record<DayPhase, string> = {
  many: 'puno mesta',
  few: 'još malo',
  none: 'popunjeno',
};

/** How full a day looks with so many free slots. Booking page, docs/spec/product.md §2.3 */
export function dayPhase(freeSlots: number): DayPhase {
  if (freeSlots === 0) return 'none';
  return freeSlots <= FEW_FREE_SLOTS_COUNT ? 'few' : 'many';
}

/** The first of the days on which something is free. docs/spec/texts.md §7 */
export const firstFreeDay = (
  days: readonly WallDate[],
  freeSlots: readonly { start_datetime: WallTime }[],
): WallDate | undefined =>
  days.find((date) => freeSlots.some(({ start_datetime }) => dateOf(start_datetime) === date));

export type DayPart = 'morning' | 'afternoon';

/** The headings over a day's slots. docs/spec/texts.md §7 */
export const DAY_PART_LABELS: Record<DayPart, string> = { morning: 'Prepodne', afternoon: 'Popodne' };

const AFTERNOON_FROM = '12:00';

/** Under which heading a slot stands, by its start. docs/spec/design.md §5.1 */
export const dayPartOf = ({ start_datetime }: { start_datetime: WallTime }): DayPart =>
  clockOf(start_datetime) < AFTERNOON_FROM ? 'morning' : 'afternoon';
