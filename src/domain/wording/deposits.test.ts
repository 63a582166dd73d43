import { expect, test } from 'vitest';
import { answerChip, answerText, heldUntil, referenceText, timeLeftToPay } from './deposits.ts';

test.each([
  ['2026-11-17 18:30:00', 'još 7 h'],
  ['2026-11-17 14:20:00', 'još 3 h'],
  ['2026-11-17 14:19:00', 'još 2 h 59 min'],
  ['2026-11-17 12:20:00', 'još 1 h'],
  ['2026-11-17 12:19:00', 'još 59 min'],
  ['2026-11-17 11:20:00', ''],
] as const)('if a deposit must be paid by %s, the time left to pay at 11:20 is “%s”', (until, text) => {
  expect(timeLeftToPay('2026-11-17 11:20:00', until)).toBe(text);
});

test.each([
  ['2026-11-17 18:30:00', 'danas do 18:30'],
  ['2026-11-18 10:00:00', 'sutra do 10:00'],
  ['2026-11-19 10:00:00', 'čet 19. nov do 10:00'],
] as const)('the deadline %s of a deposit is written as “%s”', (until, text) => {
  expect(heldUntil(until, '2026-11-17')).toBe(text);
});

test('a payment reference shows a space after the model and a hyphen after the control digits', () => {
  expect(referenceText('97163220000111111111000')).toBe('97 16-3220000111111111000');
});

test.each([
  ['today', '2026-11-17 14:30:00', 'danas u 14:30'],
  ['tomorrow', '2026-11-18 10:00:00', 'sutra u 10:00'],
  ['later', '2026-11-20 14:30:00', 'pet 20. nov u 14:30'],
] as const)('a request that ends %s', (_, until, when) => {
  expect(answerChip(until, '2026-11-17')).toBe(`Salon potvrđuje do ${when}`);
  expect(answerText(until, '2026-11-17')).toBe(`Salon potvrđuje termin, najkasnije ${when}.`);
});
