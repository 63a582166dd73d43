import { expect, test } from 'vitest';
import type { WallDate, WallTime } from '../wall-clock.ts';
import { recentDay, shortDay, shortMoment } from './near-days.ts';

const TODAY = '2026-11-17';

test.each<[WallDate, string]>([
  ['2026-11-18', 'sre 18. nov'],
  ['2026-12-31', 'čet 31. dec'],
  ['2027-01-01', 'pet 1. jan 2027'],
])('%s on a button is %s', (date, words) => {
  expect(shortDay(date, TODAY)).toBe(words);
});

test.each<[WallTime, string]>([
  ['2026-11-26 18:00:00', 'čet 26. u 18:00'],
  ['2026-11-30 09:05:00', 'pon 30. u 09:05'],
  ['2026-12-01 09:05:00', 'uto 1. dec u 09:05'],
  ['2026-11-04 18:00:00', 'sre 4. u 18:00'],
  ['2026-11-03 18:00:00', 'uto 3. nov u 18:00'],
  ['2027-01-01 10:00:00', 'pet 1. jan 2027 u 10:00'],
])('%s that was just made is %s', (at, words) => {
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
])('%s among the recent ones is %s', (date, words) => {
  expect(recentDay(date, TODAY)).toBe(words);
});
