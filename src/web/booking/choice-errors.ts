import { bookingLimitRefusal } from '#domain/booking.ts';
import { refusalText } from '../lib/errors.ts';
import type { Choice } from './use-choice.ts';
import type { FreeSlot } from './use-free-slots.ts';

const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const SLOT_NOT_LISTED = 'Osvežite listu termina.';

export interface Attempt {
  choice: Choice;
  slots: readonly FreeSlot[];
  isGuestMissing: boolean;
  /** Upcoming BOOKED ones of a client; 0 for everyone else. */
  activeBookings: number;
}

export interface ChoiceRefusal {
  why: 'slot' | 'guest' | 'limit' | 'list';
  text: string;
}

/** Is the slot still in the list, as it was when it was chosen? */
const isListed = (slot: FreeSlot, slots: readonly FreeSlot[]): boolean =>
  slots.some(
    ({ id, start_datetime, end_datetime }) =>
      id === slot.id && start_datetime === slot.start_datetime && end_datetime === slot.end_datetime,
  );

/** Why the booking can't go on, in the words of spec.md §5, or undefined when it can. The server asks all of it again. */
export function choiceRefusal(attempt: Attempt): ChoiceRefusal | undefined {
  const { slot } = attempt.choice;
  if (slot === null) return { why: 'slot', text: SLOT_MISSING };
  if (attempt.isGuestMissing) return { why: 'guest', text: refusalText('guest_contact_missing') };
  const limit = bookingLimitRefusal(attempt.activeBookings);
  if (limit) return { why: 'limit', text: refusalText(limit) };
  return isListed(slot, attempt.slots) ? undefined : { why: 'list', text: SLOT_NOT_LISTED };
}
