import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from './appointments.ts';
import type { Attended } from './attendance.ts';
import { daySum, daySumText } from './day-sum.ts';

const visit = (
  service_price: number | null,
  attended: Attended = null,
  status: AppointmentStatus = 'BOOKED',
) => ({ service_price, attended, status });

describe('daySum: the number and total price of the bookings of a day', () => {
  test.each([
    ['is empty without bookings', [], { count: 0, din: 0, withoutPrice: 0 }],
    ['adds prices', [visit(1800), visit(2500)], { count: 2, din: 4300, withoutPrice: 0 }],
    ['counts attended bookings', [visit(1800, 1)], { count: 1, din: 1800, withoutPrice: 0 }],
    ['leaves out no-shows', [visit(1800), visit(2500, 0)], { count: 1, din: 1800, withoutPrice: 0 }],
    [
      'is empty when all are no-shows',
      [visit(1800, 0), visit(null, 0)],
      { count: 0, din: 0, withoutPrice: 0 },
    ],
    [
      'counts bookings without a price separately',
      [visit(1800), visit(null)],
      { count: 2, din: 1800, withoutPrice: 1 },
    ],
    ['treats a price of 0 as no price', [visit(0), visit(1)], { count: 2, din: 1, withoutPrice: 1 }],
    ['adds fractions of a dinar', [visit(0.1), visit(0.2)], { count: 2, din: 0.3, withoutPrice: 0 }],
    ['ignores free slots', [visit(1800, null, 'AVAILABLE')], { count: 0, din: 0, withoutPrice: 0 }],
    ['ignores blocked slots', [visit(null, null, 'BLOCKED')], { count: 0, din: 0, withoutPrice: 0 }],
    [
      'ignores canceled appointments',
      [visit(1800, null, 'CANCELLED')],
      { count: 0, din: 0, withoutPrice: 0 },
    ],
  ])('the total of a day %s', (_, visits, sum) => expect(daySum(visits)).toEqual(sum));
});

describe('daySumText: the number and total price in words', () => {
  test.each([
    [{ count: 0, din: 0, withoutPrice: 0 }, '0 termina'],
    [{ count: 1, din: 1800, withoutPrice: 0 }, '1 termin, 1.800 din'],
    [{ count: 4, din: 5500, withoutPrice: 0 }, '4 termina, 5.500 din'],
    [{ count: 4, din: 5500, withoutPrice: 1 }, '4 termina, 5.500 din + 1 bez cene'],
    [{ count: 2, din: 0, withoutPrice: 2 }, '2 termina'],
    [{ count: 21, din: 0.5, withoutPrice: 20 }, '21 termin, 0,50 din + 20 bez cene'],
    [{ count: 1, din: 1_234_567, withoutPrice: 0 }, '1 termin, 1.234.567 din'],
  ])('the sum %j is written as “%s”', (sum, text) => expect(daySumText(sum)).toBe(text));
});
