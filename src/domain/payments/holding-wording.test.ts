import { expect, test } from 'vitest';
import { leftInWords, ownHoldingText } from './holding-wording.ts';

const PACKAGE = {
  visits: 11,
  visits_left: 4,
  amount: null,
  amount_left: null,
  expires_on: '2027-03-01',
} as const;
const VOUCHER = { ...PACKAGE, visits: null, visits_left: null, amount: 5000, amount_left: 1500.5 } as const;

test('what remains is counted in visits or dinars', () => {
  expect(leftInWords(PACKAGE)).toBe('preostalo 4 od 11');
  expect(leftInWords(VOUCHER)).toBe('preostalo 1.500,50 od 5.000 din');
});

test('a client reads what remains and until when, with the year if it is another', () => {
  expect(ownHoldingText(PACKAGE, '2027-01-10')).toBe('Vaš paket: preostalo 4, važi do 1. marta');
  expect(ownHoldingText(PACKAGE, '2026-11-17')).toBe('Vaš paket: preostalo 4, važi do 1. marta 2027.');
  expect(ownHoldingText(VOUCHER, '2027-01-10')).toBe('Vaš vaučer: preostalo 1.500,50 din, važi do 1. marta');
});
