import { expect, test } from 'vitest';
import { clockTyped } from '../ui/time-field.tsx';

test.each([
  ['9', '09:00'],
  ['09:30', '09:30'],
  ['930', '09:30'],
  ['1745', '17:45'],
  ['9.30', '09:30'],
  ['17 45 h', '17:45'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['24:00', ''],
  ['9:60', ''],
  ['9:3', ''],
  ['podne', ''],
  ['', ''],
])('the typed time %j is read as %j', (typed, clock) => {
  expect(clockTyped(typed)).toBe(clock);
});
