import { expect, test } from 'vitest';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { Holding } from '#contract/payments/holdings.ts';
import { billOf, fittingPackages, packageToCount } from './charge-bill.ts';

const row = {
  id: 1,
  service_price: 1800,
  services: [{ service_id: 1, name: 'Gel lak', price: 1800, duration_minutes: 60 }],
} as unknown as VisibleAppointment;

const PACKAGE = {
  kind: 'PACKAGE',
  state: 'OPEN',
  plan: { service_ids: [1] },
  uses: [],
} as unknown as Holding;

test.each([
  ['one that is valid', {}, true],
  ['none that has ended', { state: 'EXPIRED' }, false],
  ['none that is used up', { state: 'USED_UP' }, false],
  ['no voucher', { kind: 'VOUCHER', plan: null }, false],
  ['none that is closed', { state: 'CLOSED' }, false],
  ['none for another service', { plan: { service_ids: [2] } }, false],
])('a visit is paid by %s', (_, given, fits) => {
  const held = { ...PACKAGE, ...given } as Holding;
  expect(fittingPackages(billOf(row, []), [held])).toEqual(fits ? [held] : []);
});

test.each([
  ['sold before it', { payment_id: 7, sold_at: '2026-11-15 10:00:00' }, true],
  ['sold on its day', { payment_id: 7, sold_at: '2026-11-16 18:00:00' }, true],
  ['not sold after it', { payment_id: 7, sold_at: '2026-11-17 08:00:00' }, false],
  ['that ran on paper before Lunula', { payment_id: null, sold_at: '2026-11-17 08:00:00' }, true],
])('a missed visit is counted to a package %s', (_, given, counts) => {
  const [latest, held] = [
    { ...PACKAGE, payment_id: 9, sold_at: '2026-11-20 08:00:00' },
    { ...PACKAGE, ...given },
  ];
  const missed = { ...row, start_datetime: '2026-11-16 08:00:00' } as VisibleAppointment;
  expect(packageToCount(missed, billOf(missed, []), [latest, held] as Holding[])).toBe(
    counts ? held : undefined,
  );
});
