import { expect, test } from 'vitest';
import { dayAsked } from './search-dialog.tsx';

test.each([
  ['danas', '2026-11-17'],
  ['Sutra', '2026-11-18'],
  ['prekosutra', '2026-11-19'],
  ['juče', '2026-11-16'],
  ['сутра', '2026-11-18'],
  ['petak', '2026-11-20'],
  ['utorak', '2026-11-24'],
  ['cetvrtak', '2026-11-19'],
  ['5.12.', '2026-12-05'],
  ['5.1.', '2027-01-05'],
  ['05/12/2027', '2027-12-05'],
  ['31.2.', null],
  ['Mila', null],
  ['', null],
])('on Tuesday, 17 November 2026, a search for "%s" finds the day %s', (text, day) => {
  expect(dayAsked(text, '2026-11-17')).toBe(day);
});
