import { expect, test } from 'vitest';
import { longServiceHint, longServiceWarning, serviceInFull } from './booked-services.ts';

const slot = { start_datetime: '2025-03-12 10:00:00', end_datetime: '2025-03-12 11:00:00' } as const;

test.each([
  [61, 'Usluga traje 61 min, a termin 60 min. Termin je prekratak: salon mora prvo da potvrdi.'],
  [60, undefined],
  [null, undefined],
])('the warning for a service of %s minutes in a slot of 60 minutes is %s', (minutes, warning) => {
  expect(longServiceWarning(minutes, slot)).toBe(warning);
});

test.each([
  [120, 'Usluga traje 120 min, a termin 60 min.'],
  [61, 'Usluga traje 61 min, a termin 60 min.'],
  [60, undefined],
  [null, undefined],
])('the hint for a service of %s minutes in a slot of 60 minutes is %s', (minutes, hint) => {
  expect(longServiceHint(minutes, slot)).toBe(hint);
});

test('the hint about several services states their total duration if it exceeds the slot', () => {
  expect(longServiceHint(135, slot, 2)).toBe('Usluge traju 135 min, a termin 60 min.');
});

test.each([
  ['Gel lak, 1.800 din', { service_name: 'Gel lak', service_price: 1800 }],
  ['Gel lak, Cena na upit', { service_name: 'Gel lak', service_price: 0 }],
  ['Bez usluge za sada', { service_name: null, service_price: null }],
] as const)('writes a service in full: %s', (words, row) => {
  expect(serviceInFull(row)).toBe(words);
});
