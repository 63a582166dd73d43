import { expect, test } from 'vitest';
import type { AppointmentStatus } from '#domain/appointments.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { firstFree, offeredDays } from './first-free-slots.tsx';

test.each([
  ['15 days from a Tuesday', '2026-11-17', 15, '2026-12-01'],
  ['31 days are what one request may ask for', '2026-11-17', 31, '2026-12-17'],
  ['of 32 days the last is left out', '2026-11-17', 32, '2026-12-17'],
] as const)('%s', (_what, from, count, to) => {
  expect(offeredDays(from, count)).toEqual({ from, to });
});

const slot = (start: WallTime, status: AppointmentStatus = 'AVAILABLE') => ({
  status,
  start_datetime: start,
  end_datetime: start.replace(':00:00', ':30:00') as WallTime,
});
const NOW = '2026-11-21 10:00:00'; // a Saturday

test('the first free slots are three, soonest first, ahead, free and never on a Sunday', () => {
  const slots = [
    slot('2026-11-24 09:00:00'),
    slot('2026-11-23 11:00:00'),
    slot('2026-11-23 08:00:00', 'BOOKED'),
    slot('2026-11-22 12:00:00'),
    slot('2026-11-21 10:00:00'),
    slot('2026-11-21 11:00:00'),
    slot('2026-11-23 09:00:00'),
  ];
  expect(firstFree(slots, NOW).map(({ start_datetime }) => start_datetime)).toEqual([
    '2026-11-21 11:00:00',
    '2026-11-23 09:00:00',
    '2026-11-23 11:00:00',
  ]);
});

test('while the salon’s clock is not known nothing is free yet', () => {
  expect(firstFree([slot('2026-11-24 09:00:00')], null)).toEqual([]);
});
