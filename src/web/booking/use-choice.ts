import { useState } from 'react';
import { firstFreeDay } from '#domain/booking.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import type { FreeSlot } from './use-free-slots.ts';

/** Day and slot in an address like `/booking?dan=2025-03-05&slot=12`: a notification of a freed slot leads there. */
export interface Preselected {
  day: string | null;
  /** 0 = none. */
  slot: number;
}

export interface Choice {
  day: WallDate;
  /** As it was when it was tapped: it may have gone from the list since. */
  slot: FreeSlot | null;
  /** The preselected slot was no longer free. */
  isPreselectedGone?: boolean;
}

interface Available {
  days: readonly WallDate[];
  slots: readonly FreeSlot[];
}

/** The preselected day and slot where they are available, else the first day with a free slot. */
export function firstChoice({ days, slots }: Available, preselected: Preselected): Choice | null {
  const [today] = days;
  if (today === undefined) return null;
  const found = slots.find(({ id }) => id === preselected.slot);
  const day = days.find((date) => date === preselected.day);
  const isPreselectedGone = preselected.slot > 0 && found === undefined;
  if (day === undefined) return { day: firstFreeDay(days, slots) ?? today, slot: null, isPreselectedGone };
  return { day, slot: found && dateOf(found.start_datetime) === day ? found : null, isPreselectedGone };
}

/** The chosen day and slot. The first choice is made once, when the days are there: a refreshed list moves nothing under the thumb. */
export function useChoice(available: Available, isLoaded: boolean, preselected: Preselected) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isListed = chosen !== null && available.days.includes(chosen.day);
  const first = isLoaded && !isListed ? firstChoice(available, preselected) : null;
  if (first) setChosen(first);
  return {
    choice: isListed ? chosen : first,
    chooseDay: (day: WallDate) => setChosen({ day, slot: null }),
    chooseSlot: (slot: FreeSlot | null) => setChosen((before) => before && { day: before.day, slot }),
  };
}
