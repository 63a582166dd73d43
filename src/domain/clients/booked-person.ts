import type { UserId } from '../ids.ts';
import { foldSearch } from '../search.ts';
import { NAMELESS_GUEST } from '../wording/appointments.ts';
import { readName } from './contact.ts';
import { phoneNumber } from './phone.ts';

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

/** Name and phone as read; null for each that is missing. A name without a letter or digit is missing. */
const contactOf = ({ guest_name, guest_phone }: GuestContact) => ({
  guest_name: readName(guest_name ?? '') || null,
  guest_phone: guest_phone?.trim() || null,
});

/** The person of a booking. A guest needs both name and phone number. Visitors must give a guest, clients need not. docs/spec/behaviour.md §5.4 */
export function bookingPerson(booker: Booker, guest: GuestContact): Person | 'guest_contact_missing' {
  const { guest_name, guest_phone } = contactOf(guest);
  const client_id = booker.role === 'VISITOR' ? null : booker.client_id;
  const isForOneself = client_id !== null && !guest.guest_name?.trim() && guest_phone === null;
  if (!isForOneself && (guest_name === null || guest_phone === null)) return 'guest_contact_missing';
  return { client_id, guest_name, guest_phone };
}

/** The guest of a changed booking: name and phone; both null if the booking is for its client. docs/spec/behaviour.md §5.9 */
export function guestAfter(
  booking: { client_id: UserId | null },
  guest: GuestContact,
): Omit<Person, 'client_id'> | 'guest_contact_missing' | 'booked_needs_person' {
  const { guest_name, guest_phone } = contactOf(guest);
  if ((guest_name === null) !== (guest_phone === null)) return 'guest_contact_missing';
  if (guest_name === null && booking.client_id === null) return 'booked_needs_person';
  return { guest_name, guest_phone };
}

/** What only the database knows of two persons: the number of the client after the change, and whether the owner made two people of one number. */
export interface Sameness {
  readonly clientNumber?: string | null;
  readonly isSharedNumber?: boolean;
}

/** True for two spellings of one name; 'Gost' is no name. docs/spec/behaviour.md §21.2 */
export const isSameName = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && foldSearch(a) === foldSearch(b) && foldSearch(a) !== foldSearch(NAMELESS_GUEST);

const isSameGuest = (before: Person, after: Person, isSharedNumber: boolean): boolean => {
  const number = phoneNumber(before.guest_phone);
  const isSameNumber = number !== null && number === phoneNumber(after.guest_phone);
  return (isSameNumber && !isSharedNumber) || isSameName(before.guest_name, after.guest_name);
};

/** True if only letters or the spelling of the number of a guest are corrected: she is still the person of the booking, also after 'Spoji'. docs/spec/behaviour.md §21.2 */
export const isSameCard = (before: Person, after: Person, isSharedNumber: boolean): boolean =>
  phoneNumber(before.guest_phone) === phoneNumber(after.guest_phone) &&
  isSameGuest(before, after, isSharedNumber);

/** True if a changed booking keeps its person, and so stays the same booking: the same client, the number, the name, or a guest who became the client with that number. docs/spec/behaviour.md §21.2 */
export function keepsPerson(
  before: Person,
  after: Person,
  { clientNumber = null, isSharedNumber = false }: Sameness = {},
): boolean {
  if (before.client_id !== null) return before.client_id === after.client_id;
  if (after.client_id === null) return isSameGuest(before, after, isSharedNumber);
  const number = phoneNumber(before.guest_phone);
  return number !== null && number === clientNumber;
}
