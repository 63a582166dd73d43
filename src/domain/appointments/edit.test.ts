import { describe, expect, test } from 'vitest';
import { type ServiceId, toId, type UserId } from '../ids.ts';
import { type AppointmentFields, type AppointmentPatch, editedAppointment, newAppointment } from './edit.ts';

const ANA = toId<UserId>(7);
const EVA = toId<UserId>(8);
const GEL = toId<ServiceId>(3);
const TODAY = '2025-03-12';
const empty: AppointmentFields = {
  start_datetime: '2025-03-14 10:00:00',
  end_datetime: '2025-03-14 11:00:00',
  status: 'AVAILABLE',
  service_id: null,
  client_id: null,
  guest_name: null,
  guest_phone: null,
  notes: null,
  cancel_reason: null,
};
const available = empty;
const blocked: AppointmentFields = { ...empty, status: 'BLOCKED', notes: 'Zubar' };
const booked: AppointmentFields = {
  ...empty,
  status: 'BOOKED',
  client_id: ANA,
  service_id: GEL,
  notes: 'Crveni lak',
};
const guestBooked: AppointmentFields = {
  ...booked,
  client_id: null,
  guest_name: 'Ana',
  guest_phone: '064 1',
};
const cancelled: AppointmentFields = { ...booked, status: 'CANCELLED', cancel_reason: 'Bolest' };

const edit = (before: AppointmentFields, patch: AppointmentPatch) => editedAppointment(before, patch, TODAY);

describe('an appointment that becomes AVAILABLE or BLOCKED', () => {
  test.each([
    ['BOOKED', booked, 'AVAILABLE', true],
    ['BOOKED', booked, 'BLOCKED', true],
    ['BOOKED for a guest', guestBooked, 'AVAILABLE', true],
    ['CANCELLED', cancelled, 'AVAILABLE', true],
    ['CANCELLED', cancelled, 'BLOCKED', true],
    ['CANCELLED of nobody', { ...empty, status: 'CANCELLED' as const }, 'AVAILABLE', false],
    ['BLOCKED', blocked, 'AVAILABLE', false],
    ['AVAILABLE', { ...available, notes: 'Ranije' }, 'BLOCKED', false],
  ] as const)(
    'an appointment edited from %s to %3$s carries nobody; a copy stays in the history: %4$s',
    (_, before, status, leavesHistory) => {
      expect(edit(before, { status })).toEqual({ after: { ...empty, status }, leavesHistory });
    },
  );

  test('an appointment that becomes AVAILABLE carries nobody, also when the form sends the person along', () => {
    const outcome = edit(booked, { ...booked, status: 'AVAILABLE' });
    expect(outcome).toEqual({ after: available, leavesHistory: true });
  });

  test('an appointment that becomes AVAILABLE takes its new times with it', () => {
    const times = {
      start_datetime: '2025-03-14 12:00:00' as const,
      end_datetime: '2025-03-14 13:00:00' as const,
    };
    const outcome = edit(booked, { ...times, status: 'AVAILABLE' });
    expect(outcome).toEqual({ after: { ...available, ...times }, leavesHistory: true });
  });
});

describe('an unbooked appointment', () => {
  test.each([
    [available, { client_id: ANA }],
    [available, { guest_name: 'Ana' }],
    [available, { guest_phone: '064 1' }],
    [available, { service_id: GEL }],
    [blocked, { client_id: ANA, status: 'BLOCKED' as const }],
  ])(
    'an unbooked appointment %j edited with %j is refused: it is filled only by booking it',
    (before, patch) => {
      expect(edit(before, patch)).toBe('person_needs_booking');
    },
  );

  test('an unbooked appointment may carry a note', () => {
    expect(edit(blocked, { notes: 'Frizer' })).toEqual({
      after: { ...blocked, notes: 'Frizer' },
      leavesHistory: false,
    });
  });

  test('an unbooked appointment edited with nulls for a person has no person', () => {
    expect(edit(available, { ...available })).toEqual({ after: available, leavesHistory: false });
  });
});

describe('a BOOKED appointment', () => {
  test.each([
    [available, { status: 'BOOKED' as const }],
    [available, { status: 'BOOKED' as const, guest_phone: '064 1' }],
    [booked, { client_id: null }],
    [guestBooked, { guest_name: null }],
    [{ ...empty, status: 'CANCELLED' as const }, { status: 'BOOKED' as const }],
  ])('an appointment %j edited with %j has neither client nor guest name and is refused', (before, patch) => {
    expect(edit(before, patch)).toBe('booked_needs_person');
  });

  test.each([
    [available, { status: 'BOOKED' as const, client_id: ANA }],
    [blocked, { status: 'BOOKED' as const, guest_name: 'Ana' }],
    [guestBooked, { guest_name: 'Mila' }],
    [cancelled, { status: 'BOOKED' as const }],
  ])('an appointment %j edited with %j is booked, without a cancel reason', (before, patch) => {
    const after = { ...before, ...patch, cancel_reason: null };
    expect(edit(before, patch)).toEqual({ after, leavesHistory: false });
  });
});

describe('a booking that gets another client', () => {
  const forMila: AppointmentFields = { ...booked, guest_name: 'Mila', guest_phone: '064 2' };
  const reopened = { status: 'BOOKED' as const };
  const bare = { guest_name: null, guest_phone: null, notes: null };
  test.each([
    ['to another', forMila, { client_id: EVA }, bare],
    ['to another, with a note for her', forMila, { client_id: EVA, notes: 'Gel' }, { ...bare, notes: 'Gel' }],
    [
      'to another, with the same words',
      forMila,
      { client_id: EVA, notes: 'Crveni lak' },
      { ...bare, notes: 'Crveni lak' },
    ],
    [
      'to another, with her own guest',
      forMila,
      { client_id: EVA, guest_name: 'Iva' },
      { ...bare, guest_name: 'Iva' },
    ],
    [
      'to nobody but a guest',
      forMila,
      { client_id: null, guest_name: 'Mila' },
      { ...bare, guest_name: 'Mila' },
    ],
    ['cancelled, then to another', { ...forMila, ...cancelled }, { ...reopened, client_id: EVA }, bare],
    ['to the same again', forMila, { client_id: ANA }, {}],
    ['cancelled, then to the same', { ...forMila, status: 'CANCELLED' as const }, reopened, {}],
    ['from a guest to a client', guestBooked, { client_id: EVA }, {}],
    ['from nobody to a client', { ...available, notes: 'Ranije' }, { ...reopened, client_id: EVA }, {}],
  ])('note and guest of a booking given %s', (_, before, patch, hers) => {
    const after = { ...before, ...patch, cancel_reason: null, ...hers };
    expect(edit(before, patch)).toEqual({ after, leavesHistory: false });
  });

  test('a client who is taken off a booking leaves no guest behind who could keep it booked', () => {
    expect(edit(forMila, { client_id: null })).toBe('booked_needs_person');
  });
});

describe('a CANCELLED appointment', () => {
  test('a booking that is cancelled keeps its person and gets the reason', () => {
    const outcome = edit(booked, { status: 'CANCELLED', cancel_reason: 'Bolest' });
    expect(outcome).toEqual({ after: cancelled, leavesHistory: false });
  });
  test('a free slot that is cancelled has no person', () => {
    expect(edit(available, { status: 'CANCELLED' })).toEqual({
      after: { ...available, status: 'CANCELLED' },
      leavesHistory: false,
    });
  });
  test.each([
    [cancelled, { client_id: EVA }],
    [cancelled, { service_id: null }],
    [booked, { status: 'CANCELLED' as const, client_id: EVA }],
    [available, { status: 'CANCELLED' as const, guest_name: 'Ana' }],
  ])('a cancelled appointment %j edited with %j is refused', (before, patch) => {
    expect(edit(before, patch)).toBe('person_needs_booking');
  });
});

describe('edited times', () => {
  test.each([
    [{ end_datetime: '2025-03-14 22:05:00' }, 'slot_outside_hours'],
    [{ start_datetime: '2025-03-14 10:01:00' }, 'slot_not_on_step'],
    [{ start_datetime: '2025-03-14 11:00:00' }, 'slot_too_short'],
    [{ end_datetime: '2025-03-15 11:00:00' }, 'slot_across_days'],
    [
      { start_datetime: '2026-03-13 10:00:00', end_datetime: '2026-03-13 11:00:00' },
      'slot_date_out_of_range',
    ],
  ] as const)('edited times %j are refused', (patch, refusal) => {
    expect(edit(booked, patch)).toBe(refusal);
  });

  test('times that do not change are not judged: the note of an old appointment can be corrected', () => {
    const old = {
      ...booked,
      start_datetime: '2020-03-14 10:00:00' as const,
      end_datetime: '2020-03-14 11:00:00' as const,
    };
    expect(edit(old, { notes: 'Ispravka' })).toEqual({
      after: { ...old, notes: 'Ispravka' },
      leavesHistory: false,
    });
  });

  test('a field left undefined keeps its value', () => {
    expect(edit(booked, { client_id: undefined, notes: null })).toEqual({
      after: { ...booked, notes: null },
      leavesHistory: false,
    });
  });
});

describe('a new appointment', () => {
  const times = { start_datetime: empty.start_datetime, end_datetime: empty.end_datetime };

  test.each<[string, Partial<AppointmentFields>, Partial<AppointmentFields>]>([
    ['with nothing else is AVAILABLE', {}, { status: 'AVAILABLE' }],
    ['with a client is BOOKED', { client_id: ANA }, { status: 'BOOKED', client_id: ANA }],
    ['with a guest is BOOKED', { guest_name: 'Mila' }, { status: 'BOOKED', guest_name: 'Mila' }],
    ['with a client who is null is AVAILABLE', { client_id: null }, { status: 'AVAILABLE' }],
    [
      'may be BLOCKED and say why',
      { status: 'BLOCKED', notes: 'Zubar' },
      { status: 'BLOCKED', notes: 'Zubar' },
    ],
    ['may be free with a note', { notes: 'Prozor' }, { status: 'AVAILABLE', notes: 'Prozor' }],
    ['may be CANCELLED and about nobody', { status: 'CANCELLED' }, { status: 'CANCELLED' }],
  ])('%s', (_, fields, expected) => {
    expect(newAppointment({ ...times, ...fields }, TODAY)).toEqual({ ...empty, ...expected });
  });

  test.each<[string, Partial<AppointmentFields>, string]>([
    ['BOOKED for nobody', { status: 'BOOKED' }, 'booked_needs_person'],
    ['BOOKED for a phone without a name', { status: 'BOOKED', guest_phone: '064 1' }, 'booked_needs_person'],
    ['AVAILABLE for a client', { status: 'AVAILABLE', client_id: ANA }, 'person_needs_booking'],
    ['BLOCKED for a guest', { status: 'BLOCKED', guest_name: 'Mila' }, 'person_needs_booking'],
    ['CANCELLED for a client', { status: 'CANCELLED', client_id: ANA }, 'person_needs_booking'],
    ['free with a service', { service_id: GEL }, 'person_needs_booking'],
    ['without any length', { end_datetime: empty.start_datetime }, 'slot_too_short'],
    ['before the salon opens', { start_datetime: '2025-03-14 05:55:00' }, 'slot_outside_hours'],
    [
      'more than a year ahead',
      { ...times, start_datetime: '2026-03-14 10:00:00', end_datetime: '2026-03-14 11:00:00' },
      'slot_date_out_of_range',
    ],
  ])('%s is refused', (_, fields, refusal) => {
    expect(newAppointment({ ...times, ...fields }, TODAY)).toBe(refusal);
  });
});
