import { useState } from 'react';
import { firstFreeDay } from '#domain/booking.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import type { FreeSlot } from './use-free-slots.ts';

/** What an address like `/booking?dan=2025-03-05&slot=12` asks for (a notice of a freed slot leads there). */
export interface Preselected {
  day: string | null;
  /** 0 = none. */
  slot: number;
}

export interface Choice {
  day: WallDate;
  /** As it was when it was tapped: it may have gone from the list since. */
  slot: FreeSlot | null;
  /** The slot that the address asked for was no longer free. */
  isWishGone?: boolean;
}

interface Offer {
  days: readonly WallDate[];
  slots: readonly FreeSlot[];
}

/** What is wished where it is to be had, else the first day with a free slot. */
export function firstChoice({ days, slots }: Offer, wish: Preselected): Choice | null {
  const [today] = days;
  if (today === undefined) return null;
  const wished = slots.find(({ id }) => id === wish.slot);
  const day = days.find((date) => date === wish.day);
  const isWishGone = wish.slot > 0 && wished === undefined;
  if (day === undefined) return { day: firstFreeDay(days, slots) ?? today, slot: null, isWishGone };
  return { day, slot: wished && dateOf(wished.start_datetime) === day ? wished : null, isWishGone };
}

/** The chosen day and slot. The first choice is made once, when the days are there: a refreshed list moves nothing under the thumb. */
export function useChoice(offer: Offer, isLoaded: boolean, wish: Preselected) {
  const [made, setMade] = useState<Choice | null>(null);
  const isStanding = made !== null && offer.days.includes(made.day);
  const first = isLoaded && !isStanding ? firstChoice(offer, wish) : null;
  if (first) setMade(first);
  return {
    choice: isStanding ? made : first,
    chooseDay: (day: WallDate) => setMade({ day, slot: null }),
    chooseSlot: (slot: FreeSlot | null) => setMade((was) => was && { day: was.day, slot }),
  };
}
