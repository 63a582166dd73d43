import { expect, test } from 'vitest';
import { toId, type UserId } from '../ids.ts';
import { factsOf } from '../notifications.ts';
import {
  adminNotificationLabel,
  announced,
  callGuestText,
  clientNotificationText,
  clientNotificationTitle,
  reminderMessage,
  textBelowTitle,
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
    const facts = factsOf(slot, today);
    expect(clientNotificationText({ type: 'FREE_SLOT_AVAILABLE', facts, message: '' })).toBe(free);
    expect(reminderMessage(slot, today)).toBe(reminder);
  },
);

const facts = factsOf({ ...slot, technician_name: 'Mina' }, '2026-12-31');
const before = { ...slot, end_datetime: '2027-01-02 10:30:00', service_name: null } as const;

test.each([
  [
    'APPT_DURATION_CHANGED_EXTENDED',
    'Vaš termin 2. januara 2027. u 10:00 produžen je sa 30 na 60 minuta: 10:00 - 11:00.',
  ],
  ['APPT_SERVICE_CHANGED', 'Za vaš termin 2. januara 2027. u 10:00 izabrana je usluga „Gel lak“.'],
  [
    'APPT_REQUEST_ACCEPTED',
    'Salon je potvrdio vaš termin 2. januara 2027. u 10:00, usluga „Gel lak“ (radnica: Mina).',
  ],
  ['APPT_DEPOSIT_RECEIVED', 'Stigla je kapara od 1.200 din za vaš termin 2. januara 2027. u 10:00.'],
  ['APPT_DELAYED', 'Salon kasni: očekujemo vas oko 10:20.'],
  ['TIME_TO_RETURN', 'Vreme je za novi termin, usluga „Gel lak“. Izaberite dan i sat koji vam odgovaraju.'],
  ['APPT_CANCELLED_BY_ADMIN', 'Vaš termin 2. januara 2027. u 10:00 je otkazan na vaš zahtev.'],
] as const)('the text of %s is made of its facts', (type, text) => {
  const more = { was: before, amount: 1200, expected: '2027-01-02 10:20:00', on_request: true } as const;
  expect(clientNotificationText({ type, facts: { ...facts, ...more }, message: '' })).toBe(text);
});

test.each([
  [
    'APPT_CLIENT_CHANGED_ADDED',
    'Za 2. januar 2027. u 10:00, usluga „Gel lak“ (radnica: Mina).',
    'Salon vas je upisao za 2. januar 2027. u 10:00, usluga „Gel lak“ (radnica: Mina).',
  ],
  [
    'FREE_SLOT_AVAILABLE',
    '2. januara 2027, 10:00 - 11:00.',
    'Oslobodio se termin 2. januara 2027, 10:00 - 11:00.',
  ],
  [
    'APPT_CLIENT_SWAPPED',
    'Vaš termin 2. januara 2027. u 10:00 dodeljen je drugoj klijentkinji.',
    'Vaš termin 2. januara 2027. u 10:00 dodeljen je drugoj klijentkinji.',
  ],
] as const)('below its title %s is shown as “$1”', (type, below, text) => {
  expect(textBelowTitle({ type, facts, message: '' })).toBe(below);
  expect(clientNotificationText({ type, facts, message: '' })).toBe(text);
});

test('the starts of a series come before the reason', () => {
  const others = ['2027-01-09 10:00:00', '2027-01-16 10:00:00'] as const;
  const told = { client_id: toId<UserId>(1), facts: { ...facts, others }, reason: 'Nema struje' };
  expect(announced({ ...told, type: 'APPT_CANCELLED_BY_ADMIN' })).toBe(
    'Salon je otkazao vaš termin 2. januara 2027. u 10:00. Isto važi i za: sub 9. u 10:00, sub 16. jan 2027 u 10:00. Razlog: Nema struje',
  );
});

test('only a cancellation that she asked for does not name the salon', () => {
  const type = 'APPT_CANCELLED_BY_ADMIN';
  expect(clientNotificationTitle(type, true)).toBe('Termin je otkazan');
  expect(clientNotificationTitle(type, false)).toBe('Salon je otkazao termin');
});

test('a notification of an earlier release keeps its text', () => {
  const told = { type: 'APPT_TIME_CHANGED', facts: null, message: 'Tekst.' } as const;
  expect([clientNotificationText(told), textBelowTitle(told)]).toEqual(['Tekst.', 'Tekst.']);
});
