import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from './appointments.ts';
import type { Attended } from './attendance.ts';
import { daySum, daySumText } from './day-sum.ts';

const visit = (
  service_price: number | null,
  attended: Attended = null,
  status: AppointmentStatus = 'BOOKED',
) => ({ service_price, attended, status });

describe('the sum of a day', () => {
  test.each([
    ['no visits', [], { count: 0, din: 0, withoutPrice: 0 }],
    ['prices are added', [visit(1800), visit(2500)], { count: 2, din: 4300, withoutPrice: 0 }],
    ['one who came counts', [visit(1800, 1)], { count: 1, din: 1800, withoutPrice: 0 }],
    [
      'one who did not come is left out',
      [visit(1800), visit(2500, 0)],
      { count: 1, din: 1800, withoutPrice: 0 },
    ],
    [
      'of two who did not come nothing is left',
      [visit(1800, 0), visit(null, 0)],
      { count: 0, din: 0, withoutPrice: 0 },
    ],
    ['no price', [visit(1800), visit(null)], { count: 2, din: 1800, withoutPrice: 1 }],
    ['a price of 0 is none', [visit(0), visit(1)], { count: 2, din: 1, withoutPrice: 1 }],
    ['a tenth and a fifth', [visit(0.1), visit(0.2)], { count: 2, din: 0.3, withoutPrice: 0 }],
    ['a free time is no visit', [visit(1800, null, 'AVAILABLE')], { count: 0, din: 0, withoutPrice: 0 }],
    ['nor is a blocked one', [visit(null, null, 'BLOCKED')], { count: 0, din: 0, withoutPrice: 0 }],
    ['nor is a cancelled one', [visit(1800, null, 'CANCELLED')], { count: 0, din: 0, withoutPrice: 0 }],
  ])('%s', (_, visits, sum) => expect(daySum(visits)).toEqual(sum));
});

describe('the words of a sum', () => {
  test.each([
    [{ count: 0, din: 0, withoutPrice: 0 }, '0 termina'],
    [{ count: 1, din: 1800, withoutPrice: 0 }, '1 termin, 1.800 din'],
    [{ count: 4, din: 5500, withoutPrice: 0 }, '4 termina, 5.500 din'],
    [{ count: 4, din: 5500, withoutPrice: 1 }, '4 termina, 5.500 din + 1 bez cene'],
    [{ count: 2, din: 0, withoutPrice: 2 }, '2 termina'],
    [{ count: 21, din: 0.5, withoutPrice: 20 }, '21 termin, 0,50 din + 20 bez cene'],
    [{ count: 1, din: 1_234_567, withoutPrice: 0 }, '1 termin, 1.234.567 din'],
  ])('%j: %s', (sum, text) => expect(daySumText(sum)).toBe(text));
});
