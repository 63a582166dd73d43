import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { bookingLimitRefusal, isActiveBooking } from '#domain/booking.ts';
import type { WallDate, WallTime } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock.ts';
import { useSalon, useUpcoming } from '../lib/query-hooks.ts';
import { toast } from '../ui/toast.ts';
import { type Choice, type Preselected, useChoice } from './use-choice.ts';
import { type FreeSlot, useFreeSlots } from './use-free-slots.ts';
import { markMissing, useGuest } from './use-guest.ts';

const SLOT_GONE = 'Termin više nije dostupan'; // docs/spec/product.md §8.3

/** How many bookings count towards a client's limit (0 for visitors and the admin, and while it is not known), and the limit. */
function useBookingLimit(now: WallTime | null, isClient: boolean) {
  const { data } = useUpcoming();
  const maxActiveBookings = useSalon().data?.max_active_bookings ?? Number.POSITIVE_INFINITY;
  if (!isClient || now === null) return { activeBookings: 0, maxActiveBookings };
  const active = data?.filter((appointment) => isActiveBooking(appointment, now)) ?? [];
  return { activeBookings: active.length, maxActiveBookings };
}

/** Day, time, for whom; then the confirmation of the chosen slot, and the way back when it is gone. */
export function useBookingSteps(preselected: Preselected) {
  const now = useNow();
  const { query, days, slots } = useFreeSlots(now);
  const guest = useGuest();
  const limit = useBookingLimit(now, guest.role === 'CLIENT');
  const { choice, chooseDay, chooseSlot } = useChoice({ days, slots }, query.isSuccess, preselected);
  const [alert, setAlert] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<FreeSlot | null>(null);
  const clearAlert = () => setAlert(null);

  const proceed = () => {
    if (!choice) return;
    const refusal = choiceRefusal({ choice, slots, isGuestMissing: guest.isMissing, ...limit });
    setAlert(refusal?.text ?? null);
    if (!refusal) return setConfirming(choice.slot);
    if (refusal.why === 'guest') markMissing(guest);
    if (refusal.why !== 'list') return;
    chooseSlot(null);
    query.refetch();
  };
  return {
    query,
    days,
    slots,
    guest,
    choice,
    confirming,
    alert: alert ?? (choice?.isPreselectedGone ? SLOT_GONE : null),
    chooseDay: (day: WallDate) => {
      clearAlert();
      chooseDay(day);
    },
    chooseSlot: (slot: FreeSlot) => {
      clearAlert();
      chooseSlot(slot);
    },
    clearAlert,
    proceed,
    /** The slot was taken while it was being confirmed. */
    loseSlot: () => {
      setConfirming(null);
      chooseSlot(null);
      toast('warning', SLOT_GONE);
    },
    goBack: () => setConfirming(null),
  };
}

const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const SLOT_NOT_LISTED = 'Osvežite listu termina.';

export interface Attempt {
  choice: Choice;
  slots: readonly FreeSlot[];
  isGuestMissing: boolean;
  /** Upcoming BOOKED ones of a client; 0 for everyone else. */
  activeBookings: number;
  /** Infinity until the salon is known: the server judges. */
  maxActiveBookings: number;
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

/**
 * Why the booking can't go on, in the words of docs/spec/product.md §5.3, or undefined when it can. The server checks all of
 * it again.
 */
export function choiceRefusal(attempt: Attempt): ChoiceRefusal | undefined {
  const { slot } = attempt.choice;
  if (slot === null) return { why: 'slot', text: SLOT_MISSING };
  if (attempt.isGuestMissing) return { why: 'guest', text: textOfError('guest_contact_missing') };
  const limit = bookingLimitRefusal(attempt.activeBookings, attempt.maxActiveBookings);
  if (limit) return { why: 'limit', text: textOfError(limit, attempt.maxActiveBookings) };
  return isListed(slot, attempt.slots) ? undefined : { why: 'list', text: SLOT_NOT_LISTED };
}
