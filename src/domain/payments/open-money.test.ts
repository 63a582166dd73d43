import { expect, test } from 'vitest';
import { isUncharged } from './open-money.ts';

const NOW = '2026-11-17 12:00:00';
const visit = {
  status: 'BOOKED',
  start_datetime: '2026-11-17 10:00:00',
  end_datetime: '2026-11-17 12:00:00',
  attended: null,
  service_price: 1800,
  paid: 0,
} as const;

test.each([
  ['a visit of today that is over', {}, true],
  ['a visit that lasts a second longer', { end_datetime: '2026-11-17 12:00:01' }, false],
  ['a present person in the chair', { end_datetime: '2026-11-17 12:00:01', attended: 1 }, true],
  ['a missed visit', { attended: 0 }, false],
  [
    'an unmarked visit of yesterday',
    { start_datetime: '2026-11-16 10:00:00', end_datetime: '2026-11-16 12:00:00' },
    false,
  ],
  [
    'a marked visit of yesterday',
    { start_datetime: '2026-11-16 10:00:00', end_datetime: '2026-11-16 12:00:00', attended: 1 },
    true,
  ],
  ['a visit that is paid in part', { paid: 1799.99 }, true],
  ['a paid visit', { paid: 1800 }, false],
  [
    'a visit whose deposit must be refunded',
    { paid: 1800, deposit: { state: 'TO_REFUND', amount: 500 } },
    true,
  ],
  ['a visit without a price', { service_price: null }, true],
  ['a visit without a price, with any payment', { service_price: null, paid: 1 }, false],
  ['a visit without a price, by package', { service_price: null, package_visits: 1 }, false],
  ['a free visit', { service_price: 0 }, false],
  ['a canceled visit', { status: 'CANCELLED' }, false],
] as const)('%s: %j is uncharged: %s', (_, change, expected) => {
  expect(isUncharged({ ...visit, ...change }, NOW)).toBe(expected);
});
