import { expect, test } from 'vitest';
import { lengthAndPrice } from './services.ts';

const gel = { duration_minutes: 60, price: 1800 };

test.each([
  ['60 min, 1.800 din', [gel]],
  ['90 min, 2.300 din', [gel, { duration_minutes: 30, price: 500 }]],
  ['90 min, od 1.800 din', [gel, { duration_minutes: 30, price: 0 }]],
  ['Trajanje po dogovoru, 2.300 din', [gel, { duration_minutes: null, price: 500 }]],
  ['Trajanje po dogovoru, Cena na upit', []],
])('writes the total length and price of services: %s', (words, services) => {
  expect(lengthAndPrice(services)).toBe(words);
});
