import { expect, test } from 'vitest';
import { holidayOn } from './holidays.ts';
import { daysFromTo, type WallDate, wallDateOf } from './wall-clock.ts';

/** The holidays of each year with Easter (Friday to Monday) and the days off after a Sunday, from the published calendars. */
const YEARS: ReadonlyArray<
  readonly [year: number, easter: readonly [string, string, string, string], made: readonly string[]]
> = [
  [2026, ['04-10', '04-11', '04-12', '04-13'], ['02-17']],
  [2027, ['04-30', '05-01', '05-02', '05-03'], ['05-04']],
  [2028, ['04-14', '04-15', '04-16', '04-17'], ['01-03']],
  [2029, ['04-06', '04-07', '04-08', '04-09'], ['11-12']],
  [2030, ['04-26', '04-27', '04-28', '04-29'], []],
  [2031, ['04-11', '04-12', '04-13', '04-14'], ['02-17']],
  [2032, ['04-30', '05-01', '05-02', '05-03'], ['02-17', '05-04']],
  [2033, ['04-22', '04-23', '04-24', '04-25'], ['01-03', '05-03']],
  [2034, ['04-07', '04-08', '04-09', '04-10'], ['01-03']],
  [2035, ['04-27', '04-28', '04-29', '04-30'], ['11-12']],
];
const FIXED = ['01-01', '01-02', '01-07', '02-15', '02-16', '05-01', '05-02', '11-11'];

test.each(YEARS)(
  '%i has the public holidays of Serbia, with the days off for Sundays, and no others',
  (year, easter, made) => {
    const days = daysFromTo(wallDateOf(year, 1, 1), wallDateOf(year, 12, 31));
    const expected = [...new Set([...FIXED, ...easter, ...made])].sort();
    expect(days.filter((day) => holidayOn(day) !== null)).toEqual(expected.map((day) => `${year}-${day}`));
  },
);

test.each([
  ['2026-01-01', 'Nova godina'],
  ['2026-01-07', 'Božić'],
  ['2026-02-15', 'Dan državnosti'],
  ['2026-02-17', 'Dan državnosti'],
  ['2026-04-10', 'Veliki petak'],
  ['2026-04-13', 'Drugi dan Uskrsa'],
  ['2026-05-02', 'Praznik rada'],
  ['2026-11-11', 'Dan primirja'],
  ['2027-05-02', 'Uskrs'],
  ['2027-05-04', 'Praznik rada'],
  ['2029-01-07', 'Božić'],
  ['2029-01-08', null], // no day off for Christmas on a Sunday
  ['2026-12-25', null],
] satisfies [WallDate, string | null][])('%s is %s', (date, name) => {
  expect(holidayOn(date)).toBe(name);
});
