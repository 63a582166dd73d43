import { expect, test } from 'vitest';
import type { WallDate } from '#domain/wall-clock.ts';
import { clockTyped, dayTyped, isWholeClock, isWholeDay } from './typed-values.ts';

const NEAR = '2026-11-23' as WallDate;

test.each([
  ['5/3/2025', '2025-03-05'],
  ['05/03/2025', '2025-03-05'],
  ['05.03.2025', '2025-03-05'],
  ['5. 3. 2025.', '2025-03-05'],
  ['5-3-2025', '2025-03-05'],
  ['5 3 2025', '2025-03-05'],
  ['05032025', '2025-03-05'],
  ['050325', '2025-03-05'],
  ['5/3/25', '2025-03-05'],
  [' 2025-03-05 ', '2025-03-05'],
  ['2025-3-5', '2025-03-05'],
  ['30/11/2026', '2026-11-30'],
  ['11/30/2026', null],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', null],
  ['31.11.2026', null],
  ['0/3/2025', null],
  ['2025-13-01', null],
  ['0000-01-01', null],
  ['5/3/202', null],
  ['5/3/20255', null],
  ['5', null],
  ['sutra', null],
  ['', null],
])('dayTyped reads %j as %j', (typed, day) => {
  expect(dayTyped(typed, NEAR)).toBe(day);
});

test.each([
  ['5.10.', '2026-11-23', '2026-10-05'],
  ['5.1.', '2026-11-23', '2027-01-05'],
  ['24/5', '2026-11-23', '2027-05-24'],
  ['25/5', '2026-11-23', '2026-05-25'],
  ['31.12', '2027-01-04', '2026-12-31'],
  ['0503', '2025-03-01', '2025-03-05'],
  ['29.2.', '2027-12-01', '2028-02-29'],
  ['29.2.', '2026-01-01', null],
])('dayTyped reads %j without a year, near %s, as %j', (typed, near, day) => {
  expect(dayTyped(typed, near as WallDate)).toBe(day);
});

test.each([
  ['5/3/2025', true],
  ['05.03.2025.', true],
  ['05032025', true],
  ['2025-03-05', true],
  ['5/3/202', false],
  ['5/3/20', false],
  ['050320', false],
  ['5.3.', false],
  ['2025-03-0', false],
  ['', false],
])('the typed day %j is complete: %j', (typed, isWhole) => {
  expect(isWholeDay(typed)).toBe(isWhole);
});

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  ['900', '09:00'],
  ['930', '09:30'],
  ['0900', '09:00'],
  ['1745', '17:45'],
  ['9.30', '09:30'],
  ['17 45 h', '17:45'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['9:60', null],
  ['9:3', null],
  ['5:00 PM', null],
  ['podne', null],
  ['', null],
])('clockTyped reads %j as %j', (typed, clock) => {
  expect(clockTyped(typed)).toBe(clock);
});

test.each([
  ['9', false],
  ['17', false],
  ['113', false],
  ['1130', true],
  ['9:3', false],
  ['9:30', true],
  ['9.30', true],
  ['09:00', true],
])('the typed time %j is complete: %j', (typed, isWhole) => {
  expect(isWholeClock(typed)).toBe(isWhole);
});
