import { expect, test } from 'vitest';
import { firstPhase, type Phase, phaseAt, swipeStep } from './press.ts';

const mouse = { isMouse: true, canHold: true };
const finger = { isMouse: false, canHold: true };
const onNothing = { isMouse: true, canHold: false };

test.each([
  ['a mouse by 7 px', mouse, 'holding', 7, 0, 'holding'],
  ['a mouse by 8 px', mouse, 'holding', 0, 8, 'holding'],
  ['a mouse by 9 px', mouse, 'holding', 0, 9, 'dragging'],
  ['a mouse slantwise by 8,5 px', mouse, 'holding', 6, 6, 'dragging'],
  ['a dragging mouse back where it was', mouse, 'dragging', 0, 0, 'dragging'],
  ['a mouse over what cannot be held', onNothing, 'holding', 90, 0, 'holding'],
  ['a rested finger by 15 px', finger, 'holding', 0, 15, 'holding'],
  ['a rested finger by 16 px', finger, 'holding', 16, 0, 'holding'],
  ['a rested finger by 17 px', finger, 'holding', 0, -17, 'dragging'],
  ['a finger that trembles', finger, 'resting', 5, 5, 'resting'],
  ['a finger that goes on at once', finger, 'resting', 0, 9, 'scrolling'],
  ['a finger that goes sideways at once', finger, 'resting', -9, 3, 'swiping'],
] as const)('a press turns into a drag or not: %s', (_, pressed, phase: Phase, dx, dy, after) => {
  expect(phaseAt(phase, dx, dy, pressed)).toBe(after);
});

test('a mouse presses at once, a finger rests first', () => {
  expect([firstPhase(mouse), firstPhase(finger)]).toEqual(['holding', 'resting']);
});

test.each([
  [-59, 0],
  [-60, 1],
  [59, 0],
  [60, -1],
])('a swipe of %i px leads %i days on', (px, step) => {
  expect(swipeStep(px)).toBe(step);
});
