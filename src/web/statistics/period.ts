import { STATISTICS_DAYS } from '#domain/limits.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  isWallDate,
  type WallDate,
  wallDateOf,
  yearOf,
} from '#domain/wall-clock.ts';
import type { DateRange } from '../lib/queries/queries.ts';

/** The default period: today and the 30 days before it. docs/spec/product.md §2.18 */
const lastDays = (today: WallDate): DateRange => ({ from: addDays(today, -STATISTICS_DAYS), to: today });

/** The period in the page's URL; the default period if its dates are missing or invalid. */
export function periodOf(address: URLSearchParams, today: WallDate): DateRange {
  const [from, to] = [address.get('from'), address.get('to')];
  const usual = lastDays(today);
  return {
    from: from !== null && isWallDate(from) ? from : usual.from,
    to: to !== null && isWallDate(to) ? to : usual.to,
  };
}

/** The month that contains a day. */
export function monthOf(day: WallDate): DateRange {
  const from = firstOfMonth(day);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

export const QUICK_PERIODS: readonly { label: string; of: (today: WallDate) => DateRange }[] = [
  { label: 'Ovaj mesec', of: monthOf },
  { label: 'Prošli mesec', of: (today) => monthOf(addMonths(firstOfMonth(today), -1)) },
  {
    label: 'Ova godina',
    of: (today) => ({ from: wallDateOf(yearOf(today), 1, 1), to: wallDateOf(yearOf(today), 12, 31) }),
  },
];

export const isSamePeriod = (a: DateRange, b: DateRange): boolean => a.from === b.from && a.to === b.to;

const MONTHS = 12;
const monthIndex = (date: WallDate): number => yearOf(date) * MONTHS + Number(date.slice(5, 7)) - 1;
const firstOf = (month: number): WallDate => wallDateOf(Math.floor(month / MONTHS), (month % MONTHS) + 1, 1);

const isInMonths = ({ from, to }: DateRange): boolean =>
  from === firstOfMonth(from) && addDays(to, 1) === firstOfMonth(addDays(to, 1));

/** The previous period of the same length, in months or days; null before year 1. docs/spec/product.md §2.18 */
export function periodBefore({ from, to }: DateRange): DateRange | null {
  const days = daysBetween(from, to) + 1;
  const months = monthIndex(to) - monthIndex(from) + 1;
  const first = isInMonths({ from, to }) ? firstOf(monthIndex(from) - months) : addDays(from, -days);
  const before = { from: first, to: addDays(from, -1) };
  return isWallDate(before.from) && isWallDate(before.to) ? before : null;
}

/** The change in words: '12 više (bilo 153)', 'isto, 15'. No percentage: the old value may be 0. `byHowMuch` formats the difference. */
export function changeInWords(
  now: number,
  before: number,
  inWords: (n: number) => string,
  byHowMuch = inWords,
): string {
  const change = Math.round((now - before) * 100) / 100;
  if (change === 0) return `isto, ${inWords(before)}`;
  return `${byHowMuch(Math.abs(change))} ${change > 0 ? 'više' : 'manje'} (bilo ${inWords(before)})`;
}
