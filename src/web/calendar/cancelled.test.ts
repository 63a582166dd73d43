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
  ['not when it is alone', [gone(1)], []],
  ['when its time was booked again', [gone(1), row(2, '17 10:00', '17 11:00', 'BOOKED')], [1]],
  ['when its time is free again', [gone(1), row(2, '17 10:00', '17 11:00', 'AVAILABLE')], [1]],
  ['when its time is blocked', [gone(1), row(2, '17 10:00', '17 11:00', 'BLOCKED')], [1]],
  ['when a part of its time was taken', [gone(1), row(2, '17 10:45', '17 11:15', 'BOOKED')], [1]],
  ['not for an adjacent later appointment', [gone(1), row(2, '17 11:00', '17 12:00', 'BOOKED')], []],
  ['not for an adjacent earlier appointment', [gone(1), row(2, '17 09:00', '17 10:00', 'BOOKED')], []],
  ['not for the same time of another day', [gone(1), row(2, '18 10:00', '18 11:00', 'BOOKED')], []],
  ['not for another canceled appointment', [gone(1), gone(2)], []],
])('a canceled appointment is hidden: %s', (_, rows, ids) => {
  expect([...retakenIds(rows)]).toEqual(ids);
});
