import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toId } from '../ids.ts';
import type { WallDate } from '../wall-clock.ts';
import {
  dividedBy,
  partsOf,
  type SharedLine,
  type SharedRow,
  sharedOn,
  shareOf,
  sharesOf,
} from './shares.ts';

const GEL: SharedLine = {
  service_id: toId(1),
  name: 'Gel lak',
  price: 180_000,
  percent: 50,
  isCovered: false,
};
const PEDIKIR: SharedLine = { ...GEL, service_id: toId(2), name: 'Pedikir', price: 240_000, percent: 30 };
const money = (amount: number) => ({ source: 'MONEY', amount, covers: () => false }) as const;
const voucher = (amount: number) => ({ source: 'VOUCHER', amount, covers: () => false }) as const;
const visit = (amount: number, name = 'Gel lak') =>
  ({ source: 'PACKAGE', amount, covers: (line: SharedLine) => line.name === name }) as const;

test.each([
  ['three equal prices', 150_025, [100, 100, 100], [50_008, 50_008, 50_009]],
  ['no known price', 100, [null, null, null], [33, 33, 34]],
  ['prices of 0', 5, [0, 0], [2, 3]],
  ['the last with a price gets the rest', 100, [100, 200, null], [33, 67, 0]],
  ['money that went back', -100, [100, 100, 100], [-33, -33, -34]],
])('an amount is divided by prices: %s', (_, amount, prices, parts) => {
  expect(dividedBy(amount, prices)).toEqual(parts);
});

test.each([
  [1, 50, 1],
  [1, 49, 0],
  [-1, 50, -1],
  [163_636, 50, 81_818],
  [240_000, null, 0],
])('the share of %d para at %s %% is %d', (base, percent, share) => {
  expect(shareOf(base, percent)).toBe(share);
});

test('a share counts for the later day of appointment and payment', () => {
  expect(sharedOn('2026-10-05', '2026-10-01')).toBe('2026-10-05');
  expect(sharedOn('2026-10-05', '2026-10-07')).toBe('2026-10-07');
});

const rowOf = (
  booking_id: number,
  day: string,
  payment: ReturnType<typeof money> | ReturnType<typeof voucher> | ReturnType<typeof visit>,
  lines: readonly SharedLine[],
): SharedRow => ({
  booking_id,
  day: day as WallDate,
  source: payment.source,
  amount: payment.amount,
  parts: partsOf(payment, lines),
});

describe('the worked examples of the law', () => {
  test('Gel lak by package and pedikir by deposit, voucher and cash', () => {
    const lines = [{ ...GEL, isCovered: true }, PEDIKIR];
    const payments = [visit(163_636), money(100_000), voucher(50_000), money(90_000)];
    const { base, share, services } = sharesOf(payments.map((one) => rowOf(1, '2026-10-05', one, lines)));
    expect(base).toBe(403_636);
    expect(services.map((one) => one.share)).toEqual([81_818, 72_000]);
    expect(share).toBe(81_818 + 72_000);
  });

  test('a deposit of 900 that is given back after the package counts nothing', () => {
    const lines = [{ ...GEL, isCovered: true }];
    const rows = [money(90_000), visit(163_636), money(-90_000)].map((one) =>
      rowOf(1, '2026-10-05', one, lines),
    );
    expect(sharesOf(rows)).toMatchObject({ base: 163_636, share: 81_818, money: 0, packages: 163_636 });
  });
});

test('the month that docs/spec/behaviour.md §32.4 works by hand', () => {
  const uncovered = [GEL, PEDIKIR];
  const covered = [{ ...GEL, isCovered: true }];
  const rows: SharedRow[] = [
    rowOf(1, '2026-10-02', money(180_000), [GEL]), // 900
    rowOf(2, '2026-10-02', money(420_000), uncovered), // 900 + 720
    { booking_id: 2, day: '2026-10-02', source: 'TIP', amount: 20_000, parts: [] },
    rowOf(3, '2026-10-09', visit(163_636), covered), // 818,18
    rowOf(4, '2026-10-16', voucher(150_000), [PEDIKIR]), // 450
    rowOf(4, '2026-10-17', money(90_000), [PEDIKIR]), // 270
  ];
  expect(sharesOf(rows)).toEqual({
    base: 1_003_636,
    share: 405_818,
    tips: 20_000,
    amount: 425_818,
    count: 4,
    money: 690_000,
    vouchers: 150_000,
    packages: 163_636,
    services: [
      { service_id: 1, name: 'Gel lak', count: 3, base: 523_636, share: 261_818 },
      { service_id: 2, name: 'Pedikir', count: 2, base: 480_000, share: 144_000 },
    ],
    days: [
      { date: '2026-10-02', base: 600_000, share: 252_000, tips: 20_000, amount: 272_000, count: 2 },
      { date: '2026-10-09', base: 163_636, share: 81_818, tips: 0, amount: 81_818, count: 1 },
      { date: '2026-10-16', base: 150_000, share: 45_000, tips: 0, amount: 45_000, count: 1 },
      { date: '2026-10-17', base: 90_000, share: 27_000, tips: 0, amount: 27_000, count: 1 },
    ],
  });
});

test('the parts of any payment add up to its amount, and shares never exceed it', () => {
  const lineIn = fc.record({
    price: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    percent: fc.option(fc.integer({ min: 0, max: 100 })),
    isCovered: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(lineIn, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.constantFrom('MONEY' as const, 'VOUCHER' as const, 'PACKAGE' as const),
      (some, amount, source) => {
        const lines = some.map((one, n) => ({ ...GEL, ...one, service_id: toId<never>(n + 1) }));
        const parts = partsOf({ source, amount, covers: ({ isCovered }) => isCovered }, lines);
        expect(parts.reduce((sum, { base }) => sum + base, 0)).toBe(amount);
        for (const { base, share } of parts) expect(Math.abs(share)).toBeLessThanOrEqual(Math.abs(base));
      },
    ),
  );
});
