import { expect, test } from 'vitest';
import { type Phase, phaseAt, swipeStep } from './press.ts';

const mouse = { isMouse: true, canDrag: true };
const finger = { isMouse: false, canDrag: true };
const onNothing = { isMouse: true, canDrag: false };

test.each([
  ['a mouse by 7 px', mouse, 'ready', 7, 0, 'ready'],
  ['a mouse by 8 px', mouse, 'ready', 0, 8, 'ready'],
  ['a mouse by 9 px', mouse, 'ready', 0, 9, 'dragging'],
  ['a mouse diagonally by 8.5 px', mouse, 'ready', 6, 6, 'dragging'],
  ['a dragging mouse back to its start', mouse, 'dragging', 0, 0, 'dragging'],
  ['a mouse over an element that cannot be dragged', onNothing, 'ready', 90, 0, 'ready'],
  ['a long press by 15 px', finger, 'ready', 0, 15, 'ready'],
  ['a long press by 16 px', finger, 'ready', 16, 0, 'ready'],
  ['a long press by 17 px', finger, 'ready', 0, -17, 'dragging'],
  ['touch that moves slightly', finger, 'waiting', 5, 5, 'waiting'],
  ['touch that moves down at once', finger, 'waiting', 0, 9, 'scrolling'],
  ['touch that moves sideways at once', finger, 'waiting', -9, 3, 'swiping'],
] as const)('after a move (%s), the phase of the press is $5', (_, pressed, phase: Phase, dx, dy, after) => {
  expect(phaseAt(phase, dx, dy, pressed)).toBe(after);
});

test.each([
  [-59, 0],
  [-60, 1],
  [59, 0],
  [60, -1],
])('a swipe of %i px moves the calendar by %i steps', (px, step) => {
  expect(swipeStep(px)).toBe(step);
});
