import { describe, expect, test } from 'vitest';
import { toId, type UserId } from '../ids.ts';
import {
  type Booker,
  bookingPerson,
  guestAfter,
  keepsPerson,
  type Person,
  type Sameness,
} from './booked-person.ts';

describe('the person of a booking', () => {
  const client: Booker = { role: 'CLIENT', client_id: toId<UserId>(7) };
  const visitor: Booker = { role: 'VISITOR' };
  const admin: Booker = { role: 'ADMIN', client_id: null };
  const adminForAna: Booker = { role: 'ADMIN', client_id: toId<UserId>(8) };
  const nobody = { guest_name: null, guest_phone: null };
  const ana = { guest_name: 'Ana', guest_phone: '064 123' };

  test.each([
    [client, {}, { client_id: toId<UserId>(7), ...nobody }],
    [adminForAna, {}, { client_id: toId<UserId>(8), ...nobody }],
    [adminForAna, ana, { client_id: toId<UserId>(8), ...ana }],
    [adminForAna, { guest_name: 'Ana' }, 'guest_contact_missing'],
    [client, { guest_name: ' ', guest_phone: null }, { client_id: toId<UserId>(7), ...nobody }],
    [client, ana, { client_id: toId<UserId>(7), ...ana }],
    [client, { guest_name: 'Ana' }, 'guest_contact_missing'],
    [client, { guest_phone: '064 123' }, 'guest_contact_missing'],
    [visitor, { guest_name: ' Ana ', guest_phone: ' 064 123 ' }, { client_id: null, ...ana }],
    [visitor, { guest_name: 'Ana', guest_phone: '  ' }, 'guest_contact_missing'],
    [visitor, {}, 'guest_contact_missing'],
    [admin, ana, { client_id: null, ...ana }],
    [admin, {}, 'guest_contact_missing'],
    [admin, { guest_phone: '064 123' }, 'guest_contact_missing'],
  ])('a booking by %j for the guest %j has the person %j', (booker, guest, person) => {
    expect(bookingPerson(booker, guest)).toEqual(person);
  });
});

test.each([
  [
    toId<UserId>(7),
    { guest_name: ' Ana ', guest_phone: '064 1' },
    { guest_name: 'Ana', guest_phone: '064 1' },
  ],
  [toId<UserId>(7), { guest_name: null, guest_phone: null }, { guest_name: null, guest_phone: null }],
  [toId<UserId>(7), { guest_name: 'Ana', guest_phone: ' ' }, 'guest_contact_missing'],
  [toId<UserId>(7), { guest_name: null, guest_phone: '064 1' }, 'guest_contact_missing'],
  [null, { guest_name: 'Eva', guest_phone: '064 2' }, { guest_name: 'Eva', guest_phone: '064 2' }],
  [null, { guest_name: null, guest_phone: null }, 'booked_needs_person'],
])('on a booking of client %s the guest %j becomes %j', (client_id, guest, after) => {
  expect(guestAfter({ client_id }, guest)).toEqual(after);
});

const ANA = { client_id: toId<UserId>(7), guest_name: null, guest_phone: null };
const FOR_MILA = { client_id: toId<UserId>(7), guest_name: 'Mila', guest_phone: '064 1' };
const MILA = { client_id: null, guest_name: 'Mila', guest_phone: '064 1' };
const OTHER = { client_id: null, guest_name: 'Mila', guest_phone: '064 2' };

const CLIENT = { client_id: toId<UserId>(7), guest_name: null, guest_phone: null };
const shared = { isSharedNumber: true };

test.each<[string, Person, Person, boolean, Sameness?]>([
  ['nothing', MILA, MILA, true],
  ['a corrected name', MILA, { ...MILA, guest_name: 'Mila Marić' }, true],
  ['a corrected phone', MILA, { ...MILA, guest_phone: '064 2' }, true],
  ['the name in another script', MILA, { ...MILA, guest_name: ' МИЛА', guest_phone: null }, true],
  [
    'another name and the same phone in another spelling',
    MILA,
    { ...MILA, guest_name: 'M', guest_phone: '+381 64-1' },
    true,
  ],
  ['another name and the phone of two people', MILA, { ...MILA, guest_name: 'M' }, false, shared],
  ['the same name and the phone of two people', MILA, MILA, true, shared],
  ['another name and phone', MILA, { client_id: null, guest_name: 'Eva', guest_phone: '064 2' }, false],
  [
    'another name when no phone was known',
    { ...MILA, guest_phone: null },
    { client_id: null, guest_name: 'Eva', guest_phone: null },
    false,
  ],
  [
    'another phone of a guest without a name',
    { ...MILA, guest_name: 'Gost' },
    { ...OTHER, guest_name: 'Gost' },
    false,
  ],
  [
    'a client instead of a guest who stays as the guest',
    MILA,
    { ...MILA, client_id: toId<UserId>(7) },
    false,
  ],
  ['the client with that number instead of a guest', MILA, CLIENT, true, { clientNumber: '0641' }],
  ['a client with another number instead of a guest', MILA, CLIENT, false, { clientNumber: '0642' }],
  ['a client without a number instead of a guest', MILA, CLIENT, false],
  ['a client instead of a guest without a phone', { ...MILA, guest_phone: null }, CLIENT, false],
  ['a guest instead of a client', FOR_MILA, MILA, false],
  ['another client', ANA, { ...ANA, client_id: toId<UserId>(8) }, false],
  ['the guest of a client', ANA, FOR_MILA, true],
  ['another guest of a client', FOR_MILA, { ...FOR_MILA, guest_name: 'Eva', guest_phone: '064 2' }, true],
])('whether the booking keeps its person after %s: $3', (_, before, after, expected, known) => {
  expect(keepsPerson(before, after, known)).toBe(expected);
});
