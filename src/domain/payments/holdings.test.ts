import { describe, expect, test } from 'vitest';
import { addDays, type WallDate } from '../wall-clock.ts';
import {
  codeText,
  coveredLines,
  dueOfBill,
  endsSoon,
  type Held,
  holdingRefusal,
  isOpen,
  makeCode,
  nextVisitValue,
  readCode,
  surplusOf,
  uncoveredLines,
  usedValue,
  valueLeft,
  visitsLeft,
  voucherAmount,
} from './holdings.ts';
import { daySums, type Payment, takingsOf } from './ledger.ts';

const TODAY = '2026-11-17' as WallDate;
const PACKAGE: Held = {
  kind: 'PACKAGE',
  amount: 1_800_000,
  visits: 11,
  used_before: 0,
  expires_on: TODAY,
  isClosed: false,
};
const VOUCHER: Held = { ...PACKAGE, kind: 'VOUCHER', amount: 500_000, visits: null };
const NOTHING = { visits: 0, amount: 0 };

describe('the value of a visit', () => {
  test('18.000 din for 11 visits are 10 × 1.636,36 + 1.636,40', () => {
    const values: number[] = [];
    for (let visits = 0; visits < 11; visits++)
      values.push(nextVisitValue(PACKAGE, { visits, amount: values.reduce((sum, value) => sum + value, 0) }));
    expect(values).toEqual([...Array(10).fill(163_636), 163_640]);
  });

  test('visits taken before Lunula count as used at an equal part of the price', () => {
    const held = { ...PACKAGE, used_before: 7 };
    expect(visitsLeft(held, NOTHING)).toBe(4);
    expect(usedValue(held, NOTHING)).toBe(7 * 163_636);
    expect(nextVisitValue(held, { visits: 3, amount: 3 * 163_636 })).toBe(163_640);
  });

  test('a visit voided in the middle is given again at what is left', () => {
    expect(nextVisitValue(PACKAGE, { visits: 10, amount: 9 * 163_636 + 163_640 })).toBe(163_636);
  });
});

describe('holdingRefusal: whether a holding can be used', () => {
  test.each([
    ['a package on its last day', PACKAGE, NOTHING, TODAY, 0, undefined],
    ['a package on the day after', PACKAGE, NOTHING, addDays(TODAY, 1), 0, 'holding_expired'],
    ['the last visit', PACKAGE, { visits: 10, amount: 0 }, TODAY, 0, undefined],
    ['no visit left', PACKAGE, { visits: 11, amount: 0 }, TODAY, 0, 'holding_empty'],
    ['a closed package', { ...PACKAGE, isClosed: true }, NOTHING, TODAY, 0, 'holding_empty'],
    ['all of a voucher', VOUCHER, NOTHING, TODAY, 500_000, undefined],
    ['a para more than a voucher has', VOUCHER, NOTHING, TODAY, 500_001, 'holding_empty'],
    ['a used-up voucher', VOUCHER, { visits: 0, amount: 500_000 }, TODAY, 0, 'holding_empty'],
  ] as const)('%s', (_, held, used, day, amount, refusal) => {
    expect(holdingRefusal(held, used, day, amount)).toBe(refusal);
  });

  test('a package is open until its last day, and ends soon for 30 days before', () => {
    expect(isOpen(PACKAGE, NOTHING, TODAY)).toBe(true);
    expect(isOpen(PACKAGE, NOTHING, addDays(TODAY, 1))).toBe(false);
    expect(endsSoon(addDays(TODAY, 30), TODAY)).toBe(true);
    expect(endsSoon(addDays(TODAY, 31), TODAY)).toBe(false);
  });
});

const line = (service_id: number, price: number | null, isCovered = false) => ({
  service_id,
  price,
  isCovered,
});

describe('what settles a bill', () => {
  test.each([
    ['several services', [line(1, 180_000), line(2, 240_000)], 100_000, 320_000, 0],
    ['a covered line owes nothing', [line(1, 180_000, true), line(2, 240_000)], 100_000, 140_000, 0],
    ['a deposit that exceeds what is left', [line(1, 180_000, true)], 90_000, 0, 90_000],
    ['a price on request', [line(1, 0)], 0, null, 0],
    ['a price on request that is covered', [line(1, 0, true)], 0, 0, 0],
    [
      'a price on request beside a covered known one',
      [line(1, 180_000, true), line(2, 0)],
      90_000,
      0,
      90_000,
    ],
    ['an unknown price', [line(1, null)], 0, null, 0],
    ['an unknown price that is covered', [line(1, null, true)], 0, 0, 0],
    ['a known beside an unknown price', [line(1, null), line(2, 100)], 0, 100, 0],
    ['more paid than due', [line(1, 100)], 150, 0, 50],
  ])('%s', (_, lines, paid, due, surplus) => {
    expect(dueOfBill({ lines, paid })).toBe(due);
    expect(surplusOf({ lines, paid })).toBe(surplus);
  });

  test.each([
    ['its services', [line(1, 100), line(2, 200)], 0, [1]],
    ['a partly paid line whole', [line(1, 100), line(2, 200)], 50, [1]],
    ['an unknown price', [line(1, null)], 0, [1]],
    ['no other service', [line(2, 200)], 0, 'nothing_to_cover'],
    ['no line twice', [line(1, 100, true), line(2, 200)], 0, 'nothing_to_cover'],
    ['nothing of a paid bill', [line(1, 100)], 100, 'nothing_to_cover'],
    ['a price on request', [line(1, 0)], 0, [1]],
  ])('a visit covers %s', (_, lines, paid, expected) => {
    const covered = coveredLines({ lines, paid }, [1]);
    expect(typeof covered === 'string' ? covered : covered.map(({ service_id }) => service_id)).toEqual(
      expected,
    );
  });

  const PACKAGE = { kind: 'PACKAGE', service_ids: [1], expires_on: '2026-11-20', visits_free: 1 } as const;
  test.each([
    ['none that a package covers', {}, '2026-11-20', [2]],
    ['all after its last day', {}, '2026-11-21', [1, 2]],
    ['all while coming bookings take its visits', { visits_free: 0 }, '2026-11-20', [1, 2]],
    ['all beside a voucher', { kind: 'VOUCHER', service_ids: [], visits_free: null }, '2026-11-20', [1, 2]],
  ] as const)('a deposit is asked for %s', (_, given, day, expected) => {
    const lines = uncoveredLines([line(1, 100), line(2, 200)], [{ ...PACKAGE, ...given }], day);
    expect(lines.map(({ service_id }) => service_id)).toEqual(expected);
  });

  test.each([
    ['what is due', [line(1, 100)], 500, undefined, 100],
    ['its rest, if that is less', [line(1, 100)], 40, undefined, 40],
    ['an asked amount', [line(1, 100)], 500, 60, 60],
    ['not more than is due', [line(1, 100)], 500, 101, undefined],
    ['nothing by itself while the price is unknown', [line(1, null)], 500, undefined, undefined],
    ['an asked amount of an unknown price', [line(1, null)], 500, 60, 60],
    ['nothing by itself while the price is on request', [line(1, 0)], 500, undefined, undefined],
    ['an asked amount of a price on request', [line(1, 0)], 500, 60, 60],
  ])('a voucher pays %s', (_, lines, left, asked, amount) => {
    expect(voucherAmount({ lines, paid: 0 }, left, asked)).toBe(amount);
  });
});

/** Random integers below a limit, equal for equal seeds. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('a code has ten signs without 0, O, 1 and I, and is read however it is typed', () => {
  const pick = numbersFrom(1);
  for (let n = 0; n < 200; n++) expect(makeCode(pick)).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
  expect(codeText('K7M2RXD94H')).toBe('K7M2-RXD9-4H');
  expect(readCode(' k7m2-rxd9 4h ')).toBe('K7M2RXD94H');
});

type Row = Payment & { holding?: number; value?: number; booking?: number };

/** A salon with random holdings, bookings and payments, by the functions above. */
function aSalon(seed: number) {
  const pick = numbersFrom(seed);
  const ledger: Row[] = [];
  const holdings: Held[] = [];
  const bookings: { service_id: number; price: number | null; isCovered: boolean }[][] = [];
  const usesOf = (n: number) =>
    ledger.filter((row) => row.holding === n && row.kind === 'VISIT' && row.voided_at === null);
  const usedOf = (n: number) => {
    const uses = usesOf(n);
    const visits = uses.filter(({ method }) => method === 'PACKAGE').length;
    return { visits, amount: uses.reduce((sum, { value = 0 }) => sum + value, 0) };
  };
  const paidFor = (n: number) =>
    ledger
      .filter(({ booking, method, voided_at }) => booking === n && method !== 'PACKAGE' && voided_at === null)
      .reduce((sum, { amount }) => sum + amount, 0);
  const day = () => addDays(TODAY, pick(40) - 20);
  const sell = () => {
    const visits = 1 + pick(12);
    const made = pick(2) === 0 ? { ...PACKAGE, visits, used_before: pick(visits) } : VOUCHER;
    const amount = 1 + pick(2_000_000);
    holdings.push({ ...made, amount, expires_on: day() });
    ledger.push({ kind: 'SALE', method: 'CASH', amount, voided_at: null, holding: holdings.length - 1 });
  };
  const book = () => {
    const prices = [null, 0, pick(300_000)];
    bookings.push(Array.from({ length: 1 + pick(3) }, (_, id) => line(id, prices[pick(3)] ?? null)));
  };
  const takeVisit = (held: Held, holding: number, booking: number) => {
    const lines = bookings[booking] ?? [];
    const used = usedOf(holding);
    const covers = coveredLines({ lines, paid: paidFor(booking) }, [0, 1]);
    if (holdingRefusal(held, used, day()) || typeof covers === 'string') return;
    const amount = covers.reduce((sum, { price }) => sum + (price ?? 0), 0);
    const value = nextVisitValue(held, used);
    ledger.push({ kind: 'VISIT', method: 'PACKAGE', amount, value, voided_at: null, holding, booking });
    bookings[booking] = lines.map((one) => (covers.includes(one) ? { ...one, isCovered: true } : one));
  };
  const payByVoucher = (held: Held, holding: number, booking: number) => {
    const asked = pick(2) === 0 ? undefined : 1 + pick(300_000);
    const bill = { lines: bookings[booking] ?? [], paid: paidFor(booking) };
    const amount = voucherAmount(bill, valueLeft(held, usedOf(holding)), asked);
    if (amount === undefined || holdingRefusal(held, usedOf(holding), day(), amount)) return;
    ledger.push({
      kind: 'VISIT',
      method: 'VOUCHER',
      amount,
      value: amount,
      voided_at: null,
      holding,
      booking,
    });
  };
  const takeOne = () => {
    const [holding, booking] = [pick(holdings.length), pick(bookings.length)];
    const held = holdings[holding];
    if (held && bookings[booking])
      (held.kind === 'PACKAGE' ? takeVisit : payByVoucher)(held, holding, booking);
  };
  const voidOne = () => {
    const n = pick(ledger.length);
    const row = ledger[n];
    if (row?.voided_at === null && row.kind === 'VISIT') ledger[n] = { ...row, voided_at: 1 };
  };
  const refund = () => {
    const holding = pick(holdings.length);
    const held = holdings[holding];
    if (!held || held.isClosed) return;
    const amount = 1 + pick(held.amount);
    if (amount > valueLeft(held, usedOf(holding))) return;
    ledger.push({ kind: 'REFUND', method: 'CARD', amount, voided_at: null, holding });
    holdings[holding] = { ...held, isClosed: true };
  };
  const extend = () => {
    const holding = pick(holdings.length);
    const held = holdings[holding];
    if (held) holdings[holding] = { ...held, expires_on: day() };
  };
  const pay = () => {
    const booking = pick(bookings.length);
    ledger.push({ kind: 'VISIT', method: 'IPS', amount: 1 + pick(90_000), voided_at: null, booking });
  };
  const commands = [sell, book, takeOne, takeOne, takeOne, voidOne, refund, extend, pay];
  return { ledger, holdings, usedOf, usesOf, step: () => commands[pick(commands.length)]?.() };
}

const COMMANDS = 100_000;

test(`in ${COMMANDS} random commands nothing falls below 0, and what remains is what was sold without what was used`, () => {
  const perHistory = 500;
  for (let seed = 1; seed <= COMMANDS / perHistory; seed++) {
    const { ledger, holdings, usedOf, usesOf, step } = aSalon(seed);
    for (let n = 0; n < perHistory; n++) step();
    for (const [n, held] of holdings.entries()) {
      const used = usedOf(n);
      expect(used.visits + held.used_before).toBeLessThanOrEqual(held.visits ?? 0);
      expect(usedValue(held, used) + valueLeft(held, used)).toBe(held.amount);
      if (held.kind === 'PACKAGE' && visitsLeft(held, used) === 0 && usesOf(n).length > 0)
        expect(valueLeft(held, used)).toBe(0);
      const refunded = ledger
        .filter(({ kind, holding: of }) => kind === 'REFUND' && of === n)
        .reduce((sum, { amount }) => sum + amount, 0);
      expect(refunded).toBeLessThanOrEqual(held.amount - usedValue(held, used));
    }
    const money = ledger.filter(({ method }) => method !== 'PACKAGE' && method !== 'VOUCHER');
    expect(takingsOf(ledger)).toBe(takingsOf(money));
    expect(daySums(ledger, 0)).toEqual(daySums(money, 0));
  }
});
