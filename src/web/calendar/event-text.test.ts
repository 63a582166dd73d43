import { expect, test } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { detailsOfEvent, eventInWords, timeOfEvent, titleOfEvent } from './event-text.ts';

const nobody = { client_name: null, guest_name: null, service_name: null, notes: null };
const at = { start_datetime: '2026-11-17 09:00:00', end_datetime: '2026-11-17 10:30:00' };
const event = (fields: Partial<Appointment>) => ({ ...nobody, ...at, ...fields }) as Appointment;

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
] as const)('the calendar’s text of %s', (_, row, title, time, details) => {
  expect([titleOfEvent(row), timeOfEvent(row), detailsOfEvent(row)]).toEqual([title, time, [...details]]);
});

test('the calendar’s sentence about an appointment always has the status, once', () => {
  expect(eventInWords(event({ status: 'BOOKED', client_name: 'Ana' }))).toBe(
    'Ana, Rezervisan, 09:00 - 10:30',
  );
  expect(eventInWords(event({ status: 'AVAILABLE' }))).toBe('Dostupan, 09:00 - 10:30');
});
