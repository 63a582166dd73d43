import { expect, test } from 'vitest';
import { isInHours, nowOn } from './grid-scale.ts';

test.each([
  ['2026-11-17 05:59:00', false],
  ['2026-11-17 06:00:00', true],
  ['2026-11-17 22:00:00', true],
  ['2026-11-17 22:01:00', false],
] as const)('the grid has a place for %s: %s', (wall, isInside) => {
  expect(isInHours(wall)).toBe(isInside);
});

test.each([
  ['2026-11-16', '2026-11-16 23:59:59'],
  ['2026-11-17', '2026-11-17 11:20:00'],
  ['2026-11-18', '2026-11-18 00:00:00'],
] as const)('at 11:20 on 17 November the current time of %s is %s', (day, clamped) => {
  expect(nowOn(day, '2026-11-17 11:20:00')).toBe(clamped);
});
