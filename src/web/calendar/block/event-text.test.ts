import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { detailsOfEvent, eventInWords, timeOfEvent, titleOfEvent } from './event-text.ts';

const nobody = { client_name: null, guest_name: null, service_name: null, notes: null };
const at = { start_datetime: '2026-11-17 09:00:00', end_datetime: '2026-11-17 10:30:00' };
const event = (fields: Partial<SalonAppointment>) => ({ ...nobody, ...at, ...fields }) as SalonAppointment;

test.each([
  ['a client', event({ status: 'BOOKED', client_name: 'Ana' }), 'Ana', '09:00 - 10:30', []],
  [
    'a guest',
    event({ status: 'BOOKED', guest_name: 'Mila', service_name: 'Gel lak', notes: 'kratko' }),
    'Rezervisan',
    '09:00 - 10:30',
    ['za: Mila', 'Gel lak', 'kratko'],
  ],
  [
    'a client for a guest',
    event({ status: 'BOOKED', client_name: 'Ana', guest_name: 'Mila' }),
    'Ana',
    '09:00 - 10:30',
    ['za: Mila'],
  ],
  ['free', event({ status: 'AVAILABLE' }), 'Dostupan', '09:00 - 10:30', []],
  ['blocked', event({ status: 'BLOCKED' }), 'Blokiran', '09:00 - 10:30', []],
  ['cancelled', event({ status: 'CANCELLED' }), 'Otkazan', '09:00 - 10:30', []],
  [
    'cancelled by a guest',
    event({ status: 'CANCELLED', guest_name: 'Mila' }),
    'Mila',
    'Otkazan 09:00 - 10:30',
    [],
  ],
  [
    "a client's cancelled one for a guest",
    event({ status: 'CANCELLED', client_name: 'Ana', guest_name: 'Mila', service_name: 'Gel lak' }),
    'Ana',
    'Otkazan 09:00 - 10:30',
    ['za: Mila', 'Gel lak'],
  ],
] as const)('an event of %s: title, time and details', (_, row, title, time, details) => {
  expect([titleOfEvent(row), timeOfEvent(row), detailsOfEvent(row)]).toEqual([title, time, [...details]]);
});

test('in one sentence the status is always there, once', () => {
  expect(eventInWords(event({ status: 'BOOKED', client_name: 'Ana' }))).toBe(
    'Ana, Rezervisan, 09:00 - 10:30',
  );
  expect(eventInWords(event({ status: 'AVAILABLE' }))).toBe('Dostupan, 09:00 - 10:30');
});

test('a free one that is not offered says so, on its block and in its sentence', () => {
  const free = event({ status: 'AVAILABLE' });
  expect(detailsOfEvent(free, true)).toEqual(['ne nudi se']);
  expect(eventInWords(free, true)).toBe('Dostupan, 09:00 - 10:30, ne nudi se');
});
