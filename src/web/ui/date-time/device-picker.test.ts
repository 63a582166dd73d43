import { expect, test } from 'vitest';
import { mayUseDevicePicker, writesAsSalon } from './device-picker.tsx';

test.each([
  ['sr-Latn-RS', true, true],
  ['sr', true, true],
  ['hr-HR', true, true],
  ['de-DE', true, true],
  ['fr-FR', true, true],
  ['en-GB', true, true],
  ['en-US', false, false],
  ['en', false, false],
  ['en-AU', true, false],
  ['sv-SE', false, true],
  ['hu-HU', false, true],
  ['nl-NL', false, true],
])('%s writes days as the salon does: %j, times: %j', (locale, date, time) => {
  expect(writesAsSalon('date', locale)).toBe(date);
  expect(writesAsSalon('time', locale)).toBe(time);
});

test.each([
  ['a finger in Serbian gets the device’s own picker', true, ['sr-RS', 'sr'], true],
  ['a mouse never does', false, ['sr-RS', 'sr'], false],
  ['a browser whose menus are English does not', true, ['sr-RS', 'en-US'], false],
  ['a browser that asks for English pages does not', true, ['en-US', 'sr'], false],
])('%s', (_, isCoarse, locales, may) => {
  expect(mayUseDevicePicker('date', isCoarse, locales)).toBe(may);
});
