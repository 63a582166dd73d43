import { expect, test } from 'vitest';
import { isLateCancellation, reasonRefusal } from './cancellation.ts';

test.each([
  ['nothing', '', 'bad_input'],
  ['blanks', ' \n\t ', 'bad_input'],
  ['one character', ' x ', undefined],
  ['300 characters', 'š'.repeat(300), undefined],
  ['300 characters and blanks round them', `  ${'š'.repeat(300)}\n`, undefined],
  ['300 characters of two halves each', '💅'.repeat(300), undefined],
  ['301 characters', 'š'.repeat(301), 'bad_input'],
])('a reason of %s: %3$s', (_, reason, refusal) => {
  expect(reasonRefusal(reason)).toBe(refusal);
});

test.each([
  ['2025-03-11 09:59:59', 24, false],
  ['2025-03-11 10:00:00', 24, false],
  ['2025-03-11 10:00:01', 24, true],
  ['2025-03-12 09:59:59', 24, true],
  ['2025-03-12 09:59:59', 0, false],
  ['2025-03-12 08:00:00', 2, false],
  ['2025-03-12 08:01:00', 2, true],
])('cancelled at %s with a limit of %d hours it is late: %s', (now, hours, late) => {
  expect(isLateCancellation(now, '2025-03-12 10:00:00', hours)).toBe(late);
});
