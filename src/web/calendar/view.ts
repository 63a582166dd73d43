import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { CALENDAR_MONTH_DAYS } from '#domain/limits.ts';
import { addDays, firstOfMonth, isWallDate, startOfWeek, type WallDate } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, monthTitle, weekTitle } from '#domain/wording/dates.ts';

/** What the calendar shows, and how it stands in the address. docs/spec/product.md §2.19 and §9.4 */

export type View = 'day' | 'week' | 'month';

export const VIEWS = [
  { id: 'day', label: 'Dan' },
  { id: 'week', label: 'Nedelja' },
  { id: 'month', label: 'Mesec' },
] as const satisfies readonly { id: View; label: string }[];

export interface Shown {
  view: View;
  /** A day of it. */
  date: WallDate;
}

/** View and day in the address; what is not said there is the usual. */
export function shownIn(address: URLSearchParams, usual: Shown): Shown {
  const view = VIEWS.find(({ id }) => id === address.get('view'))?.id;
  const date = address.get('date');
  return { view: view ?? usual.view, date: date !== null && isWallDate(date) ? date : usual.date };
}

const DAYS_PER_WEEK = 7;

const daysFrom = (from: WallDate, count: number): WallDate[] =>
  Array.from({ length: count }, (_, index) => addDays(from, index));

/** Every day that stands on the screen: one, Monday to Sunday, or the 42 of a month. */
export function daysOf({ view, date }: Shown): WallDate[] {
  if (view === 'day') return [date];
  if (view === 'week') return daysFrom(startOfWeek(date), DAYS_PER_WEEK);
  return daysFrom(startOfWeek(firstOfMonth(date)), CALENDAR_MONTH_DAYS);
}

const isSameMonth = (a: WallDate, b: WallDate): boolean => a.slice(0, 7) === b.slice(0, 7);

/** The same day a month on or back; the last day where that month has no such day. */
function monthOn(date: WallDate, step: 1 | -1): WallDate {
  const first = firstOfMonth(date);
  const inside = step === 1 ? addDays(first, 31) : addDays(first, -1);
  const day = addDays(firstOfMonth(inside), Number(date.slice(8)) - 1);
  return isSameMonth(day, inside) ? day : addDays(firstOfMonth(addDays(firstOfMonth(inside), 31)), -1);
}

/** One day, week or month on or back. */
export function stepped({ view, date }: Shown, step: 1 | -1): Shown {
  if (view === 'month') return { view, date: monthOn(date, step) };
  return { view, date: addDays(date, view === 'day' ? step : step * DAYS_PER_WEEK) };
}

/** Month and year, the week's range, or the date; `isShort` leaves this year's number out. */
export function titleOf({ view, date }: Shown, today: WallDate, isShort: boolean): string {
  if (view === 'month') return monthTitle(date);
  const title = view === 'week' ? weekTitle(date) : dayInWordsWithYear(date);
  const year = ` ${today.slice(0, 4)}.`;
  return isShort && title.endsWith(year) ? title.slice(0, -year.length) : title;
}

const HIDDEN = 'skriveni';

/** View, day and whether cancelled ones are shown: in the address, so that back, reload and a shared link keep them. */
export function useShown(usual: Shown) {
  const [address, setAddress] = useSearchParams();
  // shown at once and in one piece; the router's change of the address is a transition, drawn between other things
  const [ahead, setAhead] = useState<Shown | null>(null);
  useEffect(() => {
    if (address) setAhead(null);
  }, [address]);
  const shown = ahead ?? shownIn(address, usual);
  const hasCancelled = address.get('otkazani') !== HIDDEN;
  const go = ({ view, date }: Shown) => {
    setAhead({ view, date });
    setAddress((before) => {
      const after = new URLSearchParams(before);
      after.set('view', view);
      after.set('date', date);
      return after;
    });
  };
  return {
    shown,
    hasCancelled,
    setView: (view: View) => go({ ...shown, view }),
    step: (step: 1 | -1) => go(stepped(shown, step)),
    openDay: (date: WallDate) => go({ view: 'day', date }),
    goTo: (date: WallDate) => go({ ...shown, date }),
    showCancelled: (isShown: boolean) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          if (isShown) after.delete('otkazani');
          else after.set('otkazani', HIDDEN);
          return after;
        },
        { replace: true },
      ),
  };
}
