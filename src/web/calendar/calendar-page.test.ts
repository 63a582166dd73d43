import { expect, test } from 'vitest';
import { offeredStart } from './calendar-page.tsx';

test.each([
  ['2026-11-18', '2026-11-17 11:20:00', '09:00'],
  ['2026-11-17', '2026-11-17 11:20:00', '12:00'],
  ['2026-11-17', '2026-11-17 11:00:00', '12:00'],
  ['2026-11-17', '2026-11-17 05:10:00', '09:00'],
  ['2026-11-17', '2026-11-17 18:59:00', '19:00'],
  ['2026-11-17', '2026-11-17 20:01:00', '20:00'],
  ['2026-11-17', '2026-11-17 23:30:00', '20:00'],
] as const)('a new appointment on %s, at %s, is offered at %s', (date, now, start) => {
  expect(offeredStart(date, now)).toBe(start);
});
