import { expect, test } from 'vitest';
import {
  guestNote,
  joinedInWords,
  personOf,
  phoneOf,
  serviceAndGuest,
  serviceInFull,
  tooShortInWords,
  whenInWords,
} from './appointments.ts';

const ana = { client_name: 'Ana', client_phone: '064 1', guest_name: null, guest_phone: null };
const guest = { client_name: null, client_phone: null, guest_name: 'Mila', guest_phone: '064 2' };
const anaForMila = { ...ana, guest_name: 'Mila', guest_phone: '064 2' };
const nobody = { client_name: null, client_phone: null, guest_name: null, guest_phone: null };

test.each([
  ['a client', ana, 'Ana', '064 1', null],
  ['a guest', guest, 'Mila', '064 2', 'gošća'],
  ["a client who booked for a guest: the guest's phone", anaForMila, 'Ana', '064 2', 'za: Mila'],
  ['a deleted person', nobody, 'Gost', null, null],
])('person, phone and note of %s', (_, row, person, phone, note) => {
  expect([personOf(row), phoneOf(row), guestNote(row)]).toEqual([person, phone, note]);
});

const hour = { start_datetime: '2025-03-05 10:00:00' as const, end_datetime: '2025-03-05 11:00:00' as const };

test.each([
  ['Gel lak, 1.800 din', { service_name: 'Gel lak', service_price: 1800 }],
  ['Gel lak, Cena na upit', { service_name: 'Gel lak', service_price: 0 }],
  ['Bez usluge za sada', { service_name: null, service_price: null }],
] as const)('service in full: %s', (words, row) => {
  expect(serviceInFull(row)).toBe(words);
});

test.each([
  ['Gel lak', { ...ana, service_name: 'Gel lak' }],
  ['Gel lak, gošća', { ...guest, service_name: 'Gel lak' }],
  ['Bez usluge za sada, za: Mila', { ...anaForMila, service_name: null }],
])('service and guest: %s', (words, row) => {
  expect(serviceAndGuest(row)).toBe(words);
});

test('time of an appointment in words', () => {
  expect(whenInWords(hour, '2025-12-31')).toBe('sreda, 5. mart, 10:00 - 11:00');
  expect(whenInWords(hour, '2024-12-31')).toBe('sreda, 5. mart 2025, 10:00 - 11:00');
});

test.each([
  [2, 'dva termina spojena'],
  [3, 'tri termina spojena'],
  [4, 'četiri termina spojena'],
  [5, '5 termina spojeno'],
  [12, '12 termina spojeno'],
  [21, '21 termin spojen'],
  [22, '22 termina spojena'],
])('%d joined slots read ‘%s’', (count, words) => {
  expect(joinedInWords(count)).toBe(words);
});

test('a time that is too short shows its length', () => {
  expect(tooShortInWords(60)).toBe('60 min, kraće od usluge');
});
