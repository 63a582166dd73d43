import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from './slot-errors.ts';

test.each([
  ['slot_date_out_of_range', '10:00', 'date'],
  ['slot_outside_hours', '05:00', 'start'],
  ['slot_overlaps', '10:00', 'start'],
  ['slot_not_on_step', '10:03', 'start'],
  ['slot_not_on_step', '10:05', 'duration'],
  ['slot_too_short', '10:00', 'duration'],
  ['slot_across_days', '10:00', 'duration'],
] as const)('shows the refusal %s of a slot at %s under the field %s', (code, start, field) => {
  expect(Object.keys(slotRuleErrors(code, start).fields ?? {})).toEqual([field]);
});

test("the server's error text appears under the field that the error code concerns", () => {
  const overlap = new ApiError(409, 'slot_overlaps', 'Već postoji termin u tom vremenu.', {});
  expect(slotServerErrors(overlap, 'Nije uspelo.', '10:00')).toEqual({
    text: null,
    fields: { start: 'Već postoji termin u tom vremenu.' },
  });
  expect(slotServerErrors(new ApiError(0, null, null, {}), 'Nije uspelo.', '10:00').text).toBe(
    'Nije uspelo.',
  );
});

test.each([
  [{ date: '2026-11-17', start: '10:00', duration: '60' }, null],
  [{ start: '10:00', duration: '60' }, null],
  [{ date: '', start: '', duration: '' }, ['date', 'start', 'duration']],
  [{ start: '10:00', duration: '7.5' }, ['duration']],
])('the form %j lacks the fields %j', (times, missing) => {
  const refusal = blankTimes(times);
  expect(refusal && Object.keys(refusal.fields ?? {})).toEqual(missing);
});
