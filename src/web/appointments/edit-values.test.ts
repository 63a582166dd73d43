import { expect, test } from 'vitest';
import type { AppointmentFields } from '#domain/appointments/edit.ts';
import { toId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import {
  fieldsOf,
  mergedValues,
  patchOf,
  pricePatchOf,
  priceTyped,
  privateFieldsFor,
  valuesOf,
} from './edit-values.ts';

const row: AppointmentFields = {
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
};
const values = valuesOf(row);

test('an untouched form sends the row as it was', () => {
  expect(fieldsOf(values)).toEqual(row);
  expect(patchOf(row, fieldsOf(values) ?? row)).toEqual({});
});

test.each([
  ['a blank note is no note', { notes: '  ' }, { notes: null }],
  [
    'another start keeps the length',
    { start: '10:00' },
    { start_datetime: '2026-11-17 10:00:00', end_datetime: '2026-11-17 11:00:00' },
  ],
  ['another length moves only the end', { duration: '90' }, { end_datetime: '2026-11-17 13:15:00' }],
  ['a reason without a cancellation is none', { cancel_reason: 'Zatvoreno' }, {}],
  ['no client, and the note that is left', { client_id: '' }, { client_id: null, notes: 'Višnja' }],
])('an edited form sends only what differs: %s', (_, typed, patch) => {
  const fields = fieldsOf({ ...values, ...typed });
  expect(fields && patchOf(row, fields)).toEqual(patch);
});

test.each([{ date: '' }, { start: '' }, { duration: '' }, { duration: '7.5' }])(
  'a form with %j is not complete',
  (typed) => {
    expect(fieldsOf({ ...values, ...typed })).toBeNull();
  },
);

test('a change from elsewhere keeps what was typed and updates what was not touched', () => {
  const typed = { ...values, notes: 'Crvena', duration: '90' };
  const theirs = { ...values, start: '10:00', notes: 'Plava' };
  expect(mergedValues(values, typed, theirs)).toEqual({
    ...values,
    start: '10:00',
    notes: 'Crvena',
    duration: '90',
  });
});

const forMila = valuesOf({ ...row, guest_name: 'Mila', guest_phone: '064 2' });
const MILAS = { guest_name: 'Mila', guest_phone: '064 2', notes: 'Višnja' };
const NOTHING = { guest_name: '', guest_phone: '', notes: '' };

test.each([
  ['another: nothing of the first one’s', '8', {}, NOTHING],
  ['nobody: nothing either', '', {}, NOTHING],
  ['the first one again: all of it', '7', NOTHING, MILAS],
  ['another, a note was typed', '8', { notes: 'Gel' }, { ...NOTHING, notes: 'Gel' }],
  ['another, the same note was typed', '8', { notes: 'Višnja' }, { ...NOTHING, notes: 'Višnja' }],
  ['the first one again, a note was typed', '7', { notes: 'Gel' }, { ...MILAS, notes: 'Gel' }],
])('note and guest in the form when it is given to %s', (what, client_id, typed, entered) => {
  const values = { ...forMila, ...typed };
  const names = new Set(what.includes('typed') ? Object.keys(typed) : []);
  expect(privateFieldsFor(client_id, forMila, { values, typed: names })).toEqual(entered);
});

test('a free slot’s note stays when a client is chosen', () => {
  const free = valuesOf({ ...row, status: 'AVAILABLE', client_id: null });
  const beside = privateFieldsFor('8', free, { values: free, typed: new Set() });
  expect(beside).toEqual({ ...NOTHING, notes: 'Višnja' });
});

test.each([
  ['nothing: only the client is sent', '8', NOTHING, { client_id: 8, notes: null }],
  ['the same note, typed for them', '8', { notes: 'Višnja' }, { client_id: 8, notes: 'Višnja' }],
  ['the same note with the same client', '7', { notes: 'Višnja' }, {}],
])('a form given to another client with %s', (_, client_id, entered, patch) => {
  const fields = fieldsOf({ ...values, client_id, ...entered });
  expect(fields && patchOf(row, fields)).toEqual(patch);
});

const priced = { ...row, service_price: 1800 };

test.each([
  ['as it was', {}, {}],
  ['as it was, written another way', { service_price: '1800' }, {}],
  ['lower', { service_price: '1.500' }, { service_price: 1500 }],
  ['taken away', { service_price: ' ' }, { service_price: null }],
  ['of another service', { service_id: '4', service_price: '1.800' }, { service_price: 1800 }],
  ['of no booking any more', { status: 'CANCELLED', service_price: '1' }, {}],
  ['no number', { service_price: 'sto' }, {}],
] as const)('the price of a visit is sent where it has to be: %s', (_, typed, patch) => {
  expect(pricePatchOf(priced, { ...valuesOf(priced), ...typed })).toEqual(patch);
});

test.each([
  ['', null],
  ['1.800', 1800],
  ['1234,50', 1234.5],
  ['0', 0],
  ['-5', undefined],
  ['sto', undefined],
])('the price typed as %j is %j', (service_price, price) => {
  expect(priceTyped({ service_price })).toBe(price);
});
