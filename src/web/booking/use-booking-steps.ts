import { useState } from 'react';
import { isActiveBooking } from '#domain/booking.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock.ts';
import { useUpcoming } from '../lib/queries.ts';
import { toast } from '../ui/toast.ts';
import { choiceRefusal } from './choice-errors.ts';
import { useChoice, type Wish } from './use-choice.ts';
import { type FreeSlot, useFreeSlots } from './use-free-slots.ts';
import { markMissing, useGuest } from './use-guest.ts';

const SLOT_GONE = 'Termin više nije dostupan'; // spec.md §8

/** How many bookings count towards a client's limit; 0 for visitors and the admin, and while it is not known. */
function useActiveBookings(now: WallTime | null, isClient: boolean): number {
  const { data } = useUpcoming();
  if (!isClient || now === null) return 0;
  return data?.filter((appointment) => isActiveBooking(appointment, now)).length ?? 0;
}

/** Day, time, for whom; then the confirmation of the slot that was chosen, and the way back when it has gone. */
export function useBookingSteps(wish: Wish) {
  const now = useNow();
  const { query, days, slots } = useFreeSlots(now);
  const guest = useGuest();
  const activeBookings = useActiveBookings(now, guest.role === 'CLIENT');
  const { choice, chooseDay, chooseSlot } = useChoice({ days, slots }, query.isSuccess, wish);
  const [alert, setAlert] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<FreeSlot | null>(null);
  const begin = () => setAlert(null);

  const proceed = () => {
    if (!choice) return;
    const refusal = choiceRefusal({ choice, slots, isGuestMissing: guest.isMissing, activeBookings });
    setAlert(refusal?.text ?? null);
    if (!refusal) return setConfirming(choice.slot);
    if (refusal.why === 'guest') markMissing(guest);
    if (refusal.why !== 'list') return;
    chooseSlot(null);
    query.refetch();
  };
  const lose = () => {
    setConfirming(null);
    chooseSlot(null);
    toast('warning', SLOT_GONE);
  };
  return {
    query,
    days,
    slots,
    guest,
    choice,
    confirming,
    alert: alert ?? (choice?.isWishGone ? SLOT_GONE : null),
    chooseDay: (day: string) => [begin(), chooseDay(day)],
    chooseSlot: (slot: FreeSlot) => [begin(), chooseSlot(slot)],
    editGuest: begin,
    proceed,
    lose,
    goBack: () => setConfirming(null),
  };
}
