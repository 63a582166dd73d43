import { STATISTICS_DAYS } from '#domain/limits.ts';
import { addDays, firstOfMonth, isWallDate, type WallDate, wallDateOf, yearOf } from '#domain/wall-clock.ts';

/** The days that the statistics are about, both ends included. */
export interface Period {
  from: WallDate;
  to: WallDate;
}

/** The last 30 days to today. docs/spec/product.md §2.18 */
const lastDays = (today: WallDate): Period => ({ from: addDays(today, -STATISTICS_DAYS), to: today });

/** The period in the page's address; what is not a day there counts as not said. */
export function periodOf(address: URLSearchParams, today: WallDate): Period {
  const [from, to] = [address.get('from'), address.get('to')];
  const usual = lastDays(today);
  return {
    from: from !== null && isWallDate(from) ? from : usual.from,
    to: to !== null && isWallDate(to) ? to : usual.to,
  };
}

/** Whole months and years: what an owner asks for most. */
export const QUICK_PERIODS: readonly { label: string; of: (today: WallDate) => Period }[] = [
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

export const isSamePeriod = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to;
