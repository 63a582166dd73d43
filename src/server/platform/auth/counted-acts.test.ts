import { expect, test } from 'vitest';
import { secondsToWait } from './counted-acts.ts';

const LIMITS = [
  { most: 2, withinMinutes: 10 },
  { most: 3, withinMinutes: 60 },
];
const ago = (...minutes: number[]) => minutes.map((minute) => -minute * 60_000);

test.each([
  ['nothing before', ago(), 0],
  ['one before', ago(0), 0],
  ['two just now wait for both to be out of the span', ago(0, 0), 600],
  ['two, the older nine minutes ago', ago(1, 9), 60],
  ['two, the older just out of the span', ago(1, 10), 0],
  ['three in the longer span wait for the oldest of them', ago(15, 30, 45), 15 * 60],
  ['the longer wait counts', ago(0, 1, 59), 9 * 60],
  ['a moment ahead of a clock that was set back counts', ago(-5, -5), 15 * 60],
])('%s', (_, moments, seconds) => {
  expect(secondsToWait(moments, LIMITS, 0)).toBe(seconds);
});
