import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import type { ShortClockTime, WallTime } from '#domain/wall-clock.ts';
import { dropTarget, type Grip } from './drag.ts';

const on = (moment: `${number} ${ShortClockTime}`): WallTime => `2026-11-${moment}:00`;
const row = { id: 1, start_datetime: on('17 09:00'), end_datetime: on('17 11:00') } as SalonAppointment;
const crooked = { id: 2, start_datetime: on('17 14:05'), end_datetime: on('17 16:05') } as SalonAppointment;

test.each([
  ['moved down', 'move', row, '17 09:30', '17 12:30', '17 12:00', '17 14:00'],
  ['moved to another day', 'move', row, '17 09:30', '19 12:30', '19 12:00', '19 14:00'],
  [
    'moved by less than half a quarter, without effect',
    'move',
    row,
    '17 09:30',
    '17 09:37',
    '17 09:00',
    '17 11:00',
  ],
  [
    'snapped to the clock, not to steps from the old time',
    'move',
    crooked,
    '17 15:00',
    '17 15:20',
    '17 14:30',
    '17 16:30',
  ],
  [
    'a start off the quarters, moved by less than half a quarter, without effect',
    'move',
    crooked,
    '17 15:00',
    '17 15:07',
    '17 14:05',
    '17 16:05',
  ],
  [
    'a start off the quarters, moved by more than half a quarter',
    'move',
    crooked,
    '17 15:00',
    '17 15:08',
    '17 14:15',
    '17 16:15',
  ],
  [
    'a start off the quarters, moved to another day',
    'move',
    crooked,
    '17 15:00',
    '18 15:00',
    '18 14:00',
    '18 16:00',
  ],
  [
    'dragged from its lower end to the top of another day',
    'move',
    row,
    '17 10:59',
    '18 06:00',
    '18 06:00',
    '18 08:00',
  ],
  [
    'moved beyond the closing time, placed before it',
    'move',
    row,
    '17 09:00',
    '17 21:30',
    '17 20:00',
    '17 22:00',
  ],
  ['top handle up', 'top', row, '17 09:02', '17 08:02', '17 08:00', '17 11:00'],
  ['top handle below the end', 'top', row, '17 09:00', '17 13:00', '17 10:45', '17 11:00'],
  ['bottom handle down', 'bottom', row, '17 10:58', '17 11:28', '17 09:00', '17 11:30'],
  [
    'a handle moved by less than half a quarter, without effect',
    'bottom',
    row,
    '17 10:50',
    '17 10:57',
    '17 09:00',
    '17 11:00',
  ],
  [
    'a handle moved by less than half a quarter leaves a start off the quarters unchanged',
    'top',
    crooked,
    '17 14:10',
    '17 14:15',
    '17 14:05',
    '17 16:05',
  ],
  [
    'the edge snaps to the pointer, not to the distance moved',
    'bottom',
    row,
    '17 10:50',
    '17 11:32',
    '17 09:00',
    '17 11:30',
  ],
  ['bottom handle above the start', 'bottom', row, '17 11:00', '17 07:00', '17 09:00', '17 09:15'],
  ['a handle stays on its day', 'bottom', row, '17 11:00', '19 12:00', '17 09:00', '17 12:00'],
] as const)(
  'a dragged appointment snaps to quarters of an hour: %s',
  (_, kind, pressedRow, at, to, start, end) => {
    const grip: Grip = { kind, row: pressedRow, at: on(at), technician: null };
    expect(dropTarget(grip, on(to))).toEqual({ start_datetime: on(start), end_datetime: on(end) });
  },
);

test.each([
  ['down', '17 10:03', '17 11:01', '17 10:00', '17 11:00'],
  ['up', '17 11:01', '17 10:03', '17 10:00', '17 11:00'],
  ['over another day, on the first day', '17 10:00', '18 11:00', '17 10:00', '17 11:00'],
] as const)('a slot is drawn between both ends of the drag: %s', (_, from, to, start, end) => {
  expect(dropTarget({ kind: 'draw', row: null, technician: null, at: on(from) }, on(to))).toEqual({
    start_datetime: on(start),
    end_datetime: on(end),
  });
});

test('a drag of less than a quarter of an hour draws no slot', () => {
  expect(
    dropTarget({ kind: 'draw', row: null, technician: null, at: on('17 10:00') }, on('17 10:07')),
  ).toBeUndefined();
});
