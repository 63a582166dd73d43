import { describe, expect, test } from 'vitest';
import * as t from './wall-clock.ts';

const BELGRADE = 'Europe/Belgrade';

describe('wallTimeAt: the local time at an instant', () => {
  test.each([
    ['2025-01-15T12:00:00Z', BELGRADE, '2025-01-15 13:00:00'],
    ['2025-07-15T12:00:00Z', BELGRADE, '2025-07-15 14:00:00'],
    ['2025-03-30T00:59:59Z', BELGRADE, '2025-03-30 01:59:59'],
    ['2025-03-30T01:00:00Z', BELGRADE, '2025-03-30 03:00:00'],
    ['2025-10-26T00:30:00Z', BELGRADE, '2025-10-26 02:30:00'],
    ['2025-10-26T01:30:00Z', BELGRADE, '2025-10-26 02:30:00'],
    ['2024-12-31T23:00:00Z', BELGRADE, '2025-01-01 00:00:00'],
    ['2024-02-28T23:00:00Z', BELGRADE, '2024-02-29 00:00:00'],
    ['2025-06-01T00:00:00Z', 'Asia/Kathmandu', '2025-06-01 05:45:00'],
    ['2025-06-01T00:00:00Z', 'America/New_York', '2025-05-31 20:00:00'],
    ['2025-01-01T00:00:00.999Z', 'America/St_Johns', '2024-12-31 20:30:00'],
    ['2025-06-01T00:00:07Z', 'UTC', '2025-06-01 00:00:07'],
  ])('at %s in %s the wall clock shows %s', (instant, zone, wall) => {
    expect(t.wallTimeAt(Date.parse(instant), zone)).toBe(wall);
  });

  test('a learned UTC offset is valid only for the quarter of an hour in which it was learned', () => {
    const at = (instant: string) => t.wallTimeAt(Date.parse(instant), 'Europe/Zagreb');
    t.learnZoneOffset(Date.parse('2025-03-30T00:52:00Z'), 'Europe/Zagreb', 7 * 60_000);
    expect([at('2025-03-30T00:45:00Z'), at('2025-03-30T00:59:59Z')]).toEqual([
      '2025-03-30 00:52:00',
      '2025-03-30 01:06:59',
    ]);
    expect([at('2025-03-30T00:44:59Z'), at('2025-03-30T01:00:00Z')]).toEqual([
      '2025-03-30 01:44:59',
      '2025-03-30 03:00:00',
    ]);
  });
});

describe('the formats of days, times of day and wall times', () => {
  test.each([
    ['2025-03-05', true],
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2025-04-31', false],
    ['2025-13-01', false],
    ['2025-00-10', false],
    ['2025-01-00', false],
    ['0000-01-01', false],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2025-3-5', false],
    ['2025-03-05 ', false],
    ['2025-03-05\n', false],
    ['now', false],
    ['infinity', false],
    ['', false],
  ])('whether %j is a day: %s', (text, good) => {
    expect(t.isWallDate(text)).toBe(good);
  });

  test.each([
    ['00:00:00', true],
    ['23:59:59', true],
    ['24:00:00', false],
    ['12:60:00', false],
    ['12:00:60', false],
    ['9:00:00', false],
    ['09:00', false],
  ])('whether %j is a time of day: %s', (text, good) => {
    expect(t.isClockTime(text)).toBe(good);
  });

  test.each([
    ['2025-03-05 10:00:00', true],
    ['2025-03-05T10:00:00', false],
    ['2025-03-05 10:00', false],
    ['2025-03-05 10:00:00.5', false],
    ['2025-02-30 10:00:00', false],
    ['2025-03-05 25:00:00', false],
    ['epoch', false],
  ])('whether %j is a wall time: %s', (text, good) => {
    expect(t.isWallTime(text)).toBe(good);
  });
});

test('a wall time can be split into day and clock time, and joined from both', () => {
  expect(t.dateOf('2025-03-05 09:05:00')).toBe('2025-03-05');
  expect(t.clockOf('2025-03-05 09:05:00')).toBe('09:05');
  expect(t.wallTimeOn('2025-03-05', '09:05')).toBe('2025-03-05 09:05:00');
  expect(t.wallTimeOn('2025-03-05', '09:05:30')).toBe('2025-03-05 09:05:30');
});

describe('arithmetic on the wall clock', () => {
  test.each([
    ['2025-03-05 09:00:00', 120, '2025-03-05 11:00:00'],
    ['2025-12-31 23:30:00', 60, '2026-01-01 00:30:00'],
    ['2024-02-28 23:59:00', 1, '2024-02-29 00:00:00'],
    ['2025-03-30 01:30:00', 60, '2025-03-30 02:30:00'],
    ['2025-10-26 01:30:00', 120, '2025-10-26 03:30:00'],
    ['2025-03-05 00:10:00', -15, '2025-03-04 23:55:00'],
    ['0001-01-01 00:00:00', 1, '0001-01-01 00:01:00'],
  ] as const)('%s plus %d minutes is %s', (wall, minutes, result) => {
    expect(t.addMinutes(wall, minutes)).toBe(result);
    expect(t.minutesBetween(wall, result)).toBe(minutes);
  });

  test.each([
    ['2025-03-29', 1, '2025-03-30'],
    ['2025-03-30', 1, '2025-03-31'],
    ['2025-10-25', 2, '2025-10-27'],
    ['2025-03-01', -1, '2025-02-28'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-12-31', 1, '2025-01-01'],
    ['2025-01-01', 365, '2026-01-01'],
  ] as const)('%s plus %d days is %s', (date, days, result) => {
    expect(t.addDays(date, days)).toBe(result);
    expect(t.daysBetween(date, result)).toBe(days);
  });

  test.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', -1, '2023-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2025-02-28', -1, '2024-02-28'],
    ['2025-12-31', 1, '2026-12-31'],
  ] as const)('%s plus %d years is %s', (date, years, result) => {
    expect(t.yearsFrom(date, years)).toBe(result);
  });

  test.each([
    ['2026-11-17', -24, '2024-11-17'],
    ['2026-11-17', -11, '2025-12-17'],
    ['2026-11-17', -10, '2026-01-17'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2025-12-31', 1, '2026-01-31'],
    ['2025-10-31', 1, '2025-11-30'],
    ['2025-11-30', 1, '2025-12-30'],
  ] as const)('%s plus %d months is %s', (date, months, result) => {
    expect(t.addMonths(date, months)).toBe(result);
  });
});

test.each([
  ['2025-10-25', '2025-10-27', ['2025-10-25', '2025-10-26', '2025-10-27']],
  ['2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
  ['2025-03-05', '2025-03-05', ['2025-03-05']],
  ['2025-03-05', '2025-03-04', []],
] as const)('lists the days from %s to %s', (from, to, days) => {
  expect(t.daysFromTo(from, to)).toEqual(days);
});

describe('the weekdays of dates', () => {
  test.each([
    ['2025-03-03', 1, '2025-03-03'],
    ['2025-03-08', 6, '2025-03-03'],
    ['2025-03-09', 7, '2025-03-03'],
    ['2025-03-10', 1, '2025-03-10'],
    ['2025-01-01', 3, '2024-12-30'],
    ['2024-02-29', 4, '2024-02-26'],
  ] as const)('%s is weekday %d of the week of %s', (date, weekday, monday) => {
    expect(t.weekdayOf(date)).toBe(weekday);
    expect(t.startOfWeek(date)).toBe(monday);
  });
});
