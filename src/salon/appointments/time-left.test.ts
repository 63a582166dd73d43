import { expect, test } from 'vitest';
import { timeLeftText } from './time-left.ts';

const START = '2025-03-12 10:00:00';
const END = '2025-03-12 11:30:00';

test.each([
  ['2025-03-10 07:00:00', 'Termin za 2 dana i 3 sata'],
  ['2025-03-07 08:59:00', 'Termin za 5 dana, 1 sat i 1 minut'],
  ['2025-02-19 10:00:00', 'Termin za 21 dan'],
  ['2025-03-11 10:00:00', 'Termin za 1 dan'],
  ['2025-03-11 10:00:01', 'Termin za 23 sata i 59 minuta'],
  ['2025-03-11 09:38:00', 'Termin za 1 dan i 22 minuta'],
  ['2025-03-12 05:00:00', 'Termin za 5 sati'],
  ['2025-03-12 09:00:00', 'Termin za 1 sat'],
  ['2025-03-12 09:00:01', 'Termin za 59 minuta'],
  ['2025-03-12 09:35:00', 'Termin za 25 minuta'],
  ['2025-03-12 09:39:00', 'Termin za 21 minut'],
  ['2025-03-12 09:59:00', 'Termin za 1 minut'],
  ['2025-03-12 09:59:01', 'Termin za manje od 1 minuta'],
  ['2025-03-12 09:59:59', 'Termin za manje od 1 minuta'],
  ['2025-03-12 10:00:00', 'U toku (još 1 sat i 30 minuta)'],
  ['2025-03-12 11:29:00', 'U toku (još 1 minut)'],
  ['2025-03-12 11:29:01', 'U toku (još manje od 1 minuta)'],
  ['2025-03-12 11:30:00', 'Termin je završen'],
  ['2026-01-01 00:00:00', 'Termin je završen'],
])('at %s: %s', (now, text) => {
  expect(timeLeftText(now, START, END)).toBe(text);
});

test('a clock change between now and the appointment does not show', () => {
  expect(timeLeftText('2025-03-29 09:00:00', '2025-03-31 09:00:00', '2025-03-31 10:00:00')).toBe(
    'Termin za 2 dana',
  );
  expect(timeLeftText('2025-10-25 09:00:00', '2025-10-26 09:00:00', '2025-10-26 10:00:00')).toBe(
    'Termin za 1 dan',
  );
});
