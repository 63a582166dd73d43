import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'wouter';
import { CALENDAR_MONTH_DAYS } from '#domain/limits.ts';
import {
  addDays,
  addMonths,
  firstOfMonth,
  isSunday,
  isWallDate,
  startOfWeek,
  type WallDate,
} from '#domain/wall-clock.ts';
import { DAY_NAMES, dayInWordsWithYear, MONTH_NAMES, monthTitle, weekTitle } from '#domain/wording/dates.ts';

/** What the calendar shows, and how it stands in the address. docs/spec/product.md §2.19 and §9.4 */

export type View = 'day' | 'week' | 'month';

export const VIEWS = [
  { id: 'day', label: 'Dan' },
  { id: 'week', label: 'Nedelja' },
  { id: 'month', label: 'Mesec' },
] as const satisfies readonly { id: View; label: string }[];

/** A day, week or month. */
export interface CalendarPeriod {
  view: View;
  /** A day of it. */
  date: WallDate;
}

/** View and day in the address; what is missing there is the usual. */
export function periodIn(address: URLSearchParams, usual: CalendarPeriod): CalendarPeriod {
  const view = VIEWS.find(({ id }) => id === address.get('view'))?.id;
  const date = address.get('date');
  return { view: view ?? usual.view, date: date !== null && isWallDate(date) ? date : usual.date };
}

const DAYS_PER_WEEK = 7;

const daysFrom = (from: WallDate, count: number): WallDate[] =>
  Array.from({ length: count }, (_, index) => addDays(from, index));

/** Every day that stands on the screen: one, Monday to Sunday, or the 42 of a month. */
export function daysOf({ view, date }: CalendarPeriod): WallDate[] {
  if (view === 'day') return [date];
  if (view === 'week') return daysFrom(startOfWeek(date), DAYS_PER_WEEK);
  return daysFrom(startOfWeek(firstOfMonth(date)), CALENDAR_MONTH_DAYS);
}

const isSameMonth = (a: WallDate, b: WallDate): boolean => a.slice(0, 7) === b.slice(0, 7);

/** One day, week or month on or back. */
export function steppedPeriod({ view, date }: CalendarPeriod, step: 1 | -1): CalendarPeriod {
  if (view === 'month') return { view, date: addMonths(date, step) };
  return { view, date: addDays(date, view === 'day' ? step : step * DAYS_PER_WEEK) };
}

/** The same period in another view; a day is opened on the day that was chosen, but of a closed Sunday on one beside it. */
export function inView({ view, date }: CalendarPeriod, next: View, today: WallDate): CalendarPeriod {
  if (next !== 'day' || view === 'day' || !isSunday(date) || date === today) return { view: next, date };
  if (view === 'week')
    return { view: next, date: today >= startOfWeek(date) && today < date ? today : startOfWeek(date) };
  const monday = addDays(date, 1);
  if (isSameMonth(today, date)) return { view: next, date: today };
  return { view: next, date: isSameMonth(monday, date) ? monday : addDays(date, -1) };
}

/** That fit on the title's one line. */
const PHONE_TITLE_CHARACTERS = 20;
const TITLE_CHARACTERS = 25;

const shortened = (title: string, names: readonly string[]): string =>
  names.reduce((text, name) => text.replace(name, name.slice(0, 3)), title);

/** In so many characters: first the months are cut to three letters, then the weekday. */
function titleIn(title: string, most: number): string {
  if (title.length <= most) return title;
  const shortMonths = shortened(title, MONTH_NAMES);
  return shortMonths.length <= most ? shortMonths : shortened(shortMonths, DAY_NAMES);
}

/** Month and year, the week's range, or the date, on one line; `isShort`, on phones, also leaves this year's number out. */
export function titleOf({ view, date }: CalendarPeriod, today: WallDate, isShort: boolean): string {
  if (view === 'month') return monthTitle(date);
  const title = view === 'week' ? weekTitle(date) : dayInWordsWithYear(date);
  if (!isShort) return titleIn(title, TITLE_CHARACTERS);
  const year = ` ${today.slice(0, 4)}.`;
  return titleIn(title.endsWith(year) ? title.slice(0, -year.length) : title, PHONE_TITLE_CHARACTERS);
}

const NEW = 'novi';

/** The shortcut on the home screen asks in the address for a new appointment: once, a step back does not ask again. */
export function useAskedForNew(open: () => void): void {
  const [address, setAddress] = useSearchParams();
  const isAsked = address.has(NEW);
  const answer = useEffectEvent(() => {
    open();
    const withoutNew = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      after.delete(NEW);
      return after;
    };
    setAddress(withoutNew, { replace: true });
  });
  useEffect(() => {
    if (isAsked) answer();
  }, [isAsked]);
}

/** Scrolls to the chosen day when the view opens. */
export function useChosenInView(place: RefObject<HTMLElement | null>, date: WallDate): void {
  const showChosen = useEffectEvent(() =>
    place.current?.querySelector(`[data-date="${date}"]`)?.scrollIntoView({ block: 'nearest' }),
  );
  useEffect(() => {
    showChosen();
  }, []);
}

/** View and day in the address, so that back, reload and a shared link keep them. */
export function useCalendarPeriod(usual: CalendarPeriod) {
  const [address, setAddress] = useSearchParams();
  const period = periodIn(address, usual);
  const go = ({ view, date }: CalendarPeriod) =>
    setAddress((before) => {
      const after = new URLSearchParams(before);
      after.set('view', view);
      after.set('date', date);
      return after;
    });
  return {
    period,
    setView: (view: View) => go(inView(period, view, usual.date)),
    step: (step: 1 | -1) => go(steppedPeriod(period, step)),
    openDay: (date: WallDate) => go({ view: 'day', date }),
    goTo: (date: WallDate) => go({ ...period, date }),
  };
}
