import { expect, test } from 'vitest';
import type { WallTime } from '#domain/wall-clock.ts';
import { firstFree, offeredDays } from './visitor-home.tsx';

test.each([
  ['offers 15 days from a Tuesday', '2026-11-17', 15, '2026-11-17', '2026-12-01'],
  ['starts on Monday if today is Sunday', '2026-11-22', 15, '2026-11-23', '2026-12-05'],
  ['ends on Saturday instead of Sunday', '2026-11-16', 7, '2026-11-16', '2026-11-21'],
  ['offers seven days from Tuesday to Monday', '2026-11-17', 7, '2026-11-17', '2026-11-23'],
] as const)('the home page %s', (_what, today, count, from, to) => {
  expect(offeredDays(today, count)).toEqual({ from, to });
});

const slot = (start: WallTime) => ({
  start_datetime: start,
  end_datetime: start.replace(':00:00', ':30:00') as WallTime,
});

test('the home page shows the next three free slots, without two that start at the same time and without Sundays', () => {
  const slots = [
    slot('2026-11-21 11:00:00'),
    slot('2026-11-22 12:00:00'),
    slot('2026-11-23 09:00:00'), // the next slot is another technician's slot at the same time; the list contains this time once
    slot('2026-11-23 09:00:00'),
    slot('2026-11-23 11:00:00'),
    slot('2026-11-24 09:00:00'),
  ];
  expect(firstFree(slots).map(({ start_datetime }) => start_datetime)).toEqual([
    '2026-11-21 11:00:00',
    '2026-11-23 09:00:00',
    '2026-11-23 11:00:00',
  ]);
});
