import { expect, test } from 'vitest';
import { isInHours } from './grid-scale.ts';

test.each([
  ['2026-11-17 05:59:00', false],
  ['2026-11-17 06:00:00', true],
  ['2026-11-17 22:00:00', true],
  ['2026-11-17 22:01:00', false],
] as const)('the grid has a place for %s: %s', (wall, isInside) => {
  expect(isInHours(wall)).toBe(isInside);
});
