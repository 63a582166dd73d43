import { expect, test } from 'vitest';
import { joinedInWords, lengthAndPrice, tooShortInWords } from './services.ts';

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

test.each([
  [2, 'dva termina spojena'],
  [3, 'tri termina spojena'],
  [4, 'četiri termina spojena'],
  [5, '5 termina spojeno'],
  [12, '12 termina spojeno'],
  [21, '21 termin spojen'],
  [22, '22 termina spojena'],
])('%d joined slots read ‘%s’', (count, words) => {
  expect(joinedInWords(count)).toBe(words);
});

test('the text for a slot that is too short for the service states the slot’s length', () => {
  expect(tooShortInWords(60)).toBe('60 min, kraće od usluge');
});
