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
])('locale %s writes dates like the salon: %j, times: %j', (locale, date, time) => {
  expect(writesAsSalon('date', locale)).toBe(date);
  expect(writesAsSalon('time', locale)).toBe(time);
});

test.each([
  ['uses the native picker for touch in Serbian', true, ['sr-RS', 'sr'], true],
  ['does not use the native picker for a mouse', false, ['sr-RS', 'sr'], false],
  ['does not use the native picker in a browser with English menus', true, ['sr-RS', 'en-US'], false],
  ['does not use the native picker in a browser that requests English pages', true, ['en-US', 'sr'], false],
])('the field for dates %s', (_, isCoarse, locales, may) => {
  expect(mayUseDevicePicker('date', isCoarse, locales)).toBe(may);
});
