import { expect, test } from 'vitest';
import { isInHours, linesThatFit, wordsPx } from './grid-scale.ts';

const DESKTOP_DAY = { hourPx: 43, remPx: 16, isPhone: false, isLarge: true };
const PHONE_DAY = { hourPx: 64, remPx: 16, isPhone: true, isLarge: true };
const DESKTOP_WEEK = { hourPx: 43, remPx: 16, isPhone: false, isLarge: false };
const TALL_WEEK = { ...DESKTOP_WEEK, hourPx: 57 };
const PHONE_WEEK = { hourPx: 52, remPx: 16, isPhone: true, isLarge: false };
const LARGE_TEXT_WEEK = { hourPx: 104, remPx: 32, isPhone: true, isLarge: false };

test.each([
  ['5 min', 5, DESKTOP_DAY, 1],
  ['45 min in the day view', 45, DESKTOP_DAY, 1],
  ['60 min in the day view', 60, DESKTOP_DAY, 2],
  ['90 min in the day view', 90, DESKTOP_DAY, 3],
  ['150 min in the day view', 150, DESKTOP_DAY, 5],
  ["45 min in a phone's day view", 45, PHONE_DAY, 1],
  ["60 min in a phone's day view", 60, PHONE_DAY, 2],
  ['45 min in the week view', 45, DESKTOP_WEEK, 1],
  ['60 min in the week view', 60, DESKTOP_WEEK, 2],
  ['60 min in the week view of a tall screen', 60, TALL_WEEK, 2],
  ['75 min in the week view of a tall screen', 75, TALL_WEEK, 3],
  ["30 min in a phone's week view", 30, PHONE_WEEK, 1],
  ["45 min in a phone's week view", 45, PHONE_WEEK, 2],
  ["60 min in a phone's week view with text twice as large", 60, LARGE_TEXT_WEEK, 3],
] as const)('a block of %s has room for whole lines only', (_, minutes, scale, lines) => {
  expect(linesThatFit(minutes / 60, scale)).toBe(lines);
});

test.each([
  ['a wide column of a week', { columnPx: 130, isPhone: false, isLarge: false }, 0, 106],
  ['a narrow one has narrower edges', { columnPx: 129, isPhone: false, isLarge: false }, 0, 109],
  ['beside a strip there is less', { columnPx: 130, isPhone: false, isLarge: false }, 1, 84],
  ["a phone's day", { columnPx: 288, isPhone: true, isLarge: true }, 0, 250],
  [
    "a phone's day beside a strip that a finger hits",
    { columnPx: 288, isPhone: true, isLarge: true },
    1,
    206,
  ],
])('room for words in %s', (_, scale, strips, px) => {
  expect(wordsPx(strips, { hourPx: 43, remPx: 16, family: '', ...scale })).toBe(px);
});

test.each([
  ['2026-11-17 05:59:00', false],
  ['2026-11-17 06:00:00', true],
  ['2026-11-17 22:00:00', true],
  ['2026-11-17 22:01:00', false],
] as const)('the grid has a place for %s: %s', (wall, isInside) => {
  expect(isInHours(wall)).toBe(isInside);
});
