import { useState } from 'react';
import { offerOf } from '#domain/appointments/service-fit.ts';
import { areSameTimes } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import {
  type Available,
  type FreeDay,
  type FreeOffer,
  type FreeSlot,
  isChoosable,
  useStrip,
  type Wanted,
} from '../../lib/appointment/free-days.ts';
import { toast } from '../../ui/toast.ts';

/** The choices in a URL such as `/booking?dan=2025-03-05&slot=12`. Notifications of freed slots link to such URLs. */
export interface Preselected {
  services: readonly number[];
  day: string | null;
  /** The id of the slot in the URL; 0 for none. */
  slot: number;
  /** The technician in the URL; null means any technician. */
  technician?: TechnicianId | null;
}

export interface Choice {
  day: WallDate;
  /** The chosen offer, as it was when the user chose it: the current list may no longer contain it. */
  offer: FreeOffer | null;
  /** True if the owner chose the time of one technician. The booking then goes to no other technician. */
  isHers?: boolean;
  /** True if the user has chosen the day or the URL contains it; otherwise the page may replace the day. */
  isDayWanted?: boolean;
  isPreselectedGone?: boolean;
}

function offerAt(slot: FreeSlot, { slots, rules }: Pick<Available, 'slots' | 'rules'>): FreeOffer {
  const day = dateOf(slot.start_datetime);
  const free = slots.filter(({ start_datetime }) => dateOf(start_datetime) === day);
  return offerOf(slot, free, rules);
}

/** The first day with an offer that is long enough; without one, the first day with any offer. */
const firstDay = (days: readonly FreeDay[]): WallDate | undefined =>
  firstFreeDay(days) ?? days.find(({ offers }) => offers.length > 0)?.date;

/** The preselected day and slot if they are available, otherwise the first day with a free slot. */
export function firstChoice(available: Available, preselected: Omit<Preselected, 'services'>): Choice | null {
  const { days, slots, rules } = available;
  const [today] = days;
  if (today === undefined) return null;
  const found = slots.find(({ id }) => id === preselected.slot);
  const day = days.find(({ date }) => date === preselected.day)?.date;
  const isPreselectedGone = preselected.slot > 0 && found === undefined;
  if (day === undefined) return { day: firstDay(days) ?? today.date, offer: null, isPreselectedGone };
  const offer = found && dateOf(found.start_datetime) === day && offerAt(found, available);
  const chosen = offer && isChoosable(offer, rules.service_fit) ? offer : null;
  return { day, offer: chosen, isDayWanted: true, isPreselectedGone };
}

/** True if the current free slots still contain an offer with the same times. */
const isStillOffered = (offer: FreeOffer, available: Pick<Available, 'slots' | 'rules'>): boolean =>
  available.slots.some(
    (slot) => slot.start_datetime === offer.start_datetime && areSameTimes(offerAt(slot, available), offer),
  );

const isListed = (offer: FreeOffer, { days, rules }: Available): boolean =>
  isChoosable(offer, rules.service_fit) &&
  days.some(({ offers }) => offers.some((other) => areSameTimes(other, offer)));

/**
 * Updates the choice when services or technician change, or when the confirmation opens or closes. Keeps the chosen slot, or one with the
 * same start. Clears the slot if it is no longer listed, unless the confirmation is open (`isOpen`): the confirmation then shows a warning
 * or a refusal. When it clears the slot, it also replaces a day that the user did not choose by the first day with a free time.
 */
export function choiceFor(choice: Choice, available: Available, isOpen: boolean): Choice {
  const before = choice.offer?.slots[0];
  const { slots } = available;
  const slot =
    slots.find(({ id }) => id === before?.id) ??
    slots.find(({ start_datetime }) => start_datetime === before?.start_datetime) ??
    before;
  const offer = slot ? offerAt(slot, available) : null;
  if (offer && (isOpen || isListed(offer, available))) return { ...choice, offer };
  const day = choice.isDayWanted ? choice.day : (firstDay(available.days) ?? choice.day);
  return { ...choice, day, offer: null };
}

const SLOT_GONE = 'Termin više nije dostupan'; // the chosen slot was booked or deleted meanwhile, docs/spec/product.md §8.3
export const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const SLOT_NOT_LISTED = 'Osvežite listu termina.';

/** The error for a time that is too short, in a salon that requires a slot as long as the services. docs/spec/behaviour.md §5.20 */
export const TIME_TOO_SHORT = 'Usluga traje duže od termina. Izaberite drugo vreme.';

/** The reason why the choice can't be confirmed; undefined if it can. The server checks again. docs/spec/product.md §5.3 */
export function choiceRefusal(
  { offer }: Pick<Choice, 'offer'>,
  available: Pick<Available, 'slots' | 'rules'>,
  limitText: string | null = null,
): string | undefined {
  if (offer === null) return SLOT_MISSING;
  if (!isChoosable(offer, available.rules.service_fit)) return TIME_TOO_SHORT;
  if (limitText) return limitText;
  return isStillOffered(offer, available) ? undefined : SLOT_NOT_LISTED;
}

export interface ChooserOptions {
  services: Omit<Wanted, 'technicianId'>;
  /** The technician of the moved booking; undefined or null for a new booking. */
  keptId?: TechnicianId | null;
  /** True once the page has loaded the data from which it preselects day and time. */
  isReady: boolean;
  preselected?: Preselected;
  limitText?: string | null;
  /** Whether the confirmation is open. An open confirmation keeps the chosen time when the services change. */
  isOpen?: boolean;
}

const wantedDay = (day: WallDate, offer: FreeOffer | null = null, isHers = false): Choice => ({
  day,
  offer,
  isHers,
  isDayWanted: true,
});

const NOTHING: Preselected = { services: [], day: null, slot: 0 };

/** The chosen technician and the times to choose from. If the technician in the URL has left the salon, any technician is chosen. */
function useWanted(
  services: Omit<Wanted, 'technicianId'>,
  keptId: TechnicianId | null,
  inAddress: TechnicianId | null = null,
) {
  const [technicianId, chooseTechnician] = useState(keptId ?? inAddress);
  const wanted = { ...services, technicianId };
  const strip = useStrip(wanted);
  const isUnknown = technicianId !== null && !strip.technicians.some(({ id }) => id === technicianId);
  const hasLeft = strip.isLoaded && isUnknown && technicianId !== keptId;
  if (hasLeft) chooseTechnician(null);
  return { wanted, chooseTechnician, strip: { ...strip, isLoaded: strip.isLoaded && !hasLeft } };
}

/** The state of the time chooser. Preselects only once, so that a refetch never moves what the user is about to tap. */
export function useChooser({ services, keptId = null, isReady, ...options }: ChooserOptions) {
  const { preselected = NOTHING, limitText = null, isOpen = false } = options;
  const { wanted, chooseTechnician, strip } = useWanted(services, keptId, preselected.technician);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const change = (next: (before: Choice) => Choice) => {
    setAlert(null);
    setChosen((before) => before && next(before));
  };
  const wantedKey = `${isOpen} ${wanted.technicianId} ${services.ids}`;
  const [fittedTo, setFittedTo] = useState(wantedKey);
  if (fittedTo !== wantedKey) {
    setFittedTo(wantedKey);
    change((before) => choiceFor(before, strip, isOpen));
  }
  const isListedDay = chosen !== null && strip.days.some(({ date }) => date === chosen.day);
  const first = strip.isLoaded && isReady && !isListedDay ? firstChoice(strip, preselected) : null;
  if (first) setChosen(first);
  const choice = isListedDay ? chosen : first;
  const isGone = choice?.offer ? !isStillOffered(choice.offer, strip) : choice?.isPreselectedGone;
  return {
    strip,
    choice,
    limitText,
    alert: alert ?? (isGone ? SLOT_GONE : null),
    clearAlert: () => setAlert(null),
    chooseDay: (day: WallDate) => change(() => wantedDay(day)),
    chooseOffer: (offer: FreeOffer, isHers?: boolean) => change(({ day }) => wantedDay(day, offer, isHers)),
    wanted,
    keptId,
    chooseTechnician,
    /** Returns whether the choice can be confirmed; if not, shows the reason. `fault`: a reason found by the caller. */
    judge: (fault: string | null = null): boolean => {
      const refusal = choice ? choiceRefusal(choice, strip, limitText) : SLOT_MISSING;
      if (refusal === SLOT_NOT_LISTED) {
        change(({ day }) => wantedDay(day));
        void strip.query.refetch();
      }
      setAlert(refusal ?? fault);
      return !refusal && !fault;
    },
    /** Clears the chosen time and shows a toast; for a time that another user has just booked. */
    lose: () => {
      change(({ day }) => wantedDay(day));
      toast('warning', SLOT_GONE);
    },
  };
}

export type Chooser = ReturnType<typeof useChooser>;

/** A chosen day and time, with functions to change the choice. The owner's form implements this type with its own fields. */
export type ChosenTime = Pick<Chooser, 'strip' | 'choice' | 'alert' | 'chooseDay' | 'chooseOffer'>;
