/** Whose a booking is: a client's, or a guest's (docs/spec/behaviour.md §5.4, §5.9). */

import type { UserId } from '../ids.ts';
import { contactDigits } from './phone.ts';

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
