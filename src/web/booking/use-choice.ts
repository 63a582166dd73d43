import { useState } from 'react';
import { offerOf } from '#domain/appointments/service-fit.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { isChoosable } from './times/slot-list.tsx';
import type { Available, FreeDay, FreeOffer, FreeSlot } from './times/use-strip.ts';

/** Day and slot in an address like `/booking?dan=2025-03-05&slot=12`: a notification of a freed slot leads there. */
export interface Preselected {
  day: string | null;
  /** 0 = none. */
  slot: number;
}

export interface Choice {
  day: WallDate;
  /** As it was when it was tapped: it may have gone from the list since. */
  offer: FreeOffer | null;
  /** By the user or the address: the page does not choose another one. */
  isDayWanted?: boolean;
  /** The preselected slot was no longer free. */
  isPreselectedGone?: boolean;
}

/** What the slot offers by the rules of now, among the free slots of its day. */
function offerAt(slot: FreeSlot, { slots, rules }: Pick<Available, 'slots' | 'rules'>): FreeOffer {
  const day = dateOf(slot.start_datetime);
  const free = slots.filter(({ start_datetime }) => dateOf(start_datetime) === day);
  return offerOf(slot, free, rules);
}

/** The first day with a time that is long enough; where there is none, with any. */
const firstDay = (days: readonly FreeDay[]): WallDate | undefined =>
  firstFreeDay(days) ?? days.find(({ offers }) => offers.length > 0)?.date;

/** The preselected day and slot where they are available, else the first day with a free time. */
export function firstChoice(available: Available, preselected: Preselected): Choice | null {
  const { days, slots, rules } = available;
  const [today] = days;
  if (today === undefined) return null;
  const found = slots.find(({ id }) => id === preselected.slot);
  const day = days.find(({ date }) => date === preselected.day)?.date;
  const isPreselectedGone = preselected.slot > 0 && found === undefined;
  if (day === undefined) return { day: firstDay(days) ?? today.date, offer: null, isPreselectedGone };
  const offer = found && dateOf(found.start_datetime) === day ? offerAt(found, available) : null;
  const isChosen = offer !== null && isChoosable(offer, rules.service_fit);
  return { day, offer: isChosen ? offer : null, isDayWanted: true, isPreselectedGone };
}

/** Is the time still offered as it was when it was chosen? */
export function isStillOffered(offer: FreeOffer, available: Pick<Available, 'slots' | 'rules'>): boolean {
  const slot = available.slots.find(({ id }) => id === offer.slots[0].id);
  if (!slot) return false;
  const { start_datetime, end_datetime } = offerAt(slot, available);
  return start_datetime === offer.start_datetime && end_datetime === offer.end_datetime;
}

const isListed = (offer: FreeOffer, { days, rules }: Available): boolean =>
  isChoosable(offer, rules.service_fit) &&
  days.some(({ offers }) => offers.some(({ slots: [slot] }) => slot.id === offer.slots[0].id));

/**
 * The choice after another service was chosen: of the chosen slot what it offers for that one. On the page (`isOpen` false) one
 * that is not in the list any more is chosen no longer, and a day that nobody wanted gives way to the first that fits; in the open
 * dialog the time stays, with a warning or a refusal.
 */
export function choiceFor(choice: Choice, available: Available, isOpen: boolean): Choice {
  const offer = choice.offer && offerAt(choice.offer.slots[0], available);
  if (offer && (isOpen || isListed(offer, available))) return { ...choice, offer };
  const day = choice.isDayWanted ? choice.day : (firstDay(available.days) ?? choice.day);
  return { ...choice, day, offer: null };
}

/** The chosen day and time. The first choice is made once, when the days are there: a refreshed list moves nothing under the thumb. */
export function useChoice(available: Available, isLoaded: boolean, preselected: Preselected) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isListedDay = chosen !== null && available.days.some(({ date }) => date === chosen.day);
  const first = isLoaded && !isListedDay ? firstChoice(available, preselected) : null;
  if (first) setChosen(first);
  const choice = isListedDay ? chosen : first;
  return {
    choice,
    /** The chosen or the preselected time is not offered any more. */
    isTimeGone: choice?.offer ? !isStillOffered(choice.offer, available) : choice?.isPreselectedGone,
    chooseDay: (day: WallDate) => setChosen({ day, offer: null, isDayWanted: true }),
    chooseOffer: (offer: FreeOffer | null) =>
      setChosen((before) => before && { day: before.day, offer, isDayWanted: true }),
    /** For other rules than those of now: another service. */
    chooseFor: (other: Available, isOpen: boolean) =>
      setChosen((before) => before && choiceFor(before, other, isOpen)),
  };
}
