import { useState } from 'react';
import { offerOf, offersBy } from '#domain/appointments/service-fit.ts';
import { areSameTimes, type Times } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import type { TechnicianId, WorkId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import {
  type Available,
  type FreeDay,
  type FreeSlot,
  isChoosable,
  type Strip,
  type TimesToMove,
  useStrip,
  type Wanted,
} from '../../lib/appointment/free-days.ts';
import type { FreeOffer } from '../../lib/appointment/offers.ts';
import { toast } from '../../ui/toasts/toast.ts';

/** The choices in a URL such as `/booking?dan=2025-03-05&slot=12` or, with `split_slots`, `/booking?dan=2025-03-05&vreme=09:30`. Notifications of freed slots link to such URLs. */
export interface Preselected {
  services: readonly number[];
  day: string | null;
  /** The id of the slot in the URL; 0 for none. */
  slot: number;
  /** The start in the URL, as `HH:mm`. */
  time?: string | null;
  /** The technician in the URL; null means any technician. */
  technician?: TechnicianId | null;
  /** The work in the URL, whose picture becomes the wish. */
  work?: WorkId | null;
}

export interface Choice {
  day: WallDate;
  /** The chosen offer, as it was when the user chose it: the current list may no longer contain it. */
  offer: FreeOffer | null;
  /** True if the user has chosen the day or the URL contains it; otherwise the page may replace the day. */
  isDayWanted?: boolean;
  isPreselectedGone?: boolean;
}

type Offered = Pick<Available, 'slots' | 'rules'>;

const onDayOf = ({ start_datetime }: Times, { slots }: Offered): FreeSlot[] =>
  slots.filter((slot) => dateOf(slot.start_datetime) === dateOf(start_datetime));

/** The offer of a slot; of a slot that is split the one at this start, or the first. */
function offerAt(slot: FreeSlot, offered: Offered, start?: WallTime): FreeOffer | undefined {
  const { rules } = offered;
  const free = onDayOf(slot, offered);
  if (!rules.split) return offerOf(slot, free, rules);
  const offers = offersBy(free, rules);
  const hers = offers.filter(({ slots: [first] }) => first.id === slot.id);
  return start === undefined ? hers[0] : hers.find((offer) => offer.start_datetime === start);
}

/** The slot of the chosen offer now, or one that offers the same start. */
function slotAgain({ start_datetime, slots: [before] }: FreeOffer, offered: Offered): FreeSlot {
  const { slots, rules } = offered;
  if (rules.split) {
    const offers = offersBy(onDayOf(before, offered), rules);
    return offers.find((offer) => offer.start_datetime === start_datetime)?.slots[0] ?? before;
  }
  const byId = slots.find(({ id }) => id === before.id);
  return byId ?? slots.find((slot) => slot.start_datetime === before.start_datetime) ?? before;
}

/** The first day with an offer that is long enough; without one, the first day with any offer. */
const firstDay = (days: readonly FreeDay[]): WallDate | undefined =>
  firstFreeDay(days) ?? days.find(({ offers }) => offers.length > 0)?.date;

/** The preselected day and slot if they are available, otherwise the first day with a free slot. */
export function firstChoice(available: Available, preselected: Omit<Preselected, 'services'>): Choice | null {
  const { days, slots, rules } = available;
  const [today] = days;
  if (today === undefined) return null;
  const { slot, time } = preselected;
  const listed = days.find(({ date }) => date === preselected.day);
  const found = slots.find(({ id }) => id === slot);
  const atTime = listed?.offers.find(({ start_datetime }) => clockOf(start_datetime) === time);
  const isPreselectedGone = time ? atTime === undefined : slot > 0 && found === undefined;
  if (listed === undefined) return { day: firstDay(days) ?? today.date, offer: null, isPreselectedGone };
  const day = listed.date;
  const ofSlot = found && dateOf(found.start_datetime) === day && offerAt(found, available);
  const offer = time ? atTime : ofSlot;
  const chosen = offer && isChoosable(offer, rules.service_fit) ? offer : null;
  return { day, offer: chosen, isDayWanted: true, isPreselectedGone };
}

/** True if the current free slots still contain an offer with the same times. */
const isStillOffered = (offer: FreeOffer, available: Offered): boolean =>
  onDayOf(offer, available).some((slot) => {
    const now = offerAt(slot, available, offer.start_datetime);
    return now !== undefined && areSameTimes(now, offer);
  });

const isListed = (offer: FreeOffer, { days, rules }: Available): boolean =>
  isChoosable(offer, rules.service_fit) &&
  days.some(({ offers }) => offers.some((other) => areSameTimes(other, offer)));

/**
 * Updates the choice when services or technician change, or when the confirmation opens or closes. Keeps the chosen slot, or one with the
 * same start. Clears the slot if it is no longer listed, unless the confirmation is open (`isOpen`): the confirmation then shows a warning
 * or a refusal. When it clears the slot, it also replaces a day that the user did not choose by the first day with a free time.
 */
export function choiceFor(choice: Choice, available: Available, isOpen: boolean): Choice {
  const { offer: before } = choice;
  const offer = before && (offerAt(slotAgain(before, available), available, before.start_datetime) ?? before);
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
  available: Offered,
  limitText: string | null = null,
): string | undefined {
  if (offer === null) return t(SLOT_MISSING);
  if (!isChoosable(offer, available.rules.service_fit)) return t(TIME_TOO_SHORT);
  if (limitText) return limitText;
  return isStillOffered(offer, available) ? undefined : t(SLOT_NOT_LISTED);
}

export interface ChooserOptions {
  services: Omit<Wanted, 'technicianId'>;
  /** The technician of the moved booking; undefined or null for a new booking. */
  keptId?: TechnicianId | null;
  /** The moved booking. */
  moved?: TimesToMove;
  /** True once the page has loaded the data from which it preselects day and time. */
  isReady: boolean;
  preselected?: Preselected;
  limitText?: string | null;
  /** Whether the confirmation is open. An open confirmation keeps the chosen time when the services change. */
  isOpen?: boolean;
}

const wantedDay = (day: WallDate, offer: FreeOffer | null = null): Choice => ({
  day,
  offer,
  isDayWanted: true,
});

const NOTHING: Preselected = { services: [], day: null, slot: 0 };

/** The chosen technician and the times to choose from. If the technician in the URL has left the salon, any technician is chosen. */
function useWanted(
  services: Omit<Wanted, 'technicianId'>,
  keptId: TechnicianId | null,
  inAddress: TechnicianId | null = null,
  moved?: TimesToMove,
) {
  const [technicianId, chooseTechnician] = useState(keptId ?? inAddress);
  const wanted = { ...services, technicianId };
  const strip = useStrip(wanted, { moved });
  const isUnknown = technicianId !== null && !strip.technicians.some(({ id }) => id === technicianId);
  const hasLeft = strip.isLoaded && isUnknown && technicianId !== keptId;
  if (hasLeft) chooseTechnician(null);
  return { wanted, chooseTechnician, strip: { ...strip, isLoaded: strip.isLoaded && !hasLeft } };
}

/** The chosen day and time. Preselects only once, so that a refetch never moves what the user is about to tap. `onFit` is called when the search changes. */
function useChoice(
  strip: Strip,
  {
    key,
    isOpen,
    isReady,
    preselected,
  }: { key: string; isOpen: boolean; isReady: boolean; preselected: Preselected },
  onFit: () => void,
) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [fittedTo, setFittedTo] = useState(key);
  if (fittedTo !== key) {
    setFittedTo(key);
    onFit();
    setChosen((before) => before && choiceFor(before, strip, isOpen));
  }
  const isListedDay = chosen !== null && strip.days.some(({ date }) => date === chosen.day);
  const first = strip.isLoaded && isReady && !isListedDay ? firstChoice(strip, preselected) : null;
  if (first) setChosen(first);
  return { choice: isListedDay ? chosen : first, setChosen };
}

/** The state of the time chooser. */
export function useChooser({ services, keptId = null, moved, isReady, ...options }: ChooserOptions) {
  const { preselected = NOTHING, limitText = null, isOpen = false } = options;
  const { wanted, chooseTechnician, strip } = useWanted(services, keptId, preselected.technician, moved);
  const [alert, setAlert] = useState<string | null>(null);
  const [taken, setTaken] = useState<FreeOffer | null>(null);
  const key = `${isOpen} ${wanted.technicianId} ${services.ids}`;
  const { choice, setChosen } = useChoice(strip, { key, isOpen, isReady, preselected }, () => setAlert(null));
  const change = (next: (before: Choice) => Choice) => {
    setAlert(null);
    setTaken(null);
    setChosen((before) => before && next(before));
  };
  const isGone = choice?.offer ? !isStillOffered(choice.offer, strip) : choice?.isPreselectedGone;
  return {
    strip,
    choice,
    limitText,
    alert: alert ?? (isGone ? t(SLOT_GONE) : null),
    clearAlert: () => setAlert(null),
    /** The chosen time, if another user has booked it meanwhile. */
    taken: taken ?? (isGone ? choice?.offer : null),
    chooseDay: (day: WallDate) => change(() => wantedDay(day)),
    chooseOffer: (offer: FreeOffer) => change(() => wantedDay(dateOf(offer.start_datetime), offer)),
    wanted,
    keptId,
    chooseTechnician,
    /** Returns whether the choice can be confirmed; if not, shows the reason. `fault`: a reason found by the caller. */
    judge: (fault: string | null = null): boolean => {
      const refusal = choice ? choiceRefusal(choice, strip, limitText) : t(SLOT_MISSING);
      if (refusal === t(SLOT_NOT_LISTED)) {
        change(({ day }) => wantedDay(day));
        void strip.query.refetch();
      }
      setAlert(refusal ?? fault);
      return !refusal && !fault;
    },
    /** Clears the chosen time, which another user has just booked, and offers the nearest times. */
    lose: () => {
      change(({ day }) => wantedDay(day));
      setTaken(choice?.offer ?? null);
      toast('warning', t(SLOT_GONE));
    },
  };
}

export type Chooser = ReturnType<typeof useChooser>;

/** A chosen day and time, with functions to change the choice. The owner's form implements this type with its own fields. */
export type ChosenTime = Pick<Chooser, 'strip' | 'choice' | 'alert' | 'chooseDay' | 'chooseOffer'> &
  Partial<Pick<Chooser, 'taken' | 'wanted' | 'chooseTechnician'>>;
