import { expect, test } from 'vitest';
import { charactersIn, PHONE_PATTERN } from './limits.ts';

test.each([
  ['', 0],
  ['čćžšđ', 5],
  ['💅💅', 2],
])('%j has %d characters', (text, count) => {
  expect(charactersIn(text)).toBe(count);
});

test.each([
  ['+381 (64) 123-45/67', true],
  ['064123', true],
  ['064 abc', false],
  ['064.123', false],
  ['064\n123', false],
  ['٠٦٤', false],
])('may %j stand in a phone field: %s', (text, good) => {
  expect(PHONE_PATTERN.test(text)).toBe(good);
});
