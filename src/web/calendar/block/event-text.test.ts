import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { detailsOfEvent, eventInWords, factsInLines, timeOfEvent, titleOfEvent } from './event-text.ts';
import { linesThatFit } from './grid-scale.ts';

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

const full = event({ status: 'BOOKED', guest_name: 'Mila', service_name: 'Gel lak', notes: 'kratko' });
const facts = ['09:00 - 10:30', 'za: Mila', 'Gel lak', 'kratko'];

test.each([1, 2, 3, 4, 5])(
  'in %i lines all facts are told, each line of its own as long as there are lines',
  (count) => {
    const lines = factsInLines(full, count);
    expect(lines.length).toBeLessThanOrEqual(count);
    expect(lines.join(' · ')).toBe(facts.join(' · '));
    expect(lines.slice(0, -1)).toEqual(facts.slice(0, lines.length - 1));
  },
);

const DESKTOP_DAY = { isPhone: false, isLarge: true };
const PHONE_DAY = { isPhone: true, isLarge: true };
const DESKTOP_WEEK = { isPhone: false, isLarge: false };
const PHONE_WEEK = { isPhone: true, isLarge: false };

test.each([
  ['5 min', 5, DESKTOP_DAY, 1],
  ['45 min in the day view', 45, DESKTOP_DAY, 1],
  ['60 min in the day view', 60, DESKTOP_DAY, 2],
  ['90 min in the day view', 90, DESKTOP_DAY, 3],
  ['120 min in the day view', 120, DESKTOP_DAY, 4],
  ['150 min in the day view', 150, DESKTOP_DAY, 5],
  ["45 min in a phone's day view", 45, PHONE_DAY, 1],
  ["60 min in a phone's day view", 60, PHONE_DAY, 2],
  ['45 min in the week view', 45, DESKTOP_WEEK, 1],
  ['60 min in the week view', 60, DESKTOP_WEEK, 2],
  ["30 min in a phone's week view", 30, PHONE_WEEK, 1],
  ["45 min in a phone's week view", 45, PHONE_WEEK, 2],
  ["60 min in a phone's week view", 60, PHONE_WEEK, 2],
] as const)('a block of %s has room for whole lines only', (_, minutes, size, lines) => {
  expect(linesThatFit(minutes / 60, size)).toBe(lines);
});
