import { expect, test } from 'vitest';
import type { WallDate } from '#domain/wall-clock.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { inPercent, inPoints } from './money.ts';
import { changeInWords, periodBefore, periodOf, QUICK_PERIODS } from './period.ts';

const quick = (label: string, today: WallDate) => QUICK_PERIODS.find((one) => one.label === label)?.of(today);

test.each([
  ['Ovaj mesec', '2026-11-17', '2026-11-01', '2026-11-30'],
  ['Ovaj mesec', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['Ovaj mesec', '2028-02-01', '2028-02-01', '2028-02-29'],
  ['Prošli mesec', '2026-11-17', '2026-10-01', '2026-10-31'],
  ['Prošli mesec', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['Prošli mesec', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['Ova godina', '2026-11-17', '2026-01-01', '2026-12-31'],
] as const)('%s on %s is %s to %s', (label, today, from, to) => {
  expect(quick(label, today)).toEqual({ from, to });
});

test.each([
  ['', '2026-10-18', '2026-11-17'],
  ['from=2026-01-01&to=2026-02-01', '2026-01-01', '2026-02-01'],
  ['from=2026-02-30&to=yesterday', '2026-10-18', '2026-11-17'],
  ['from=2026-01-01', '2026-01-01', '2026-11-17'],
])('the query string ?%s selects %s to %s', (address, from, to) => {
  expect(periodOf(new URLSearchParams(address), '2026-11-17')).toEqual({ from, to });
});

test.each([
  ['one day → the previous day', '2026-11-17', '2026-11-17', '2026-11-16', '2026-11-16'],
  ['31 days → the previous 31', '2026-10-18', '2026-11-17', '2026-09-17', '2026-10-17'],
  ['a month → the longer previous month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['March → the shorter February', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['February of a leap year → January', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
  [
    'February without its leap day → the previous 28 days',
    '2028-02-01',
    '2028-02-28',
    '2028-01-04',
    '2028-01-31',
  ],
  ['January → December', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  [
    'a month without its last day → the previous 29 days',
    '2026-11-01',
    '2026-11-29',
    '2026-10-03',
    '2026-10-31',
  ],
  [
    'a month without its first day → the previous 29 days',
    '2026-11-02',
    '2026-11-30',
    '2026-10-04',
    '2026-11-01',
  ],
  ['three months → the previous three', '2026-03-01', '2026-05-31', '2025-12-01', '2026-02-28'],
  ['a year → the previous leap year', '2029-01-01', '2029-12-31', '2028-01-01', '2028-12-31'],
] as const)('previous period: %s', (_, from, to, beforeFrom, beforeTo) => {
  expect(periodBefore({ from, to })).toEqual({ from: beforeFrom, to: beforeTo });
});

test.each([
  ['the first day of year 1 has no previous period', '0001-01-01', '0001-01-01', null],
  ['the second day of year 1 has a previous period', '0001-01-02', '0001-01-02', '0001-01-01'],
  ['ten years have a previous period', '2016-01-01', '2025-12-31', '2006-01-01'],
] as const)('%s', (_, from, to, beforeFrom) => {
  expect(periodBefore({ from, to })?.from ?? null).toBe(beforeFrom);
});

test.each([
  [165, 153, '12 više (bilo 153)'],
  [12, 15, '3 manje (bilo 15)'],
  [15, 15, 'isto, 15'],
  [5, 0, '5 više (bilo 0)'],
  [0, 0, 'isto, 0'],
  [1234.5, 0.1, '1.234,40 više (bilo 0,10)'],
  [0.3, 0.1 + 0.2, 'isto, 0,30'],
])('%d compared with %d reads %s', (now, before, words) => {
  expect(changeInWords(now, before, formatNumber)).toBe(words);
});

test.each([
  [6, 3, '3 poena više (bilo 3%)'],
  [78.4, 83.5, '5,1 poen manje (bilo 83,5%)'],
  [79.5, 82, '2,5 poena manje (bilo 82%)'],
  [82, 82, 'isto, 82%'],
])('utilization %d compared with %d reads %s', (now, before, words) => {
  expect(changeInWords(now, before, inPercent, inPoints)).toBe(words);
});
