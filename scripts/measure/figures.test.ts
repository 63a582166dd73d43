import { expect, test } from 'vitest';
import { quantile, short, table } from './figures.ts';

test.each([
  [[9, 1, 5], 0.5, 5],
  [[7], 0.99, 7],
  [[3, 4], 1, 4],
  [[], 0.5, Number.NaN],
])('of %j, the quantile at %d is %d', (numbers, share, seen) => expect(quantile(numbers, share)).toBe(seen));

test('figures are written with two digits, and columns of figures are aligned to the right', () => {
  const cells = [0.03149, 9.96, 12_345, Number.NaN].map((one) => short(one));
  expect(table(['', 'ms'], [cells])).toBe('|  | ms |\n|---|--:|\n| 0.031 | 10 | 12,345 | – |');
});
