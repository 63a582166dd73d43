import { expect, test } from 'vitest';
import type { ShortClockTime, WallTime } from '../wall-clock.ts';
import type { AppointmentStatus } from './appointments.ts';
import {
  hoursOf,
  roomOn,
  rowInTheWay,
  startNow,
  startWithRoom,
  suggestedStart,
  tappedStart,
  walkInMinutes,
} from './room.ts';

const DAY = '2026-11-18';
const at = (clock: string) => `${DAY} ${clock}:00` as WallTime;
const row = (times: string, status: AppointmentStatus = 'BOOKED') => {
  const [start = '', end = ''] = times.split('-');
  return { start_datetime: at(start), end_datetime: at(end), status };
};
const YESTERDAY_NOON: WallTime = '2026-11-17 12:00:00';
const hours = { from: '08:00', to: '21:00' } as const;

test.each([
  ['2026-11-18', '2026-11-17 11:20:00', '09:00'],
  ['2026-11-16', '2026-11-17 11:20:00', '09:00'],
  ['2026-11-17', '2026-11-17 11:20:00', '12:00'],
  ['2026-11-17', '2026-11-17 11:00:00', '12:00'],
  ['2026-11-17', '2026-11-17 05:10:00', '09:00'],
  ['2026-11-17', '2026-11-17 18:59:00', '19:00'],
  ['2026-11-17', '2026-11-17 20:01:00', '20:00'],
  ['2026-11-17', '2026-11-17 23:30:00', '20:00'],
] as const)('for a slot on %s, the form that opens at %s suggests %s', (date, now, start) => {
  expect(suggestedStart(date, now)).toBe(start);
});

test.each([
  ['10:00', '10:00'],
  ['10:14', '10:00'],
  ['10:15', '10:15'],
  ['06:00', '06:00'],
  ['05:59', '06:00'],
  ['21:44', '21:30'],
  ['21:59', '21:45'],
  ['22:00', '21:45'],
])('a tap at %s suggests %s', (tapped, start) => {
  expect(tappedStart(at(tapped))).toBe(start);
});

test.each<[string, ReturnType<typeof startNow>]>([
  ['11:22:29', { start: '11:20', mostMinutes: 640 }],
  ['11:22:30', { start: '11:25', mostMinutes: 635 }],
  ['05:57:29', null],
  ['05:57:30', { start: '06:00', mostMinutes: 960 }],
  ['21:57:29', { start: '21:55', mostMinutes: 5 }],
  ['21:57:30', null],
  ['23:10:00', null],
])('a walk-in at %s starts at %j', (clock, start) => {
  expect(startNow(`${DAY} ${clock}` as WallTime)).toEqual(start);
});

test.each<[string, AppointmentStatus, AppointmentStatus, boolean]>([
  ['a booking', 'BOOKED', 'BOOKED', true],
  ['a blocked time', 'BLOCKED', 'BOOKED', true],
  ['a free slot is replaced', 'AVAILABLE', 'BOOKED', false],
  ['a free slot overlapped by a free slot', 'AVAILABLE', 'AVAILABLE', true],
  ['a free slot overlapped by a blocked time', 'AVAILABLE', 'BLOCKED', false],
  ['a CANCELLED appointment', 'CANCELLED', 'BOOKED', false],
])('%s (whether an existing %s row prevents a new %s row: %s)', (_, status, wanted, isInTheWay) => {
  expect(rowInTheWay(row('10:00-11:00'), wanted, [row('10:30-11:30', status)]) !== undefined).toBe(
    isInTheWay,
  );
});

test('rows that only touch the new row do not block it; of several overlapping rows, the earliest is returned', () => {
  const rows = [row('12:00-13:00'), row('09:00-10:00'), row('11:30-12:00')];
  expect(rowInTheWay(row('10:00-11:30'), 'BOOKED', rows)).toBeUndefined();
  expect(rowInTheWay(row('10:00-12:30'), 'BOOKED', rows)).toBe(rows[2]);
});

const TAKEN = [row('10:30-13:00'), row('14:15-16:15'), row('16:15-19:15')];

test.each<[string, number, ShortClockTime, WallTime, ReturnType<typeof row>[], string[]]>([
  ['each gap that is long enough', 60, '15:00', YESTERDAY_NOON, TAKEN, ['08:00', '13:00', '19:15']],
  ['a gap of exactly the length', 75, '15:00', YESTERDAY_NOON, TAKEN, ['08:00', '13:00', '19:15']],
  ['no gap that is 5 minutes too short', 80, '15:00', YESTERDAY_NOON, TAKEN, ['08:00', '19:15']],
  ['gaps until the last hour', 105, '15:00', YESTERDAY_NOON, TAKEN, ['08:00', '19:15']],
  ['no gap that ends after the last hour', 110, '15:00', YESTERDAY_NOON, TAKEN, ['08:00']],
  ['none', 155, '15:00', YESTERDAY_NOON, TAKEN, []],
  ['today from now, rounded up to the step', 60, '15:00', at('13:01'), TAKEN, ['13:05', '19:15']],
  ['nothing in the rest of a gap that is too short', 60, '15:00', at('13:16'), TAKEN, ['19:15']],
  ['nothing late in the evening', 15, '15:00', at('20:50'), TAKEN, []],
  ['a free slot is a gap', 60, '15:00', YESTERDAY_NOON, [row('08:00-21:30', 'AVAILABLE')], ['08:00']],
  ['a blocked day has no gap', 60, '15:00', YESTERDAY_NOON, [row('06:00-21:30', 'BLOCKED')], []],
  ['an odd end is rounded up to the step', 60, '09:00', YESTERDAY_NOON, [row('06:00-10:03')], ['10:05']],
  ['no gap before the first hour', 30, '06:00', YESTERDAY_NOON, [row('08:15-21:00')], []],
  ['no gap after the last hour', 30, '06:00', YESTERDAY_NOON, [row('08:00-21:00'), row('21:30-22:00')], []],
  ['today before the first hour', 60, '09:00', at('04:00'), [row('12:00-22:00')], ['08:00']],
  ['a whole day in the past', 60, '09:00', '2026-11-19 12:00:00', TAKEN, ['08:00', '13:00', '19:15']],
  ['rows in any order', 60, '15:00', YESTERDAY_NOON, TAKEN.toReversed(), ['08:00', '13:00', '19:15']],
])('finds the gaps of a day: %s', (_, minutes, start, now, rows, found) => {
  expect(roomOn({ date: DAY, minutes, status: 'BOOKED', start, hours }, rows, now)).toEqual(found);
});

test('the gaps of a day ignore appointments of other days', () => {
  const wanted = { date: DAY, minutes: 60, status: 'BOOKED', start: '09:00', hours } as const;
  const others = { ...row('06:00-22:00'), start_datetime: '2026-11-17 06:00:00' } as const;
  expect(roomOn(wanted, [others], YESTERDAY_NOON)).toEqual(['08:00']);
});

test('if no gap after the wanted start is long enough, the nearest start before it is proposed', () => {
  const wanted = { date: DAY, minutes: 60, status: 'BOOKED', start: '20:00', hours } as const;
  expect(startWithRoom(wanted, [...TAKEN, row('19:15-22:00')], YESTERDAY_NOON)).toBe('13:00');
});

test('of many gaps, the five nearest to the wanted start are returned in order of time', () => {
  const begins = Array.from({ length: 8 }, (_, n) => 6 + 2 * n).map((hour) => String(hour).padStart(2, '0'));
  const rows = begins.map((hour) => row(`${hour}:00-${hour}:30`));
  const wanted = { date: DAY, minutes: 60, status: 'BOOKED', start: '14:00', hours } as const;
  expect(roomOn(wanted, rows, YESTERDAY_NOON)).toEqual(['10:30', '12:30', '14:30', '16:30', '18:30']);
});

test.each<[string, ShortClockTime, number, ShortClockTime]>([
  ['a start with room stays', '08:15', 120, '08:15'],
  ['a taken start moves to the next gap', '11:00', 60, '13:00'],
  ['a taken start skips a gap that is too short', '11:00', 80, '19:15'],
  ['a taken start moves to an earlier gap if no later gap is long enough', '11:00', 120, '08:00'],
  ['a taken start stays if no gap of the day is long enough', '11:00', 600, '11:00'],
  ['a start before the first hour moves into the hours', '07:55', 60, '08:00'],
  ['a start that ends after the last hour moves to an earlier gap', '20:05', 60, '19:15'],
])('the start that the form suggests: %s', (_, start, minutes, found) => {
  expect(startWithRoom({ date: DAY, minutes, status: 'BOOKED', start, hours }, TAKEN, YESTERDAY_NOON)).toBe(
    found,
  );
});

test.each<[string, string[], ReturnType<typeof hoursOf>]>([
  ['no time is open or planned', [], { from: '08:00', to: '20:00' }],
  ['one time', ['09:00-13:00'], { from: '09:00', to: '13:00' }],
  [
    'several times in any order',
    ['14:00-21:00', '06:30-10:00', '10:00-11:00'],
    { from: '06:30', to: '21:00' },
  ],
])('the hours of a day: %s', (_, times, found) => {
  expect(hoursOf(times.map((one) => row(one)))).toEqual(found);
});

test.each<[string, ReturnType<typeof row>[], number, number]>([
  ['an hour', [], 300, 60],
  ['an hour, if the next begins then', [row('11:00-12:00')], 300, 60],
  ['until the next booking', [row('10:55-12:00')], 300, 55],
  ['until the next block', [row('10:05-10:10', 'BLOCKED')], 300, 5],
  ['an hour over free time', [row('10:10-12:00', 'AVAILABLE')], 300, 60],
  ['until closing time', [], 45, 45],
  ['an hour if somebody is there, which the form then names', [row('09:30-10:30')], 300, 60],
])('the length of a walk-in at 10:00: %s', (_, rows, most, minutes) => {
  expect(walkInMinutes(at('10:00'), most, rows)).toBe(minutes);
});
