import { describe, expect, test } from 'vitest';
import { median, quantile, short, table } from './figures.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);

describe('quantiles', () => {
  test.each([
    ['the median of an odd count is the middle one, in whatever order they come', [9, 1, 5], 0.5, 5],
    ['of 100 numbers the highest one alone lies above 99 %', upTo(100), 0.99, 100],
    ['of 1,000 numbers ten do', upTo(1000), 0.99, 991],
    ['of one number it is that one', [7], 0.99, 7],
    ['the whole share is the highest', [3, 4], 1, 4],
  ])('%s', (_, numbers, share, seen) => expect(quantile(numbers, share)).toBe(seen));

  test('of no numbers there is none', () => expect(median([])).toBeNaN());
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

test('a table has a rule below its heads, with numbers to the right', () => {
  expect(table(['what', 'ms'], [['home', '7']])).toBe('| what | ms |\n|---|--:|\n| home | 7 |');
});
