import { describe, expect, test } from 'vitest';
import type { WallTime } from '../wall-clock.ts';
import { isSameVisit, noShowRefusal, noShowsSince, stageOf } from './attendance.ts';

const VISIT = { status: 'BOOKED', start_datetime: '2026-11-16 10:00:00' } as const;

describe('the recorded attendance of an appointment', () => {
  test.each([
    ['stays when nothing changes', VISIT, VISIT, true],
    [
      'is cleared by a change of the start',
      VISIT,
      { ...VISIT, start_datetime: '2026-11-16 10:05:00' as const },
      false,
    ],
    ['is cleared by a cancellation', VISIT, { ...VISIT, status: 'CANCELLED' as const }, false],
    ['is cleared when the row is booked again', { ...VISIT, status: 'CANCELLED' as const }, VISIT, false],
  ])('the recorded attendance %s', (_, before, after, isSame) =>
    expect(isSameVisit(before, after)).toBe(isSame),
  );
});

test.each<[WallTime, WallTime]>([
  ['2026-11-16 00:00:00', '2025-11-16 00:00:00'],
  ['2026-11-16 23:59:00', '2025-11-16 00:00:00'],
  ['2028-02-29 10:00:00', '2027-02-28 00:00:00'],
])('at %s only the no-shows since %s count', (now, since) => expect(noShowsSince(now)).toBe(since));

test.each([
  ['no limit', 9, 0, undefined],
  ['no limit, no no-show', 0, 0, undefined],
  ['one below the limit', 1, 2, undefined],
  ['the limit', 2, 2, 'call_salon'],
  ['above the limit', 3, 2, 'call_salon'],
])('the refusal of a booking because of the number of no-shows (%s) is $3', (_, noShows, limit, refusal) =>
  expect(noShowRefusal(noShows, limit)).toBe(refusal),
);

test.each([
  ['a free slot', 'AVAILABLE', '09:59', null, 'unbooked'],
  ['a blocked slot', 'BLOCKED', '11:00', null, 'unbooked'],
  ['a booking a minute before it begins', 'BOOKED', '09:59', null, 'ahead'],
  ['a booking whose client came before it begins', 'BOOKED', '09:10', 1, 'settled'],
  ['a booking that begins', 'BOOKED', '10:00', null, 'unmarked'],
  ['a past booking without a mark', 'BOOKED', '18:00', null, 'unmarked'],
  ['a booking whose client came', 'BOOKED', '18:00', 1, 'settled'],
  ['a booking whose client did not come', 'BOOKED', '10:30', 0, 'settled'],
  ['a canceled appointment', 'CANCELLED', '09:59', null, 'settled'],
] as const)('the stage of %s is $4', (_, status, clock, attended, stage) => {
  const start_datetime: WallTime = '2026-11-16 10:00:00';
  expect(stageOf({ status, start_datetime, attended }, `2026-11-16 ${clock}:00`)).toBe(stage);
});
