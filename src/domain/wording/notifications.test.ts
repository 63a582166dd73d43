import { expect, test } from 'vitest';
import {
  adminNotificationLabel,
  callGuestText,
  freedSlotInWords,
  freeSlotMessage,
  reminderMessage,
  withoutTitle,
} from './notifications.ts';

test.each([
  ['NEW_BOOKING', 'Novi termin'],
  ['CANCELLED', 'Otkazan termin'],
  ['NEW_CLIENT', 'Nova klijentkinja'],
  ['FREE_SLOT_GUEST', 'Oslobodio se termin'],
  ['ANYTHING_ELSE', 'Notifikacija'],
  ['constructor', 'Notifikacija'],
])('notification type %s has the label %s', (type, label) => {
  expect(adminNotificationLabel(type)).toBe(label);
});

test('the text about a guest to call contains the guest’s name and phone number', () => {
  expect(callGuestText({ guest_name: 'Ana', guest_phone: '064 123' })).toBe('Pozovite: Ana, 064 123');
});

const slot = {
  start_datetime: '2027-01-02 10:00:00',
  end_datetime: '2027-01-02 11:00:00',
  service_name: 'Gel lak',
} as const;

test.each([
  [
    '2027-12-31',
    'Oslobodio se termin 2. januara, 10:00 - 11:00.',
    'Podsećamo vas na termin 2. januara u 10:00, usluga „Gel lak“.',
  ],
  [
    '2026-12-31',
    'Oslobodio se termin 2. januara 2027, 10:00 - 11:00.',
    'Podsećamo vas na termin 2. januara 2027. u 10:00, usluga „Gel lak“.',
  ],
] as const)(
  'on %s messages about 2 January 2027 contain its year only if that is not the current year',
  (today, free, reminder) => {
    expect(freeSlotMessage(slot, today)).toBe(free);
    expect(reminderMessage(slot, today)).toBe(reminder);
  },
);

test.each([
  ['2027-01-01', 'subota, 2. januar, 10:00 - 11:00'],
  ['2026-12-31', 'subota, 2. januar 2027, 10:00 - 11:00'],
] as const)('on %s the card of a freed slot shows %s', (today, words) => {
  expect(freedSlotInWords('2027-01-02', freeSlotMessage(slot, today), today)).toBe(words);
});

test('the card of a freed slot shows no times if the notification’s text contains none', () => {
  expect(freedSlotInWords('2027-01-02', 'Oslobodio se termin.', '2027-01-01')).toBeNull();
});

test.each([
  ['begins with the title', 'Dodeljen vam je termin 2. januara u 10:00.', '2. januara u 10:00.'],
  ['begins with the title followed by a word', 'Dodeljen vam je termin sutra u 10:00.', 'Sutra u 10:00.'],
  ['words the title differently', 'Vaš termin je pomeren.', 'Vaš termin je pomeren.'],
  ['equals the title', 'Dodeljen vam je termin', 'Dodeljen vam je termin'],
])('a message that %s is shown below the title as “$2”', (_, message, shown) => {
  expect(withoutTitle(message, 'Dodeljen vam je termin')).toBe(shown);
});
