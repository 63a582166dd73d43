import { expect, test } from 'vitest';
import { addDays, weekdayOf } from '../salon-time.ts';
import { dayPartOf, dayPhase, firstFreeDay, stripDays } from './booking-strip.ts';

test.each([
  ['2025-03-03', '2025-03-03', '2025-03-17', 13],
  ['2025-03-08', '2025-03-08', '2025-03-22', 13],
  ['2025-03-09', '2025-03-10', '2025-03-22', 12],
  ['2025-12-29', '2025-12-29', '2026-01-12', 13],
])('from %s the strip runs from %s to %s with %d days', (today, first, last, count) => {
  const days = stripDays(today);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
});

test('whatever the day, no Sunday and never a day past the fifteenth', () => {
  for (let n = 0; n < 366; n += 1) {
    const today = addDays('2024-01-01', n);
    const days = stripDays(today);
    expect(days.every((date) => weekdayOf(date) !== 7 && date <= addDays(today, 14))).toBe(true);
    expect([12, 13]).toContain(days.length);
  }
});

test.each([
  [0, 'none'],
  [1, 'few'],
  [2, 'few'],
  [3, 'many'],
])('%d free slots look like %s', (count, phase) => {
  expect(dayPhase(count)).toBe(phase);
});

test.each([
  ['11:55', 'morning'],
  ['12:00', 'afternoon'],
])('a slot from %s belongs to the %s', (clock, part) => {
  expect(dayPartOf({ start_datetime: `2025-03-05 ${clock}:00` })).toBe(part);
});

test('the first free day is the earliest of the strip with a slot, whatever the order of the slots', () => {
  const slots = ['2025-03-07 09:00:00', '2025-03-05 18:00:00'].map((start_datetime) => ({ start_datetime }));
  expect(firstFreeDay(['2025-03-04', '2025-03-05', '2025-03-07'], slots)).toBe('2025-03-05');
  expect(firstFreeDay(['2025-03-04', '2025-03-06'], slots)).toBeUndefined();
});
