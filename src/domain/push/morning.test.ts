import { describe, expect, test } from 'vitest';
import type { WallTime } from '../wall-clock.ts';
import { isMorningDue, morningPush } from './morning.ts';

describe("isMorningDue: the owner's morning summary", () => {
  test.each([
    ['not due a second before the time', '2026-11-17 06:59:59', '07:00', false],
    ['due at the time', '2026-11-17 07:00:00', '07:00', true],
    ['due within two hours after a late start', '2026-11-17 08:59:59', '07:00', true],
    ['not due two hours later', '2026-11-17 09:00:00', '07:00', false],
    ['never due without a time', '2026-11-17 07:00:00', '', false],
    ['never due with an invalid time', '2026-11-17 07:00:00', '7h', false],
    ['due late in the evening until midnight', '2026-11-17 23:59:59', '23:30', true],
    ['not due after midnight for the day before', '2026-11-18 00:10:00', '23:30', false],
    ['due at midnight', '2026-11-18 00:00:00', '00:00', true],
    ['due at three when the night skips 02:30', '2027-03-28 03:00:00', '02:30', true],
    ['due twice when the night has 02:30 twice', '2026-10-25 02:30:00', '02:30', true],
  ] as const)('the morning summary is %s', (_, now, at, due) => expect(isMorningDue(now, at)).toBe(due));
});

const starts = (count: number): WallTime[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `2026-11-17 ${String(8 + Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}:00` as WallTime,
  );

describe('the text of the morning summary', () => {
  test.each([
    [1, 'Danas 1 termin, u 08:00'],
    [2, 'Danas 2 termina, prvi u 08:00'],
    [4, 'Danas 4 termina, prvi u 08:00'],
    [5, 'Danas 5 termina, prvi u 08:00'],
    [6, 'Danas 6 termina, prvi u 08:00'],
    [11, 'Danas 11 termina, prvi u 08:00'],
    [21, 'Danas 21 termin, prvi u 08:00'],
    [22, 'Danas 22 termina, prvi u 08:00'],
  ])('the summary of %i appointments is “%s”', (count, body) =>
    expect(morningPush('2026-11-17', starts(count).reverse())).toEqual({
      kind: 'OWNER_MORNING',
      title: 'Današnji termini',
      body,
      tag: 'morning-2026-11-17',
      url: '/',
    }),
  );

  test('a day without appointments has no summary', () =>
    expect(morningPush('2026-11-17', [])).toBeUndefined());
});
