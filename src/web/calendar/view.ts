import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { SalonAppointment } from '#contract/appointments.ts';
import { holidayOn } from '#domain/holidays.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { CALENDAR_MONTH_DAYS } from '#domain/limits.ts';
import {
  addDays,
  addMonths,
  dateOf,
  firstOfMonth,
  isSunday,
  isWallDate,
  startOfWeek,
  type WallDate,
  type WallTime,
  yearOf,
} from '#domain/wall-clock.ts';
import {
  dateWords,
  dayAndMonth,
  dayInWordsWithYear,
  monthName,
  monthTitle,
  withYear,
} from '#domain/wording/dates.ts';
import type { Technician } from '../lib/queries/technicians.ts';

/** The period that the calendar shows, kept in the URL. docs/spec/product.md §2.19 and §9.4 */

export type View = 'day' | 'week' | 'month';

export const VIEWS = [
  { id: 'day', label: 'Dan' },
  { id: 'week', label: 'Nedelja' },
  { id: 'month', label: 'Mesec' },
] as const satisfies readonly { id: View; label: string }[];

export interface CalendarPeriod {
  view: View;
  date: WallDate;
}

export function periodIn(address: URLSearchParams, usual: CalendarPeriod): CalendarPeriod {
  const view = VIEWS.find(({ id }) => id === address.get('view'))?.id;
  const date = address.get('date');
  return { view: view ?? usual.view, date: date !== null && isWallDate(date) ? date : usual.date };
}

const DAYS_PER_WEEK = 7;

const daysFrom = (from: WallDate, count: number): WallDate[] =>
  Array.from({ length: count }, (_, index) => addDays(from, index));

export function daysOf({ view, date }: CalendarPeriod): WallDate[] {
  if (view === 'day') return [date];
  if (view === 'week') return daysFrom(startOfWeek(date), DAYS_PER_WEEK);
  return daysFrom(startOfWeek(firstOfMonth(date)), CALENDAR_MONTH_DAYS);
}

const isSameMonth = (a: WallDate, b: WallDate): boolean => a.slice(0, 7) === b.slice(0, 7);

/** The reason of an absence of the salon or of `technician` on a day: '' if none is given, undefined without an absence. */
export type AbsenceOn = (day: WallDate, technician?: TechnicianId | undefined) => string | undefined;

export interface ViewProps {
  date: WallDate;
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  now: WallTime;
  absenceOn: AbsenceOn;
  /** The technicians whose appointments are shown together. */
  technicians: readonly Technician[];
  isPhone: boolean;
  onOpen: (id: number) => void;
  go: Steps;
}

/** A column of the time grid: a day of one technician, or of all technicians. `isNarrow`: a Sunday or an absence, without appointments. */
export function columnOf(
  day: WallDate,
  technician: Technician | null,
  { days, rows: all, absenceOn }: Pick<ViewProps, 'days' | 'rows' | 'absenceOn'>,
) {
  const rows = all.filter(
    (row) =>
      dateOf(row.start_datetime) === day && (technician === null || row.technician_id === technician.id),
  );
  const absence = absenceOn(day, technician?.id);
  const holiday = holidayOn(day);
  const isNarrow = days.length > 1 && rows.length === 0 && (isSunday(day) || absence !== undefined);
  return { key: `${day} ${technician?.id}`, day, technician, rows, absence, holiday, isNarrow };
}
export type GridColumn = ReturnType<typeof columnOf>;

/** The active technicians, and former ones (from `all`) with appointments in `rows`; empty in a salon with one technician. */
export function techniciansIn(
  active: readonly Technician[],
  rows: readonly SalonAppointment[],
  all: readonly Technician[] = [],
) {
  if (active.length === 0) return active;
  const known = new Map(active.map((technician) => [technician.id, technician]));
  for (const { technician_id: id, technician_name: name = '' } of rows)
    if (!known.has(id)) known.set(id, all.find((one) => one.id === id) ?? { id, name, service_ids: null });
  return known.size === active.length ? active : [...known.values()];
}

export function steppedPeriod({ view, date }: CalendarPeriod, step: 1 | -1): CalendarPeriod {
  if (view === 'month') return { view, date: addMonths(date, step) };
  return { view, date: addDays(date, view === 'day' ? step : step * DAYS_PER_WEEK) };
}

/** The same period in another view. The day view opens the chosen day, or for a closed Sunday a day of its week or month. */
export function inView({ view, date }: CalendarPeriod, next: View, today: WallDate): CalendarPeriod {
  if (next !== 'day' || view === 'day' || !isSunday(date) || date === today) return { view: next, date };
  if (view === 'week')
    return { view: next, date: today >= startOfWeek(date) && today < date ? today : startOfWeek(date) };
  const monday = addDays(date, 1);
  if (isSameMonth(today, date)) return { view: next, date: today };
  return { view: next, date: isSameMonth(monday, date) ? monday : addDays(date, -1) };
}

const TITLE_CHARACTERS = 25; // a longer title needs two lines
const PHONE_TITLE_CHARACTERS = 20;
const NARROW_TITLE_CHARACTERS = 15; // on screens below 1280 px, where the list of technicians shares the line with the title

/** How many characters of the calendar's title fit on one line. In a narrow toolbar (`isShort`), a list of technicians leaves fewer. */
export function roomForTitle(isPhone: boolean, isShort: boolean, technicians: readonly unknown[]): number {
  if (isPhone) return PHONE_TITLE_CHARACTERS;
  return isShort && technicians.length > 0 ? NARROW_TITLE_CHARACTERS : TITLE_CHARACTERS;
}

/** The title of a week: '3 - 9. mart 2025.'; month and year are repeated where they differ. docs/spec/product.md §2.19 */
function weekTitle(date: WallDate): string {
  const monday = startOfWeek(date);
  const sunday = addDays(monday, 6);
  const end = withYear(dayAndMonth(sunday), sunday);
  if (yearOf(monday) !== yearOf(sunday)) return `${withYear(dayAndMonth(monday), monday)} - ${end}`;
  if (monthName(monday) !== monthName(sunday)) return `${dayAndMonth(monday)} - ${end}`;
  return `${Number(monday.slice(8))} - ${end}`;
}

/** The title with its year: week range or date. */
export const fullTitle = ({ view, date }: CalendarPeriod): string =>
  view === 'week' ? weekTitle(date) : dayInWordsWithYear(date);

/** The title for `room` characters: month and year, week range, or date. Omits the current year of a day, or if there is little room, then abbreviates months, then weekdays. */
export function titleOf(period: CalendarPeriod, today: WallDate, room: number): string {
  const { view, date } = period;
  if (view === 'month') return monthTitle(date);
  let title = fullTitle(period);
  const year = ` ${today.slice(0, 4)}.`;
  if ((view === 'day' || room < TITLE_CHARACTERS) && title.endsWith(year))
    title = title.slice(0, -year.length);
  const { months, days } = dateWords();
  for (const names of [months, days])
    if (title.length > room) for (const name of names) title = title.replace(name, name.slice(0, 3));
  return title;
}

export const NEW = 'novi';

/** Opens the form of a new appointment if the URL asks for it (a home screen shortcut). Only once: Back does not repeat it. */
export function useAskedForNew(open: () => void): void {
  const [address, setAddress] = useSearchParams();
  const isAsked = address.has(NEW);
  const answer = useEffectEvent(() => {
    open();
    setAddress((before) => [...before].filter(([name]) => name !== NEW), { replace: true });
  });
  useEffect(() => {
    if (isAsked) answer();
  }, [isAsked]);
}

/** Calls `act` once after the browser's next layout, because reading sizes then forces no second layout. Returns a function that cancels the call. */
export function afterLayout(element: HTMLElement | null, act: () => void) {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    act();
  });
  if (element) observer.observe(element);
  return () => observer.disconnect();
}

/** A ref for a view that scrolls to the chosen day when it opens. */
export function useChosenInView(date: WallDate) {
  const place = useRef<HTMLDivElement>(null);
  const showChosen = useEffectEvent(() =>
    place.current?.querySelector(`[data-date="${date}"]`)?.scrollIntoView({ block: 'nearest' }),
  );
  useEffect(() => afterLayout(place.current, () => showChosen()), []);
  return place;
}

const TECHNICIAN = 'technician_id';

/** View, day and technician, kept in the URL for Back, reload and shared links. */
export function useCalendarPeriod(usual: CalendarPeriod) {
  const [address, setAddress] = useSearchParams();
  const period = periodIn(address, usual);
  const goWith = (parameters: Record<string, string>) =>
    setAddress((before) => new URLSearchParams({ ...Object.fromEntries(before), ...parameters }));
  const to = ({ view, date }: CalendarPeriod) => goWith({ view, date });
  const go = {
    toTechnician: (id: TechnicianId | null) => goWith({ [TECHNICIAN]: String(id ?? '') }),
    toView: (view: View) => to(inView(period, view, usual.date)),
    step: (step: 1 | -1) => to(steppedPeriod(period, step)),
    openDay: (date: WallDate) => to({ view: 'day', date }),
    toDay: (date: WallDate) => to({ ...period, date }),
  };
  return { period, technicianId: toId<TechnicianId>(Number(address.get(TECHNICIAN))), go };
}

export type Steps = ReturnType<typeof useCalendarPeriod>['go'];
