import { STATISTICS_DAYS } from '#domain/limits.ts';
import { addDays, firstOfMonth, isWallDate, type WallDate, wallDateOf, yearOf } from '#domain/wall-clock.ts';
import type { DateRange } from '../lib/queries.ts';

/** The last 30 days to today. docs/spec/product.md §2.18 */
const lastDays = (today: WallDate): DateRange => ({ from: addDays(today, -STATISTICS_DAYS), to: today });

/** The period in the page's address; what is not a day there counts as missing. */
export function periodOf(address: URLSearchParams, today: WallDate): DateRange {
  const [from, to] = [address.get('from'), address.get('to')];
  const usual = lastDays(today);
  return {
    from: from !== null && isWallDate(from) ? from : usual.from,
    to: to !== null && isWallDate(to) ? to : usual.to,
  };
}

/** Whole months and years: what an owner asks for most. */
export const QUICK_PERIODS: readonly { label: string; of: (today: WallDate) => DateRange }[] = [
  {
    label: 'Ovaj mesec',
    of: (today) => {
      const from = firstOfMonth(today);
      return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) };
    },
  },
  {
    label: 'Prošli mesec',
    of: (today) => {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    },
  },
  {
    label: 'Ova godina',
    of: (today) => ({ from: wallDateOf(yearOf(today), 1, 1), to: wallDateOf(yearOf(today), 12, 31) }),
  },
];

export const isSamePeriod = (a: DateRange, b: DateRange): boolean => a.from === b.from && a.to === b.to;
