import { useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { bookingLimitRefusal, isActiveBooking, stripOf } from '#domain/booking.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon, useServices, useUpcoming } from '../lib/queries/queries.ts';
import { toast } from '../ui/toast.ts';
import { isChoosable } from './times/slot-list.tsx';
import { type Available, type FreeOffer, useStrip } from './times/use-strip.ts';
import { type Choice, isStillOffered, type Preselected, useChoice } from './use-choice.ts';
import { contactFaults, type Guest, useGuest } from './use-guest.ts';
import { useChosenService } from './use-service.ts';

export const SLOT_GONE = 'Termin više nije dostupan'; // docs/spec/product.md §8.3

/** How many bookings count towards a client's limit (0 for visitors and the admin, and while it is not known), and the limit. */
function useBookingLimit(now: WallTime | null, isClient: boolean) {
  const { data, isFetched } = useUpcoming();
  const maxActiveBookings = useSalon().data?.max_active_bookings ?? Number.POSITIVE_INFINITY;
  if (!isClient || now === null) return { activeBookings: 0, maxActiveBookings, isKnown: !isClient };
  const active = data?.filter((appointment) => isActiveBooking(appointment, now)) ?? [];
  return { activeBookings: active.length, maxActiveBookings, isKnown: isFetched };
}

/** The open confirmation; with `asksContact` it asks for name and phone, and the page does not meanwhile. */
function useConfirmation(guest: Guest) {
  const [confirming, setConfirming] = useState<{ asksContact: boolean } | null>(null);
  return {
    confirming,
    openConfirmation: () => {
      const faults = contactFaults(guest);
      if (faults && !faults.text) guest.form.refuse(faults); // a wrong number; what is only missing is not marked yet
      setConfirming({ asksContact: faults !== null });
    },
    /** The server refused the name or the phone. */
    askContact: () => setConfirming({ asksContact: true }),
    closeConfirmation: () => {
      setConfirming(null);
      guest.form.clearErrors();
    },
  };
}

/** Day and time for the chosen service, and why one can't go on with them. */
function useTimeSteps(preselected: Preselected & { service: number }, isClient: boolean) {
  const services = useServices().data;
  const { service, ...chosen } = useChosenService(preselected);
  const strip = useStrip(service?.duration_minutes ?? null);
  const limit = useBookingLimit(useNow(), isClient);
  const isLoaded = strip.isLoaded && chosen.isKnown && limit.isKnown;
  const { choice, isTimeGone, chooseDay, chooseOffer, chooseFor } = useChoice(strip, isLoaded, preselected);
  const [alert, setAlert] = useState<string | null>(null);
  const anew =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      setAlert(null);
      act(...args);
    };
  return {
    strip,
    service,
    serviceId: chosen.id,
    serviceFault: chosen.fault,
    choice,
    limitNotice: limitText(limit),
    alert: alert ?? (isTimeGone ? SLOT_GONE : null),
    clearAlert: () => setAlert(null),
    chooseDay: anew(chooseDay),
    chooseOffer: anew((offer: FreeOffer | null) => chooseOffer(offer)),
    /** `isOpen`: in the confirmation, where the time stays. */
    chooseService: anew((id: number | null, isOpen: boolean) => {
      chosen.choose(id);
      const minutes = services?.find((one) => one.id === id)?.duration_minutes ?? null;
      chooseFor(availableFor(strip, minutes), isOpen);
    }),
    /** Back from the confirmation: a time that only it could show is chosen no longer. */
    lookAgain: () => chooseFor(strip, false),
    judge: (): boolean => {
      const refusal = choice ? choiceRefusal({ choice, strip, ...limit }) : undefined;
      setAlert(refusal?.text ?? chosen.fault);
      if (refusal?.why === 'list') {
        chooseOffer(null);
        void strip.query.refetch();
      }
      return choice !== null && !refusal && !chosen.fault;
    },
  };
}

/** Service, day, time, for whom; then the confirmation of the chosen time, and the way back when it is gone. */
export function useBookingSteps(preselected: Preselected & { service: number }) {
  const guest = useGuest();
  const { judge, chooseService, lookAgain, ...time } = useTimeSteps(preselected, guest.role === 'CLIENT');
  const { confirming, openConfirmation, closeConfirmation, askContact } = useConfirmation(guest);
  return {
    ...time,
    guest,
    confirming,
    askContact,
    chooseService: (id: number | null) => chooseService(id, confirming !== null),
    proceed: () => {
      if (judge()) openConfirmation();
    },
    goBack: () => {
      closeConfirmation();
      lookAgain();
    },
    /** The time was taken while it was being confirmed. */
    loseSlot: () => {
      closeConfirmation();
      time.chooseOffer(null);
      toast('warning', SLOT_GONE);
    },
  };
}

/** The same days for a service of another length. */
function availableFor({ days, slots, rules }: Available, minutes: number | null): Available {
  const others = { ...rules, minutes };
  const absences = days.flatMap(({ absence }) => absence ?? []);
  return {
    days: stripOf(
      days.map(({ date }) => date),
      slots,
      absences,
      others,
      days.flatMap(({ date, isEmpty }) => (isEmpty ? date : [])),
    ),
    slots,
    rules: others,
  };
}

/** The sentence of the limit that is reached. docs/spec/product.md §5.3 */
const limitText = (limit: Pick<Attempt, 'activeBookings' | 'maxActiveBookings'>): string | null => {
  const refusal = bookingLimitRefusal(limit.activeBookings, limit.maxActiveBookings);
  return refusal ? textOfError(refusal, limit.maxActiveBookings) : null;
};

const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const SLOT_NOT_LISTED = 'Osvežite listu termina.';
/** The chosen time is too short where the salon requires that the service fits. docs/spec/behaviour.md §5.20 */
export const TIME_TOO_SHORT = 'Usluga traje duže od termina. Izaberite drugo vreme.';

export interface Attempt {
  choice: Choice;
  strip: Pick<Available, 'slots' | 'rules'>;
  /** Upcoming BOOKED ones of a client; 0 for everyone else. */
  activeBookings: number;
  /** Infinity until the salon is known: the server judges. */
  maxActiveBookings: number;
}

export interface ChoiceRefusal {
  why: 'slot' | 'fit' | 'limit' | 'list';
  text: string;
}

/**
 * Why the booking can't go on, in the words of docs/spec/product.md §5.3, or undefined when it can; what is missing of a guest
 * the confirmation asks for. The server checks all of it again.
 */
export function choiceRefusal(attempt: Attempt): ChoiceRefusal | undefined {
  const { offer } = attempt.choice;
  if (offer === null) return { why: 'slot', text: SLOT_MISSING };
  if (!isChoosable(offer, attempt.strip.rules.service_fit)) return { why: 'fit', text: TIME_TOO_SHORT };
  const limit = limitText(attempt);
  if (limit) return { why: 'limit', text: limit };
  return isStillOffered(offer, attempt.strip) ? undefined : { why: 'list', text: SLOT_NOT_LISTED };
}
