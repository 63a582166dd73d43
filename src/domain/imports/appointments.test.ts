import { describe, expect, test } from 'vitest';
import type { ServiceLine } from '../appointments/lines.ts';
import { type ServiceId, type TechnicianId, toId } from '../ids.ts';
import type { WallTime } from '../wall-clock.ts';
import {
  importedAttendance,
  importKey,
  importRefusal,
  pricedLines,
  roundedTimes,
  roundingInWords,
  technicianNamed,
} from './appointments.ts';

const NOW = '2026-11-17 11:20:00';
const hour = (start: WallTime) => roundedTimes(start, 60);

test.each<[WallTime, number, string, string | null]>([
  ['2026-11-20 10:00:00', 60, '10:00-11:00', null],
  ['2026-11-20 10:04:59', 60, '10:00-11:05', 'Zaokruženo: 10:00-11:05.'],
  ['2026-11-20 10:05:00', 61, '10:05-11:10', 'Zaokruženo: 10:05-11:10.'],
])('%s for %i minutes is %s', (start, minutes, expected, said) => {
  const { start_datetime, end_datetime } = roundedTimes(start, minutes);
  expect(`${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)}`).toBe(expected);
  expect(roundingInWords(start, minutes)).toBe(said);
});

const TOO_OLD = { text: 'Termin je stariji od roka za čuvanje podataka gostiju.' };
test.each<[WallTime, 'BOOKED' | 'MISSED', number, unknown]>([
  ['2025-11-17 06:00:00', 'BOOKED', 0, undefined],
  ['2025-11-16 10:00:00', 'BOOKED', 0, { code: 'slot_date_out_of_range' }],
  ['2027-11-17 10:00:00', 'BOOKED', 0, undefined],
  ['2027-11-18 10:00:00', 'BOOKED', 0, { code: 'slot_date_out_of_range' }],
  ['2026-08-17 06:00:00', 'BOOKED', 3, undefined],
  ['2026-08-16 21:00:00', 'BOOKED', 3, TOO_OLD],
  ['2026-11-17 11:20:00', 'MISSED', 3, undefined],
  ['2026-11-17 11:25:00', 'MISSED', 3, { code: 'appointment_not_begun' }],
  ['2026-11-20 05:55:00', 'BOOKED', 3, { code: 'slot_outside_hours' }],
])('%s %s with %i months of retention: %j', (start, status, guest_retention_months, refusal) => {
  expect(importRefusal(hour(start), status, { now: NOW, guest_retention_months })).toEqual(refusal);
});

test.each<[WallTime, 'BOOKED' | 'MISSED', number | null]>([
  ['2026-11-17 10:20:00', 'BOOKED', 1],
  ['2026-11-17 10:25:00', 'BOOKED', null],
  ['2026-11-17 10:25:00', 'MISSED', 0],
  ['2026-11-20 10:00:00', 'BOOKED', null],
])('the attendance of %s %s is %j', (start, status, attended) => {
  expect(importedAttendance(hour(start), status, NOW)).toBe(attended);
});

describe('prices', () => {
  const line = (id: number | null, price: number | null): ServiceLine => ({
    service_id: id === null ? null : toId<ServiceId>(id),
    name: 'x',
    price,
    duration_minutes: null,
  });
  test.each<[string, readonly ServiceLine[], number | null, readonly (number | null)[]]>([
    ['without a total list prices stay', [line(1, 500)], null, [500]],
    ['the total is the price of a single known line', [line(1, 500)], 700, [700]],
    ['the total is the price of a single unknown line', [line(null, null)], 700, [700]],
    ['with several known lines list prices stay', [line(1, 500), line(2, 300)], 700, [500, 300]],
    ['an unknown line has the rest', [line(1, 500), line(null, null)], 700.5, [500, 200.5]],
    ['without a rest an unknown line has no price', [line(1, 500), line(null, null)], 500, [500, null]],
    ['the first of several unknown lines has it', [line(null, null), line(null, null)], 700, [700, null]],
  ])('%s', (_, lines, total, prices) => {
    expect(pricedLines(lines, total).map(({ price }) => price)).toEqual(prices);
  });
});

test.each([
  ['mina', 2],
  ['MINA IVIĆ', 2],
  ['Ana', undefined],
  ['Ana B', 4],
  ['Neko', undefined],
])('the technician "%s" is %j', (text, id) => {
  const names = ['Jelena', 'Mina Ivić', 'Ana A', 'Ana B'];
  const technicians = names.map((name, n) => ({ id: toId<TechnicianId>(n + 1), name }));
  expect(technicianNamed(text, technicians)?.id).toBe(id);
});

test('rows are the same in any spelling of the name; with a UID name and number do not count', () => {
  const row = { uid: null, name: 'Ana Anić', number: '+381641234567', start_datetime: NOW } as const;
  expect(importKey({ ...row, name: 'ANA ANIC' })).toBe(importKey(row));
  expect(importKey({ ...row, number: null })).not.toBe(importKey(row));
  expect(importKey({ ...row, uid: 'a', name: 'x', number: null })).toBe(importKey({ ...row, uid: 'a' }));
});
