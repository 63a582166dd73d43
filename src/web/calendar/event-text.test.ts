import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { eventInWords, nameOfEvent, prefixOfEvent } from './event-text.ts';

const nobody = { client_name: null, guest_name: null, service_name: null, notes: null };
const at = { start_datetime: '2026-11-17 09:00:00', end_datetime: '2026-11-17 10:30:00' };
const event = (fields: Partial<SalonAppointment>) => ({ ...nobody, ...at, ...fields }) as SalonAppointment;

test.each([
  ['a client’s booking', { status: 'BOOKED', client_name: 'Ana' }, 'Ana, 09:00 - 10:30, Rezervisan'],
  [
    'a guest’s booking with service and note',
    { status: 'BOOKED', guest_name: 'Mila', service_name: 'Gel lak', notes: 'kratko' },
    'Mila, 09:00 - 10:30, Gel lak, kratko, Rezervisan',
  ],
  [
    'a client’s booking for another person',
    { status: 'BOOKED', client_name: 'Ana', guest_name: 'Mila' },
    'za: Mila, 09:00 - 10:30, Rezervisan',
  ],
  [
    'a booking with a note for the staff',
    { status: 'BOOKED', client_name: 'Ana', staff_note: 'Alergija na akril' },
    'Ana, 09:00 - 10:30, Alergija na akril, Rezervisan',
  ],
  ['a booking without a person', { status: 'BOOKED' }, 'Rezervisan, 09:00 - 10:30'],
  ['a free slot', { status: 'AVAILABLE' }, 'Dostupan, 09:00 - 10:30'],
  ['a blocked time', { status: 'BLOCKED' }, 'Blokiran, 09:00 - 10:30'],
  [
    'a canceled booking',
    { status: 'CANCELLED', guest_name: 'Mila', service_name: 'Gel lak' },
    'Mila, 09:00 - 10:30, Gel lak, Otkazan',
  ],
  ['a canceled booking without a person', { status: 'CANCELLED' }, 'Otkazan, 09:00 - 10:30'],
] as const)('a block of %s is named with the person first and the status last', (_, fields, words) => {
  const row = event(fields);
  expect(eventInWords(row)).toBe(words);
  expect(words.startsWith(`${prefixOfEvent(row)}${nameOfEvent(row)}, `)).toBe(true);
});

test('in a salon with several technicians, the text of a block contains the technician before the status', () => {
  const row = event({ status: 'BOOKED', client_name: 'Ana', service_name: 'Gel lak' });
  expect(eventInWords(row, false, 'Sanja')).toBe('Ana, 09:00 - 10:30, Gel lak, Sanja, Rezervisan');
});

test.each([
  ['WAITING', 'Ana, 09:00 - 10:30, čeka uplatu, Rezervisan'],
  ['RECEIVED', 'Ana, 09:00 - 10:30, Rezervisan'],
] as const)('a booking with a deposit that is %s is named “%s”', (state, words) => {
  const deposit = { state } as SalonAppointment['deposit'];
  expect(eventInWords(event({ status: 'BOOKED', client_name: 'Ana', deposit }))).toBe(words);
});

test('the text of a free slot that is not offered to clients contains “ne nudi se”', () => {
  expect(eventInWords(event({ status: 'AVAILABLE' }), true)).toBe('Dostupan, 09:00 - 10:30, ne nudi se');
});
