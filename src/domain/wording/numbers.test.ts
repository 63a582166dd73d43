import { describe, expect, test } from 'vitest';
import { APPOINTMENTS } from './counted-words.ts';
import {
  type CountedWord,
  counted,
  DAYS,
  durationText,
  formatNumber,
  HOURS,
  MINUTES,
  numberTyped,
  priceText,
  serviceInList,
} from './numbers.ts';

describe('counted: numbers with the right form of a Serbian noun', () => {
  test.each<[number, CountedWord, string]>([
    [1, DAYS, '1 dan'],
    [2, DAYS, '2 dana'],
    [5, DAYS, '5 dana'],
    [21, DAYS, '21 dan'],
    [0, HOURS, '0 sati'],
    [1, HOURS, '1 sat'],
    [2, HOURS, '2 sata'],
    [4, HOURS, '4 sata'],
    [5, HOURS, '5 sati'],
    [11, HOURS, '11 sati'],
    [12, HOURS, '12 sati'],
    [14, HOURS, '14 sati'],
    [21, HOURS, '21 sat'],
    [22, HOURS, '22 sata'],
    [111, HOURS, '111 sati'],
    [1, MINUTES, '1 minut'],
    [3, MINUTES, '3 minuta'],
    [25, MINUTES, '25 minuta'],
    [1, APPOINTMENTS, '1 termin'],
    [2, APPOINTMENTS, '2 termina'],
    [1001, APPOINTMENTS, '1.001 termin'],
  ])('%d with its word is $2', (n, word, said) => {
    expect(counted(n, word)).toBe(said);
  });
});

describe('formatNumber', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.000'],
    [2500, '2.500'],
    [1234567, '1.234.567'],
    [1234.5, '1.234,50'],
    [0.05, '0,05'],
    [2500.004, '2.500'],
    [999.999, '1.000'],
    [-1234.5, '-1.234,50'],
    [-0.001, '0'],
  ])('%d is written %s', (n, written) => {
    expect(formatNumber(n)).toBe(written);
  });

  test('formatNumber can write a fixed number of decimals', () => {
    expect(formatNumber(66.66, 1)).toBe('66,7');
    expect(formatNumber(50, 1)).toBe('50,0');
  });
});

test.each([
  [2500, '2.500 din'],
  [1234.5, '1.234,50 din'],
  [1, '1 din'],
  [0, 'Cena na upit'],
  [null, 'Cena na upit'],
])('a price of %s reads %s', (price, shown) => {
  expect(priceText(price)).toBe(shown);
});

test('a missing duration is written as “Trajanje po dogovoru”', () => {
  expect(durationText(60)).toBe('60 min');
  expect(durationText(null)).toBe('Trajanje po dogovoru');
});

test('a service in a list is written with its duration and price', () => {
  expect(serviceInList({ name: 'Gel lak', duration_minutes: 60, price: 1800 })).toBe(
    'Gel lak, 60 min, 1.800 din',
  );
  expect(serviceInList({ name: 'Crtanje', duration_minutes: null, price: 0 })).toBe(
    'Crtanje, Trajanje po dogovoru, Cena na upit',
  );
});

test.each([
  ['2500', 2500],
  ['2.500', 2500],
  ['2.500 ', 2500],
  ['1.234,50', 1234.5],
  ['1234,5', 1234.5],
  ['1234.5', 1234.5],
  ['1 234 567', 1234567],
  ['12.500.000', 12500000],
  ['0', 0],
  ['12.50', 12.5],
  ['2.5000', 2.5],
  ['', null],
  ['-5', null],
  ['1,2,3', null],
  ['sto', null],
])('the typed number %j is parsed as %j', (typed, number) => {
  expect(numberTyped(typed)).toBe(number);
});
