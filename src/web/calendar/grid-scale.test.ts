import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { firstHour, hoursShut, isInHours } from './grid-scale.ts';

test.each([
  ['2026-11-17 05:59:00', false],
  ['2026-11-17 06:00:00', true],
  ['2026-11-17 22:00:00', true],
  ['2026-11-17 22:01:00', false],
] as const)('isInHours: whether %s is within the hours of the grid: %s', (wall, isInside) => {
  expect(isInHours(wall)).toBe(isInside);
});

const hour = (from: string, to: string, status = 'BOOKED') =>
  ({
    status,
    start_datetime: `2026-11-17 ${from}:00`,
    end_datetime: `2026-11-17 ${to}:00`,
  }) as SalonAppointment;

test.each([
  ['none on a day without appointments', [], []],
  ['canceled appointments do not count', [hour('09:00', '10:00', 'CANCELLED')], []],
  [
    'before the first and after the last, not between',
    [hour('09:30', '10:00'), hour('14:00', '15:15', 'AVAILABLE')],
    [
      [0, 3.5],
      [9.25, 16],
    ],
  ],
  ['a day from the first to the last hour', [hour('06:00', '22:00')], []],
])('the hours that are shut: %s', (_, rows, shut) => {
  expect(hoursShut(rows)).toEqual(shut);
});

const TODAY = '2026-11-17';
const TOMORROW = '2026-11-18';
const row = (start: string, status: SalonAppointment['status'] = 'BOOKED') =>
  ({ status, start_datetime: `${start}:00`, end_datetime: `${start}:30` }) as SalonAppointment;

test.each([
  ['one hour before the first appointment', [TOMORROW], [row('2026-11-18 10:00')], '12:00', 3],
  [
    'before the earliest appointment of a week',
    [TODAY, TOMORROW],
    [row('2026-11-17 09:30'), row('2026-11-18 08:30')],
    '09:00',
    1.5,
  ],
  ['not before the opening', [TOMORROW], [row('2026-11-18 06:15')], '12:00', 0],
  ['a canceled appointment does not count', [TOMORROW], [row('2026-11-18 07:00', 'CANCELLED')], '12:00', 2],
  ['a free slot counts', [TOMORROW], [row('2026-11-18 12:00', 'AVAILABLE')], '12:00', 5],
  [
    'an appointment on a day of another month does not count',
    [TOMORROW],
    [row('2026-11-19 07:00')],
    '12:00',
    2,
  ],
  ['an empty day: at 08:00', [TOMORROW], [], '12:00', 2],
  ['today without appointments: an hour before now', [TODAY], [], '12:00', 5],
  ['today without appointments, before the opening time: at 08:00', [TODAY], [], '05:30', 2],
  [
    'today, if now stays visible: an hour before the first appointment',
    [TODAY],
    [row('2026-11-17 08:00')],
    '14:00',
    1,
  ],
  [
    'today, if now is an hour before the end of the visible part: an hour before the first appointment',
    [TODAY],
    [row('2026-11-17 08:00')],
    '14:00',
    1,
  ],
  ['today, a minute later: an hour before now', [TODAY], [row('2026-11-17 08:00')], '14:01', 7 + 1 / 60],
  ['today, before the first appointment: an hour before now', [TODAY], [row('2026-11-17 15:00')], '09:00', 2],
  [
    'today after closing time: an hour before the first appointment',
    [TODAY],
    [row('2026-11-17 08:00')],
    '22:30',
    1,
  ],
] as const)('where the grid first scrolls to: %s', (_, days, rows, clock, hour) => {
  const opening = { days: [...days], rows: [...rows], now: `${TODAY} ${clock}:00` as const };
  expect(firstHour(opening, 8)).toBeCloseTo(hour, 5);
});
