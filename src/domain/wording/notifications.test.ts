import { expect, test } from 'vitest';
import { adminNotificationLabel, badgeText, callGuestText } from './notifications.ts';

test.each([
  ['NEW_BOOKING', 'Novi termin'],
  ['CANCELLED', 'Otkazan termin'],
  ['NEW_CLIENT', 'Novi klijent'],
  ['FREE_SLOT_GUEST', 'Notifikacija'],
  ['ANYTHING_ELSE', 'Notifikacija'],
  ['constructor', 'Notifikacija'],
])('a notification %s is called %s', (type, label) => {
  expect(adminNotificationLabel(type)).toBe(label);
});

test.each([
  [0, undefined],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [1000, '99+'],
])('%d unread notifications show as %s', (unread, text) => {
  expect(badgeText(unread)).toBe(text);
});

test('a guest to be called has a name and a phone', () => {
  expect(callGuestText({ guest_name: 'Ana', guest_phone: '064 123' })).toBe('Pozvati: Ana, 064 123');
});
