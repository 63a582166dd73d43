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
    'live ones stand by start',
    [row(2, '12:00', '13:00'), row(1, '09:00', '10:00')],
    [
      [1, null, 0],
      [2, null, 0],
    ],
  ],
  ['a cancelled one alone has the full width', [cancelled(1, '09:00', '10:00')], [[1, null, 0]]],
  [
    'appointments that only touch keep the full width',
    [row(1, '09:00', '10:00'), cancelled(2, '10:00', '11:00')],
    [
      [1, null, 0],
      [2, null, 0],
    ],
  ],
  [
    'a cancelled one next to a live one is a strip',
    [row(1, '09:00', '10:00'), cancelled(2, '09:30', '10:30')],
    [
      [1, null, 1],
      [2, 0, 0],
    ],
  ],
  [
    'two cancelled ones at the same time need two strips',
    [row(1, '09:00', '10:00'), cancelled(2, '09:00', '10:00'), cancelled(3, '09:00', '10:00')],
    [
      [1, null, 2],
      [2, 0, 0],
      [3, 1, 0],
    ],
  ],
  [
    'two cancelled ones after each other share a strip',
    [row(1, '09:00', '11:00'), cancelled(2, '09:00', '10:00'), cancelled(3, '10:00', '11:00')],
    [
      [1, null, 1],
      [2, 0, 0],
      [3, 0, 0],
    ],
  ],
  [
    'of two cancelled ones without a live one the second is the strip',
    [cancelled(1, '09:00', '10:00'), cancelled(2, '09:00', '10:00')],
    [
      [1, null, 1],
      [2, 0, 0],
    ],
  ],
])('appointments get their lanes: %s', (_, rows, placed) => {
  expect(lanes(rows)).toEqual(placed);
});
