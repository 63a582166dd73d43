import { describe, expect, test } from 'vitest';
import type { ClockTime, WallTime } from '../wall-clock.ts';
import type { Attended } from './attendance.ts';
import { isDayOver, stillFreeText } from './day.ts';

const at = (clock: ClockTime): WallTime => `2026-11-17 ${clock}`;
const until = (clock: ClockTime, attended: Attended = null) => ({ end_datetime: at(clock), attended });

describe('isDayOver', () => {
  test.each([
    ['over without bookings', [], at('07:00:00'), true],
    ['not over before the only booking', [until('10:00:00')], at('08:00:00'), false],
    ['not over a second before the end of the only booking', [until('10:00:00')], at('09:59:59'), false],
    ['over at the end of the only booking', [until('10:00:00')], at('10:00:00'), true],
    ['not over between two bookings', [until('10:00:00'), until('12:00:00')], at('11:00:00'), false],
    ['over after both bookings', [until('10:00:00'), until('12:00:00')], at('12:00:00'), true],
    [
      'not over during a long booking that began first and ends last',
      [until('14:00:00'), until('12:00:00')],
      at('13:00:00'),
      false,
    ],
    ['over when only a no-show remains', [until('10:00:00'), until('12:00:00', 0)], at('11:00:00'), true],
    ['not over during an attended booking', [until('10:00:00', 1)], at('09:30:00'), false],
  ] as const)('the day is %s', (_, visits, now, isOver) => expect(isDayOver(visits, now)).toBe(isOver));
});

describe("the text that lists a day's free slots", () => {
  const slot = (from: ClockTime, to: ClockTime) => ({ start_datetime: at(from), end_datetime: at(to) });
  const first = slot('08:00:00', '09:00:00');
  const second = slot('13:30:00', '14:30:00');
  const third = slot('16:30:00', '17:30:00');
  test.each([
    ['nothing', [], null],
    ['one time', [second], 'Još slobodno: 13:30 - 14:30'],
    ['one time of two technicians', [second, second], 'Još slobodno: 13:30 - 14:30'],
    ['two times', [second, third], 'Još slobodno: 13:30 - 14:30 i 16:30 - 17:30'],
    ['three times', [first, second, third], 'Još slobodno: 08:00 - 09:00, 13:30 - 14:30 i 16:30 - 17:30'],
  ])('lists the free slots of a day with %s', (_, slots, text) => expect(stillFreeText(slots)).toBe(text));
});
