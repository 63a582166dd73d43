import { expect, test } from 'vitest';
import { guestNote, personOf, phoneOf, serviceAndGuest, whenInWords } from './appointments.ts';

const ana = { client_name: 'Ana', client_phone: '064 1', guest_name: null, guest_phone: null };
const guest = { client_name: null, client_phone: null, guest_name: 'Mila', guest_phone: '064 2' };
const anaForMila = { ...ana, guest_name: 'Mila', guest_phone: '064 2' };
const nobody = { client_name: null, client_phone: null, guest_name: null, guest_phone: null };

test.each([
  ['a client', ana, 'Ana', '064 1', null],
  ['a guest', guest, 'Mila', '064 2', 'gošća'],
  ["a client who booked for a guest: the guest's phone", anaForMila, 'Ana', '064 2', 'za: Mila'],
  ['a deleted person', nobody, 'Gost', null, null],
])('the person, phone and note that are shown for %s', (_, row, person, phone, note) => {
  expect([personOf(row), phoneOf(row), guestNote(row)]).toEqual([person, phone, note]);
});

const hour = { start_datetime: '2025-03-05 10:00:00' as const, end_datetime: '2025-03-05 11:00:00' as const };

test.each([
  ['Gel lak', { ...ana, service_name: 'Gel lak' }],
  ['Gel lak, gošća', { ...guest, service_name: 'Gel lak' }],
  ['Bez usluge za sada, za: Mila', { ...anaForMila, service_name: null }],
])('writes service and guest: %s', (words, row) => {
  expect(serviceAndGuest(row)).toBe(words);
});

test('the time of an appointment is written with its weekday, and with its year if it is another year', () => {
  expect(whenInWords(hour, '2025-12-31')).toBe('sreda, 5. mart, 10:00 - 11:00');
  expect(whenInWords(hour, '2024-12-31')).toBe('sreda, 5. mart 2025, 10:00 - 11:00');
});
