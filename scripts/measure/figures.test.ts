import { describe, expect, test } from 'vitest';
import { median, quantile, short, table } from './figures.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);

describe('quantile', () => {
  test.each([
    ['the median of an odd count is the middle number, regardless of order', [9, 1, 5], 0.5, 5],
    ['the 99 % quantile of 100 numbers is the highest', upTo(100), 0.99, 100],
    ['ten of 1,000 numbers are at or above the 99 % quantile', upTo(1000), 0.99, 991],
    ['every quantile of one number is that number', [7], 0.99, 7],
    ['the 100 % quantile is the highest number', [3, 4], 1, 4],
  ])('%s', (_, numbers, share, seen) => expect(quantile(numbers, share)).toBe(seen));

  test('the median of an empty list is NaN', () => expect(median([])).toBeNaN());
});

test.each([
  [0, '0'],
  [0.03149, '0.031'],
  [3.149, '3.1'],
  [9.96, '10'],
  [31.5, '32'],
  [12_345, '12,345'],
  [Number.NaN, '–'],
])('%d is written as %s', (number, text) => expect(short(number)).toBe(text));

test('the Markdown table aligns numbers to the right', () => {
  expect(table(['what', 'ms'], [['home', '7']])).toBe('| what | ms |\n|---|--:|\n| home | 7 |');
});
