import { expect, test } from 'vitest';
import type { WallDate, WallTime } from '../wall-clock.ts';
import {
  greetingByHour,
  greetingDate,
  recentDay,
  seeYou,
  shortDay,
  shortDays,
  shortMoment,
  shortTimes,
  whenTold,
} from './near-days.ts';

const TODAY = '2026-11-17';

test.each<[WallDate, string]>([
  ['2026-11-18', 'sre 18. nov'],
  ['2026-12-31', 'čet 31. dec'],
  ['2027-01-01', 'pet 1. jan 2027'],
])('%s on a button reads %s', (date, words) => {
  expect(shortDay(date, TODAY)).toBe(words);
});

test.each<[WallDate, WallDate, string]>([
  ['2026-11-30', '2026-11-30', 'pon 30. nov'],
  ['2026-11-30', '2026-12-05', 'pon 30. nov - sub 5. dec'],
  ['2026-12-30', '2027-01-02', 'sre 30. dec - sub 2. jan 2027'],
])('the days from %s to %s read %s', (from, to, words) => {
  expect(shortDays(from, to, TODAY)).toBe(words);
});

test.each<[WallTime, string]>([
  ['2026-11-26 18:00:00', 'čet 26. u 18:00'],
  ['2026-11-30 09:05:00', 'pon 30. u 09:05'],
  ['2026-12-01 09:05:00', 'uto 1. dec u 09:05'],
  ['2026-11-04 18:00:00', 'sre 4. u 18:00'],
  ['2026-11-03 18:00:00', 'uto 3. nov u 18:00'],
  ['2027-01-01 10:00:00', 'pet 1. jan 2027 u 10:00'],
])('a new appointment at %s reads %s', (at, words) => {
  expect(shortMoment(at, TODAY)).toBe(words);
});

test.each<[WallDate, string]>([
  ['2026-11-17', 'danas'],
  ['2026-11-18', 'sutra'],
  ['2026-11-16', 'juče'],
  ['2026-11-19', 'u četvrtak'],
  ['2026-11-23', 'u ponedeljak'],
  ['2026-11-24', '24. novembra'],
  ['2026-11-11', 'u sredu'],
  ['2026-11-10', '10. novembra'],
  ['2025-11-10', '10. novembra 2025'],
])('%s in a list of recent days reads %s', (date, words) => {
  expect(recentDay(date, TODAY)).toBe(words);
});

test.each<[WallTime, string]>([
  ['2026-11-17 07:24:00', 'danas u 07:24'],
  ['2026-11-16 12:02:00', 'juče u 12:02'],
  ['2026-11-15 18:30:00', 'ned 15. nov u 18:30'],
  ['2026-11-18 08:00:00', 'sre 18. nov u 08:00'],
  ['2026-01-01 00:05:00', 'čet 1. jan u 00:05'],
  ['2025-12-31 23:59:00', 'sre 31. dec 2025 u 23:59'],
])('the time %s of a notification reads %s', (at, words) => {
  expect(whenTold(at, TODAY)).toBe(words);
});

test.each<[WallTime, WallTime, string]>([
  ['2026-11-25 11:15:00', '2026-11-25 12:15:00', 'sre 25. nov, 11:15 - 12:15'],
  ['2027-01-04 09:00:00', '2027-01-04 10:00:00', 'pon 4. jan 2027, 09:00 - 10:00'],
])('an appointment from %s to %s reads %s', (start, end, words) => {
  expect(shortTimes(start, end, TODAY)).toBe(words);
});

test.each<[WallDate, WallDate | null, string]>([
  ['2026-11-17', TODAY, 'Vidimo se danas.'],
  ['2026-11-18', TODAY, 'Vidimo se sutra.'],
  ['2026-11-19', TODAY, 'Vidimo se u četvrtak.'],
  ['2026-11-23', TODAY, 'Vidimo se u ponedeljak.'],
  ['2026-11-24', TODAY, 'Vidimo se u utorak, 24. novembra.'],
  ['2026-12-01', TODAY, 'Vidimo se u utorak, 1. decembra.'],
  ['2027-01-01', TODAY, 'Vidimo se u petak, 1. januara 2027.'],
  ['2026-11-16', TODAY, 'Vidimo se u ponedeljak, 16. novembra.'],
  ['2026-11-18', null, 'Vidimo se u sredu, 18. novembra.'],
])('the farewell for an appointment on %s, booked on %s, is ‘%s’', (date, today, words) => {
  expect(seeYou(date, today)).toBe(words);
});

test.each([
  ['03:59', 'Dobro veče'],
  ['04:00', 'Dobro jutro'],
  ['11:59', 'Dobro jutro'],
  ['12:00', 'Dobar dan'],
  ['17:59', 'Dobar dan'],
  ['18:00', 'Dobro veče'],
] as const)('the greeting at %s is %s', (clock, greeting) => {
  expect(greetingByHour(`2025-03-05 ${clock}:00`)).toBe(greeting);
});

test('the date next to the greeting', () => expect(greetingDate('2025-03-05')).toBe('05. Mart 2025.'));
