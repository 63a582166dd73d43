import { expect, test } from 'vitest';
import { secondsToWait } from './counted-acts.ts';

const LIMITS = [
  { most: 2, withinMinutes: 10 },
  { most: 3, withinMinutes: 60 },
];
const ago = (...minutes: number[]) => minutes.map((minute) => -minute * 60_000);

test.each([
  ['no earlier act: 0 s', ago(), 0],
  ['one earlier act: 0 s', ago(0), 0],
  ['two acts just now: the whole window', ago(0, 0), 600],
  ['two acts, the older 9 minutes ago: one minute', ago(1, 9), 60],
  ['two acts, the older just outside the window: 0 s', ago(1, 10), 0],
  ['three acts in the longer window: until the oldest leaves it', ago(15, 30, 45), 15 * 60],
  ['two limits: the longer wait', ago(0, 1, 59), 9 * 60],
  ['acts in the future, after the clock was set back: count too', ago(-5, -5), 15 * 60],
])('%s', (_, moments, seconds) => {
  expect(secondsToWait(moments, LIMITS, 0)).toBe(seconds);
});
