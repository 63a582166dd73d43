import { describe, expect, test } from 'vitest';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { type PersonId, toId, type UserId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { addMinutes, type ShortClockTime, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import {
  type Facts,
  type FormRow,
  fieldsOf,
  newValues,
  patchOf,
  pricesTyped,
  shownValues,
  type Values,
  valuesOf,
  valuesOfPerson,
  withPriceText,
} from './values.ts';

const DAY = '2026-11-23' as WallDate;
const NOW = '2026-11-22 12:00:00' as WallTime;

const lines = (...ids: (number | null)[]): FormRow['services'] =>
  ids.map((id) => ({
    service_id: id === null ? null : toId(id),
    name: '',
    price: null,
    duration_minutes: null,
  }));

const row: FormRow = {
  start_datetime: '2026-11-17 11:45:00',
  end_datetime: '2026-11-17 12:45:00',
  status: 'BOOKED',
  technician_id: OWNERS_TECHNICIAN,
  service_id: toId(3),
  client_id: toId(7),
  guest_name: null,
  guest_phone: null,
  notes: 'Višnja',
  cancel_reason: null,
  service_price: null,
  services: lines(3),
};
const values = valuesOf(row);

const facts: Omit<Facts, 'base' | 'isNew' | 'typed'> = {
  usual: '',
  offerMinutes: null,
  minutesOf: ([id]) => (id === 4 ? 90 : null),
  pricesOf: (ids) => ids.map((id) => (id === 4 ? 2400 : null)),
  rows: [],
  hours: { from: '08:00', to: '20:00' },
  cleanup: 0,
  now: NOW,
};

/** Returns the values that the form shows after the owner has typed some of them. */
function shown(base: Values, typed: Partial<Values>, some: Partial<Facts> = {}): Values {
  return shownValues({ ...base, ...typed }, { ...facts, base, isNew: false, typed, ...some });
}

describe('patchOf: the fields that an edited form sends', () => {
  test('the request for an untouched form has no fields', () => {
    expect(row).toMatchObject(fieldsOf(values) ?? {});
    expect(patchOf(row, values)).toEqual({});
  });

  const [start_datetime, end_datetime] = ['2026-11-17 10:00:00', '2026-11-17 11:00:00'];
  test.each<[string, Partial<Values>, object]>([
    ['null instead of a blank note', { notes: '  ' }, { notes: null }],
    ['a new start and end after a change of the start', { start: '10:00' }, { start_datetime, end_datetime }],
    [
      'only a new end after a change of the length',
      { duration: '90' },
      { end_datetime: '2026-11-17 13:15:00' },
    ],
    ['no cancellation reason unless the status is canceled', { cancel_reason: 'Zatvoreno' }, {}],
    [
      'no client, but the remaining note, after the client was removed',
      { client_id: '' },
      { client_id: null, notes: 'Višnja' },
    ],
    [
      'another client and no note, after the note was emptied',
      { client_id: '8', notes: '' },
      { client_id: 8, notes: null },
    ],
    [
      'another client and the same note, if the note was kept',
      { client_id: '8' },
      { client_id: 8, notes: 'Višnja' },
    ],
  ])('the request of an edited form has %s', (_, typed, patch) => {
    expect(patchOf(row, { ...values, ...typed })).toEqual(patch);
  });

  const tea = { person_id: toId<PersonId>(12), client_id: null, name: 'Tea Vidić', phone: '064 555 0110' };
  test.each<[string, Partial<Values>, object]>([
    ['of a person without an account only the person', valuesOfPerson(tea), { person_id: 12 }],
    [
      'of the person whose words were then changed a guest',
      { ...valuesOfPerson(tea), person_id: '', guest_name: 'Tea' },
      { client_id: null, guest_name: 'Tea', guest_phone: '064 555 0110' },
    ],
    [
      'of a person with an account the account',
      valuesOfPerson({ ...tea, client_id: toId<UserId>(8) }),
      { client_id: 8 },
    ],
  ])('the request of an appointment given to another person has %s', (_, typed, person) => {
    expect(patchOf(row, { ...values, notes: '', ...typed })).toEqual({ ...person, notes: null });
  });

  const priced = { ...row, service_price: 1800 };
  test.each<[string, Partial<Values>, object]>([
    ['not when unchanged', {}, {}],
    ['not when only written in another way', { service_price: '1800' }, {}],
    ['when lowered', { service_price: '1.500' }, { service_price: 1500 }],
    ['when removed', { service_price: ' ' }, { service_price: null }],
    [
      'with another service',
      { service_ids: '4', service_price: '1.800' },
      { service_id: 4, service_price: 1800 },
    ],
    ['not after a cancellation', { status: 'CANCELLED', service_price: '1' }, { status: 'CANCELLED' }],
    ['not when invalid', { service_price: 'sto' }, {}],
  ])('the request has the price: %s', (_, typed, patch) => {
    expect(patchOf(priced, { ...valuesOf(priced), ...typed })).toEqual(patch);
  });

  test('the request has the prices of all services, but no prices if their number differs from the number of services', () => {
    const two = {
      ...priced,
      services: lines(3, 5).map((line, n) => ({ ...line, price: n === 0 ? 1800 : 600 })),
    };
    const shown = valuesOf(two);
    expect(shown.service_ids).toBe('3,5');
    expect(patchOf(two, { ...shown, service_price: '1' })).toEqual({});
    expect(patchOf(two, { ...shown, service_ids: '3,4', service_price: '1' })).toEqual({
      service_ids: [3, 4],
    });
    expect(shown.service_price).toBe('1.800;600');
    const cheaper = withPriceText(shown.service_price, 1, '500');
    expect(patchOf(two, { ...shown, service_price: cheaper })).toEqual({
      services: [
        { service_id: 3, price: 1800 },
        { service_id: 5, price: 500 },
      ],
    });
    expect(patchOf(two, { ...shown, service_price: withPriceText(shown.service_price, 1, 'sto') })).toEqual(
      {},
    );
    expect(patchOf(two, { ...shown, service_ids: '5', service_price: '500' })).toEqual({
      service_id: 5,
      service_price: 500,
    });
  });

  test('a change of another field does not send the services, so that a deleted service among them is kept', () => {
    const two = { ...row, services: lines(3, null) };
    expect(patchOf(two, { ...valuesOf(two), notes: 'Gel' })).toEqual({ notes: 'Gel' });
  });

  test('a service that no longer exists can be removed from the appointment', () => {
    const deleted = { ...row, service_id: null, services: lines(null) };
    expect(patchOf(deleted, valuesOf(deleted))).toEqual({});
    expect(patchOf(deleted, { ...valuesOf(deleted), service_ids: '' })).toMatchObject({ service_id: null });
  });
});

test.each([{ date: '' }, { start: '' }, { duration: '' }, { duration: '7.5' }])(
  'values with %j have no times',
  (typed) => expect(fieldsOf({ ...values, ...typed })).toBeNull(),
);

test.each([
  ['', null],
  ['1.800', 1800],
  ['1234,50', 1234.5],
  ['0', 0],
  ['-5', undefined],
  ['sto', undefined],
])('a price typed as %j is read as %j', (prices, price) => {
  expect(pricesTyped(prices)).toEqual([price]);
});

const forMila = valuesOf({ ...row, guest_name: 'Mila', guest_phone: '064 2' });
const MILAS = { guest_name: 'Mila', guest_phone: '064 2', notes: 'Višnja' };
const NOTHING = { guest_name: '', guest_phone: '', notes: '' };

test.each<[string, Partial<Values>, Partial<Values>]>([
  ['another client: no note and guest of the former client', { client_id: '8' }, NOTHING],
  ['nobody: no note and guest', { client_id: '' }, NOTHING],
  ['the former client again: the original note and guest', { client_id: '7' }, MILAS],
  ['another client and a typed note', { client_id: '8', notes: 'Gel' }, { ...NOTHING, notes: 'Gel' }],
  [
    'another client and the same note typed',
    { client_id: '8', notes: 'Višnja' },
    { ...NOTHING, notes: 'Višnja' },
  ],
  ['the former client and a typed note', { client_id: '7', notes: 'Gel' }, { ...MILAS, notes: 'Gel' }],
])('shows note and guest for %s', (_, typed, expected) => {
  expect(shown(forMila, typed)).toMatchObject(expected);
});

const slot = valuesOf({ ...row, status: 'AVAILABLE', client_id: null, service_id: null, services: [] });
const EMPTY = { ...NOTHING, client_id: '', service_ids: '', service_price: '' };

test.each<[string, Values, Partial<Values>, Partial<Values>]>([
  [
    'an entered client books the slot, which keeps its note',
    slot,
    { client_id: '8' },
    { status: 'BOOKED', notes: 'Višnja' },
  ],
  ['an entered guest without a name books the slot', slot, { hasGuest: 'yes' }, { status: 'BOOKED' }],
  [
    'an entered service books the slot and keeps the slot’s length',
    slot,
    { service_ids: '4' },
    { status: 'BOOKED', duration: '60' },
  ],
  [
    'a chosen status has priority over an entered client',
    slot,
    { client_id: '8', status: 'BLOCKED' },
    { status: 'BLOCKED', client_id: '' },
  ],
  ['a booking changed to a free slot has no person and no services', forMila, { status: 'AVAILABLE' }, EMPTY],
  [
    'a booking changed to a free slot does not keep a typed note',
    forMila,
    { status: 'AVAILABLE', notes: 'Gel' },
    EMPTY,
  ],
  ['a blocked slot keeps its note', slot, { status: 'BLOCKED' }, { notes: 'Višnja' }],
  [
    'a canceled row keeps its person',
    forMila,
    { status: 'CANCELLED', client_id: '8' },
    { ...MILAS, client_id: '7' },
  ],
  ['a note can be added to a canceled row', forMila, { status: 'CANCELLED', notes: 'Gel' }, { notes: 'Gel' }],
  [
    'a service sets length and price',
    values,
    { service_ids: '4' },
    { duration: '90', service_price: '2.400' },
  ],
  [
    'a service without a length keeps the appointment’s length',
    values,
    { service_ids: '5' },
    { duration: '60', service_price: '' },
  ],
  [
    'typed length and price stay',
    values,
    { service_ids: '4', duration: '30', service_price: '1' },
    { duration: '30', service_price: '1' },
  ],
  [
    'the price typed for one service is replaced by the prices of several services',
    values,
    { service_ids: '4,5', service_price: '1' },
    { service_price: '2.400;' },
  ],
  [
    'typed prices of several services stay',
    values,
    { service_ids: '4,5', service_price: '2.000;500' },
    { service_price: '2.000;500' },
  ],
])('%s', (_, base, typed, expected) => {
  expect(shown(base, typed)).toMatchObject(expected);
});

const rowAt = (clock: string, minutes: number, status: AppointmentStatus, notes: string | null) => {
  const start_datetime = `${DAY} ${clock}:00` as WallTime;
  return { start_datetime, end_datetime: addMinutes(start_datetime, minutes), status, notes };
};
const noted = rowAt('10:00', 60, 'AVAILABLE', 'Samo kratko');
const both = [noted, rowAt('11:00', 60, 'AVAILABLE', 'Ulaz pozadi')];

test.each<[string, Partial<Values>, Facts['rows'], string]>([
  ['has the note of the free slot that it replaces', {}, [noted], 'Samo kratko'],
  ['has the notes of both free slots that it replaces', { duration: '90' }, both, 'Samo kratko\nUlaz pozadi'],
  ['has no note of an adjacent slot', { start: '11:00' }, [noted], ''],
  ['has no note if the slot has none', {}, [rowAt('10:00', 60, 'AVAILABLE', null)], ''],
  ['has no note of a canceled appointment', {}, [rowAt('10:00', 60, 'CANCELLED', 'Bolest')], ''],
  ['keeps the typed note', { notes: 'Bez ukrasa' }, [noted], 'Bez ukrasa'],
  ['has no note if the owner has emptied the note', { notes: '' }, [noted], ''],
  ['has no note when the time is blocked', { status: 'BLOCKED' }, [noted], ''],
])('a new booking %s', (_, typed, rows, notes) => {
  const base = newValues({ date: DAY, start: '10:00' as ShortClockTime }, NOW);
  expect(shown(base, { hasGuest: 'yes', duration: '60', ...typed }, { isNew: true, rows }).notes).toBe(notes);
});

test.each<[string, Partial<Values>, Partial<Facts>, Partial<Values>]>([
  ['is a slot of two hours', {}, {}, { status: 'AVAILABLE', duration: '120', start: '09:00' }],
  [
    'starts at the first time with room',
    {},
    { rows: [rowAt('08:00', 90, 'BOOKED', null)] },
    { start: '09:30' },
  ],
  [
    'has the client’s usual services',
    { client_id: '8' },
    { usual: '4' },
    { service_ids: '4', duration: '90', service_price: '2.400' },
  ],
  [
    'has no services if the owner has removed the usual ones',
    { client_id: '8', service_ids: '' },
    { usual: '4' },
    { service_ids: '', duration: '120' },
  ],
  ['is as long as the free time', { when: 'free' }, { offerMinutes: 75 }, { duration: '75' }],
])('a new appointment %s', (_, typed, some, expected) => {
  const base = newValues({ date: DAY, isOtherTime: true }, NOW);
  expect(shown(base, typed, { isNew: true, ...some })).toMatchObject(expected);
});

test.each<[string, Partial<Values>, Partial<Values>]>([
  ['takes the time of its services', { hasGuest: 'yes', service_ids: '4' }, { duration: '90' }],
  ['takes two hours of it without a length', { hasGuest: 'yes' }, { duration: '120' }],
  ['keeps its length until somebody is booked', {}, { status: 'AVAILABLE', duration: '180' }],
  ['keeps its length when it is blocked', { status: 'BLOCKED' }, { duration: '180' }],
  ['keeps a typed length', { hasGuest: 'yes', service_ids: '4', duration: '45' }, { duration: '45' }],
])('with split_slots a free time of three hours %s', (_, typed, expected) => {
  const free = rowAt('10:00', 180, 'AVAILABLE', null);
  const part = { minutesOfPart: facts.minutesOf };
  const given = newValues({ slot: { id: toId<never>(1), ...free } }, NOW);
  expect(shown(given, typed, { isNew: true, ...part })).toMatchObject({ start: '10:00', ...expected });
  const existing = { ...slot, duration: '180' };
  expect(shown(existing, typed, part)).toMatchObject(expected);
});

test.each([
  ['the list of free times', {}, 'free', ''],
  ['the free times of the given day', { date: DAY }, 'free', DAY],
  ['the time fields and the tapped day', { date: DAY, start: '10:15' as ShortClockTime }, 'other', DAY],
  ['the time fields and today, if no day is given', { isOtherTime: true }, 'other', '2026-11-22'],
  ['the time of a given slot', { slot: { id: toId<never>(1), ...noted } }, 'given', DAY],
])('the form of a new appointment first shows %s', (_, preset, when, date) => {
  expect(newValues(preset, NOW)).toMatchObject({ when, date });
});

test.each<[string, string, Partial<Values>, Partial<Facts>, Partial<Values>]>([
  ['takes an hour', '12:02', {}, {}, { start: '12:00', duration: '60' }],
  [
    'ends with the next booking',
    '12:02',
    {},
    { rows: [rowAt('12:45', 60, 'BOOKED', null)] },
    { start: '12:00', duration: '45' },
  ],
  ['takes as long as its services', '12:02', { service_ids: '4' }, {}, { start: '12:00', duration: '90' }],
  ['ends by closing time', '21:30', { service_ids: '4' }, {}, { start: '21:30', duration: '30' }],
  ['keeps a typed length', '12:02', { duration: '20' }, {}, { start: '12:00', duration: '20' }],
  ['has no start while the salon is closed', '22:30', {}, {}, { start: '', duration: '120' }],
])('an appointment that begins now %s', (_, clock, typed, some, expected) => {
  const now = `${DAY} ${clock}:00` as WallTime;
  const base = newValues({}, now);
  const begun = { hasGuest: 'yes', when: 'now', date: DAY, ...typed } as const;
  expect(shown(base, begun, { isNew: true, now, ...some })).toMatchObject(expected);
});

test.each<[string, WallDate, Partial<Values>]>([
  ['today, as soon as it can', DAY, { start: '12:45', duration: '30' }],
  ['on another day, at nine', '2026-11-24', { start: '09:00', duration: '30' }],
])('a blocked time begins %s', (_, date, expected) => {
  const now = `${DAY} 12:02:00` as WallTime;
  const typed = { status: 'BLOCKED', when: 'other', date, duration: '30' } as const;
  const rows = [rowAt('11:45', 60, 'BOOKED', null)];
  expect(shown(newValues({}, now), typed, { isNew: true, now, rows })).toMatchObject(expected);
});

test('a new appointment of given services has their price', () => {
  const base = newValues({ serviceIds: [toId(4)] }, NOW);
  expect(shown(base, {}, { isNew: true })).toMatchObject({ service_ids: '4', service_price: '2.400' });
});
