import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { placedOn } from './lanes.ts';

const row = (id: number, from: string, to: string, status: SalonAppointment['status'] = 'BOOKED') =>
  ({
    id,
    status,
    start_datetime: `2026-11-17 ${from}:00`,
    end_datetime: `2026-11-17 ${to}:00`,
  }) as SalonAppointment;
const cancelled = (id: number, from: string, to: string) => row(id, from, to, 'CANCELLED');
const lanes = (rows: SalonAppointment[]) =>
  placedOn(rows).map(({ row: { id }, lane, stripCount }) => [id, lane, stripCount]);

test.each([
  [
    'active appointments are sorted by start',
    [row(2, '12:00', '13:00'), row(1, '09:00', '10:00')],
    [
      [1, null, 0],
      [2, null, 0],
    ],
  ],
  ['a canceled appointment alone has the full width', [cancelled(1, '09:00', '10:00')], [[1, null, 0]]],
  [
    'adjacent appointments keep the full width',
    [row(1, '09:00', '10:00'), cancelled(2, '10:00', '11:00')],
    [
      [1, null, 0],
      [2, null, 0],
    ],
  ],
  [
    'a canceled appointment next to an active one is a strip',
    [row(1, '09:00', '10:00'), cancelled(2, '09:30', '10:30')],
    [
      [1, null, 1],
      [2, 0, 0],
    ],
  ],
  [
    'two canceled appointments at the same time need two strips',
    [row(1, '09:00', '10:00'), cancelled(2, '09:00', '10:00'), cancelled(3, '09:00', '10:00')],
    [
      [1, null, 2],
      [2, 0, 0],
      [3, 1, 0],
    ],
  ],
  [
    'two canceled appointments after each other share a strip',
    [row(1, '09:00', '11:00'), cancelled(2, '09:00', '10:00'), cancelled(3, '10:00', '11:00')],
    [
      [1, null, 1],
      [2, 0, 0],
      [3, 0, 0],
    ],
  ],
  [
    'the second of two canceled appointments without an active one is a strip',
    [cancelled(1, '09:00', '10:00'), cancelled(2, '09:00', '10:00')],
    [
      [1, null, 1],
      [2, 0, 0],
    ],
  ],
])('places appointments in lanes: %s', (_, rows, placed) => {
  expect(lanes(rows)).toEqual(placed);
});
