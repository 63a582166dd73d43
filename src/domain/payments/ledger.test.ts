import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  daySums,
  dueOf,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
  type Payment,
  type PaymentKind,
  type PaymentMethod,
} from './ledger.ts';

const pay = (
  kind: PaymentKind,
  method: PaymentMethod,
  amount: number,
  voided_at: number | null = null,
): Payment => ({
  kind,
  method,
  amount,
  voided_at,
});

describe('daySums: the takings and expenses of a day', () => {
  const DAY = [
    pay('VISIT', 'CASH', 240_000),
    pay('TIP', 'CASH', 10_000),
    pay('VISIT', 'CARD', 180_000),
    pay('DEPOSIT', 'IPS', 70_000),
    pay('REFUND', 'CASH', 50_000),
    pay('EXPENSE', 'CASH', 30_000),
    pay('EXPENSE', 'CARD', 99_000),
    pay('CASH_IN', 'CASH', 20_000),
    pay('CASH_OUT', 'CASH', 100_000),
    pay('VISIT', 'CASH', 999_000, 1),
  ];
  test('payments are summed by kind and method, without voided payments', () => {
    expect(daySums(DAY, 500_000)).toEqual({
      takings: { CASH: 200_000, CARD: 180_000, IPS: 70_000, OTHER: 0 },
      cash_in: 20_000,
      cash_out: 100_000,
      expenses: 129_000,
      expected: 590_000,
    });
  });
  test('all sums are zero on a day without payments', () => {
    expect(daySums([], 0)).toMatchObject({ expected: 0, expenses: 0, takings: { CASH: 0 } });
  });
});

const PAYMENT = fc.record({
  kind: fc.constantFrom(...PAYMENT_KINDS),
  method: fc.constantFrom(...PAYMENT_METHODS),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  voided_at: fc.constantFrom(null, 1),
});

test('the takings of all payment methods together are VISIT plus TIP plus DEPOSIT plus SALE minus REFUND', () => {
  const sign = (kind: PaymentKind) => Number(/VISIT|TIP|DEPOSIT|SALE/.test(kind)) - Number(kind === 'REFUND');
  fc.assert(
    fc.property(fc.array(PAYMENT), (payments) => {
      const total = Object.values(daySums(payments, 0).takings).reduce((sum, amount) => sum + amount, 0);
      const valid = payments.filter(({ voided_at }) => voided_at === null);
      expect(total).toBe(valid.reduce((sum, { kind, amount }) => sum + sign(kind) * amount, 0));
    }),
  );
});

test.each([
  ['is the price without payments', { service_price: 1800 }, 1800],
  ['is unknown without a price', { service_price: null, paid: 500 }, null],
  ['is less by what was paid', { service_price: 1800, paid: 500 }, 1300],
  ['is never negative', { service_price: 1800, paid: 2000 }, 0],
  [
    'counts a received deposit',
    { service_price: 1800, paid: 500, deposit: { state: 'RECEIVED', amount: 500 } },
    1300,
  ],
  [
    'leaves out a deposit of the person who booked before',
    { service_price: 1800, paid: 700, deposit: { state: 'TO_REFUND', amount: 500 } },
    1600,
  ],
])('the amount owed for an appointment %s', (_, row, due) => expect(dueOf(row)).toBe(due));
