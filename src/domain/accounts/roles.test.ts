import { describe, expect, test } from 'vitest';
import { toId } from '../ids.ts';
import type { WallTime } from '../wall-clock.ts';
import { type Action, type Actor, may, type Owned, rowRefusal } from './roles.ts';

const NOW: WallTime = '2026-11-17 10:00:00';
const mina: Actor = { id: toId(7), role: 'TECHNICIAN', technician_id: toId(2), can_take_days_off: 1 };
const owner: Actor = { id: toId(1), role: 'ADMIN', technician_id: null };
const client: Actor = { id: toId(9), role: 'CLIENT', technician_id: null };
const hers: Owned = { technician_id: toId(2), client_id: toId(9), start_datetime: '2026-11-17 09:00:00' };
const colleagues: Owned = { ...hers, technician_id: toId(3), client_id: toId(8) };

describe('the rows on which a role may act', () => {
  test.each<[string, Actor | null, Action, Owned, string | undefined]>([
    ['the owner edits any appointment', owner, 'changeAppointments', colleagues, undefined],
    ['a technician edits her own', mina, 'changeAppointments', hers, undefined],
    ['a technician edits no row of a colleague', mina, 'changeAppointments', colleagues, 'not_allowed'],
    [
      'a technician edits no absence of the salon',
      mina,
      'takeDaysOff',
      { technician_id: null },
      'not_allowed',
    ],
    ['a client sees her own booking', client, 'seeBookings', hers, undefined],
    ['a client does not learn of another booking', client, 'seeBookings', colleagues, 'not_found'],
    ['a client edits nothing like the salon', client, 'changeAppointments', hers, 'not_allowed'],
    ['a visitor sees no booking', null, 'seeBookings', hers, 'not_allowed'],
    ['a technician without a row of her own has none', mina, 'seeBookings', {}, 'not_allowed'],
  ])('%s', (_, user, action, row, refusal) => expect(rowRefusal(user, action, row, NOW)).toBe(refusal));
});

describe('the last 7 days of a technician', () => {
  test.each<[string, Actor, Action, WallTime, string | undefined]>([
    ['changes a row of 7 days ago', mina, 'changeAppointments', '2026-11-10 10:00:00', undefined],
    ['changes no row of a minute more', mina, 'changeAppointments', '2026-11-10 09:59:00', 'not_allowed'],
    ['changes a row ahead', mina, 'changeAppointments', '2027-11-10 09:59:00', undefined],
    ['sees a row of a year ago', mina, 'seeAppointments', '2025-11-17 10:00:00', undefined],
    ['does not bind the owner', owner, 'changeAppointments', '2025-11-17 10:00:00', undefined],
  ])('%s', (_, user, action, start_datetime, refusal) =>
    expect(rowRefusal(user, action, { ...hers, start_datetime }, NOW)).toBe(refusal),
  );
});

describe('the switches of a technician', () => {
  test.each<[string, Actor, Action, boolean]>([
    ['can_charge 1 lets her charge', { ...mina, can_charge: 1 }, 'charge', true],
    ['can_charge 0 forbids it', { ...mina, can_charge: 0 }, 'charge', false],
    ['sees_phones 1 shows phones', { ...mina, sees_phones: 1 }, 'seePhones', true],
    ['sees_phones 0 hides phones', { ...mina, sees_phones: 0 }, 'seePhones', false],
    ['can_take_days_off 1 lets her add absences', mina, 'takeDaysOff', true],
    ['can_take_days_off 0 forbids it', { ...mina, can_take_days_off: 0 }, 'takeDaysOff', false],
    ['the owner needs none', owner, 'charge', true],
    ['a client has none', { ...client, can_charge: 1 }, 'charge', false],
  ])('%s', (_, user, action, isAllowed) => expect(may(user, action)).toBe(isAllowed));
});
