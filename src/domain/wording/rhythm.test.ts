import { expect, test } from 'vitest';
import { addDays } from '../wall-clock.ts';
import { agoText } from './rhythm.ts';

const TODAY = '2026-11-17';

test.each([
  [1, 'pre 1 dan'],
  [6, 'pre 6 dana'],
  [7, 'pre 1 nedelju'],
  [20, 'pre 2 nedelje'],
  [21, 'pre 3 nedelje'],
  [35, 'pre 5 nedelja'],
])('%i days ago is written as %s', (days, text) => {
  expect(agoText(addDays(TODAY, -days), TODAY)).toBe(text);
});
