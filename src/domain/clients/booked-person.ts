import type { UserId } from '../ids.ts';
import { contactDigits } from './phone.ts';

export type Booker =
  | { role: 'VISITOR' }
  | { role: 'CLIENT'; client_id: UserId }
  /** The client for whom the owner books; null: for a guest. */
  | { role: 'ADMIN'; client_id: UserId | null };
export type Person = { client_id: UserId | null; guest_name: string | null; guest_phone: string | null };
export type GuestContact = {
  guest_name?: string | null | undefined;
  guest_phone?: string | null | undefined;
};

/** The person of a booking. A guest needs both name and phone number. Visitors must give a guest, clients need not. docs/spec/behaviour.md §5.4 */
export function bookingPerson(booker: Booker, guest: GuestContact): Person | 'guest_contact_missing' {
  const guest_name = guest.guest_name?.trim() || null;
  const guest_phone = guest.guest_phone?.trim() || null;
  const client_id = booker.role === 'VISITOR' ? null : booker.client_id;
  const isForOneself = client_id !== null && guest_name === null && guest_phone === null;
  if (!isForOneself && (guest_name === null || guest_phone === null)) return 'guest_contact_missing';
  return { client_id, guest_name, guest_phone };
}

/** The guest of a changed booking: name and phone; both null if the booking is for its client. docs/spec/behaviour.md §5.9 */
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

/** True if a booking keeps its person: the same client, or a guest with the same name or phone number. docs/spec/behaviour.md §5.9 */
export function keepsPerson(before: Person, after: Person): boolean {
  if (before.client_id !== after.client_id) return false;
  if (before.client_id !== null || before.guest_name === after.guest_name) return true;
  const digits = contactDigits(before.guest_phone);
  return digits !== null && digits === contactDigits(after.guest_phone);
}
