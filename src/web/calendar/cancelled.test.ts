import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { retakenIds } from './cancelled.ts';

const row = (id: number, from: string, to: string, status: SalonAppointment['status']) =>
  ({
    id,
    status,
    start_datetime: `2026-11-${from}:00`,
    end_datetime: `2026-11-${to}:00`,
  }) as SalonAppointment;
const gone = (id: number) => row(id, '17 10:00', '17 11:00', 'CANCELLED');

test.each([
  ['alone it stays', [gone(1)], []],
  ['its time was booked again', [gone(1), row(2, '17 10:00', '17 11:00', 'BOOKED')], [1]],
  ['its time is free again', [gone(1), row(2, '17 10:00', '17 11:00', 'AVAILABLE')], [1]],
  ['its time is blocked', [gone(1), row(2, '17 10:00', '17 11:00', 'BLOCKED')], [1]],
  ['a part of its time was taken', [gone(1), row(2, '17 10:45', '17 11:15', 'BOOKED')], [1]],
  ['the one after it only touches it', [gone(1), row(2, '17 11:00', '17 12:00', 'BOOKED')], []],
  ['the one before it only touches it', [gone(1), row(2, '17 09:00', '17 10:00', 'BOOKED')], []],
  ['the same time of another day', [gone(1), row(2, '18 10:00', '18 11:00', 'BOOKED')], []],
  ['two cancelled ones do not hide each other', [gone(1), gone(2)], []],
])('a cancelled one is in the way: %s', (_, rows, ids) => {
  expect([...retakenIds(rows)]).toEqual(ids);
});
