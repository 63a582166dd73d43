import { expect, test } from 'vitest';
import { absenceRefusal, isAbsentOn } from './absences.ts';

const absences = [
  { date_from: '2025-08-04' as const, date_to: '2025-08-10' as const },
  { date_from: '2025-12-25' as const, date_to: '2025-12-25' as const },
];

test.each([
  ['2025-08-03', false],
  ['2025-08-04', true],
  ['2025-08-10', true],
  ['2025-08-11', false],
  ['2025-12-24', false],
  ['2025-12-25', true],
  ['2025-12-26', false],
] as const)('on %s the salon is absent: %s', (date, absent) => {
  expect(isAbsentOn(date, absences)).toBe(absent);
});

test.each([
  ['2025-08-04', '2025-08-05', undefined],
  ['2025-08-04', '2025-08-04', undefined],
  ['2025-08-04', '2025-08-03', 'range_reversed'],
] as const)('an absence from %s to %s is refused: %s', (date_from, date_to, refusal) => {
  expect(absenceRefusal({ date_from, date_to })).toBe(refusal);
});
