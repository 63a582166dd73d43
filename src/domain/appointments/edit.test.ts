import { describe, expect, test } from 'vitest';
import { type ServiceId, toId, type UserId } from '../ids.ts';
import { OWNERS_TECHNICIAN } from '../technicians.ts';
import { type AppointmentFields, type AppointmentPatch, editedAppointment, newAppointment } from './edit.ts';

const ANA = toId<UserId>(7);
const EVA = toId<UserId>(8);
const GEL = toId<ServiceId>(3);
const TODAY = '2025-03-12';
const empty: AppointmentFields = {
  start_datetime: '2025-03-14 10:00:00',
  end_datetime: '2025-03-14 11:00:00',
  status: 'AVAILABLE',
  technician_id: OWNERS_TECHNICIAN,
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

describe('an edit that changes the status to AVAILABLE or BLOCKED', () => {
  test.each([
    ['BOOKED', booked, 'AVAILABLE'],
    ['BOOKED', booked, 'BLOCKED'],
    ['BOOKED for a guest', guestBooked, 'AVAILABLE'],
    ['CANCELLED', cancelled, 'AVAILABLE'],
    ['CANCELLED', cancelled, 'BLOCKED'],
    ['CANCELLED without a person', { ...empty, status: 'CANCELLED' as const }, 'AVAILABLE'],
    ['BLOCKED', blocked, 'AVAILABLE'],
    ['AVAILABLE', { ...available, notes: 'Ranije' }, 'BLOCKED'],
  ] as const)('changing %s to $2 clears the person', (_, before, status) => {
    expect(edit(before, { status })).toEqual({ ...empty, status });
  });

  test('an edit that sets the status AVAILABLE clears the person, even if the edit contains the person', () => {
    const outcome = edit(booked, { ...booked, status: 'AVAILABLE' });
    expect(outcome).toEqual(available);
  });

  test('an edit that sets the status AVAILABLE and new times saves the new times', () => {
    const times = {
      start_datetime: '2025-03-14 12:00:00' as const,
      end_datetime: '2025-03-14 13:00:00' as const,
    };
    const outcome = edit(booked, { ...times, status: 'AVAILABLE' });
    expect(outcome).toEqual({ ...available, ...times });
  });
});

describe('edits of free slots and blocked times', () => {
  test.each([
    [available, { client_id: ANA }],
    [available, { guest_name: 'Ana' }],
    [available, { guest_phone: '064 1' }],
    [available, { service_id: GEL }],
    [blocked, { client_id: ANA, status: 'BLOCKED' as const }],
  ])('%j edited with %j is refused, because only a booking may have a person or service', (before, patch) => {
    expect(edit(before, patch)).toBe('person_needs_booking');
  });

  test('an edit of an unbooked appointment can add a note', () => {
    expect(edit(blocked, { notes: 'Frizer' })).toEqual({ ...blocked, notes: 'Frizer' });
  });

  test('an edit of an unbooked appointment can set the person to null', () => {
    expect(edit(available, { ...available })).toEqual(available);
  });
});

describe('edits that set or keep the status BOOKED', () => {
  test.each([
    [available, { status: 'BOOKED' as const }],
    [available, { status: 'BOOKED' as const, guest_phone: '064 1' }],
    [booked, { client_id: null }],
    [guestBooked, { guest_name: null }],
    [{ ...empty, status: 'CANCELLED' as const }, { status: 'BOOKED' as const }],
  ])(
    '%j edited with %j is refused, because the booking would have neither a client nor a guest’s name',
    (before, patch) => {
      expect(edit(before, patch)).toBe('booked_needs_person');
    },
  );

  test.each([
    [available, { status: 'BOOKED' as const, client_id: ANA }],
    [blocked, { status: 'BOOKED' as const, guest_name: 'Ana' }],
    [guestBooked, { guest_name: 'Mila' }],
    [cancelled, { status: 'BOOKED' as const }],
  ])('%j edited with %j is BOOKED afterwards and has no cancel reason', (before, patch) => {
    const after = { ...before, ...patch, cancel_reason: null };
    expect(edit(before, patch)).toEqual(after);
  });
});

describe('an edit that changes the client', () => {
  const forMila: AppointmentFields = { ...booked, guest_name: 'Mila', guest_phone: '064 2' };
  const reopened = { status: 'BOOKED' as const };
  const bare = { guest_name: null, guest_phone: null, notes: null };
  test.each([
    ['to another client clears note and guest', forMila, { client_id: EVA }, bare],
    [
      'to another client with a new note clears the guest and sets the note',
      forMila,
      { client_id: EVA, notes: 'Gel' },
      { ...bare, notes: 'Gel' },
    ],
    [
      'to another client with the same note clears the guest and keeps the note',
      forMila,
      { client_id: EVA, notes: 'Crveni lak' },
      { ...bare, notes: 'Crveni lak' },
    ],
    [
      'to another client with a new guest sets the guest and clears the note',
      forMila,
      { client_id: EVA, guest_name: 'Iva' },
      { ...bare, guest_name: 'Iva' },
    ],
    [
      'to no client, with a guest name, clears phone and note',
      forMila,
      { client_id: null, guest_name: 'Mila' },
      { ...bare, guest_name: 'Mila' },
    ],
    [
      'from CANCELLED to a booking for another client clears note and guest',
      { ...forMila, ...cancelled },
      { ...reopened, client_id: EVA },
      bare,
    ],
    ['to the same client keeps note and guest', forMila, { client_id: ANA }, {}],
    [
      'from CANCELLED to a booking for the same client keeps note and guest',
      { ...forMila, status: 'CANCELLED' as const },
      reopened,
      {},
    ],
    ['from a guest to a client keeps note and guest', guestBooked, { client_id: EVA }, {}],
    [
      'from nobody to a client keeps the note',
      { ...available, notes: 'Ranije' },
      { ...reopened, client_id: EVA },
      {},
    ],
  ])('an edit %s', (_, before, patch, hers) => {
    const after = { ...before, ...patch, cancel_reason: null, ...hers };
    expect(edit(before, patch)).toEqual(after);
  });

  test('refuses an edit that removes the client of a booking for a guest: the guest would be removed too, and a booking needs a person', () => {
    expect(edit(forMila, { client_id: null })).toBe('booked_needs_person');
  });
});

describe('edits that set or keep the status CANCELLED', () => {
  test('an edit that cancels a booking keeps the person and stores the reason', () => {
    const outcome = edit(booked, { status: 'CANCELLED', cancel_reason: 'Bolest' });
    expect(outcome).toEqual(cancelled);
  });
  test('canceling a free slot leaves its client and guest empty', () => {
    expect(edit(available, { status: 'CANCELLED' })).toEqual({ ...available, status: 'CANCELLED' });
  });
  test.each([
    [cancelled, { client_id: EVA }],
    [cancelled, { service_id: null }],
    [booked, { status: 'CANCELLED' as const, client_id: EVA }],
    [available, { status: 'CANCELLED' as const, guest_name: 'Ana' }],
  ])(
    '%j edited with %j is refused, because a CANCELLED appointment keeps its person and service',
    (before, patch) => {
      expect(edit(before, patch)).toBe('person_needs_booking');
    },
  );
});

describe('edits of the times', () => {
  test.each([
    [{ end_datetime: '2025-03-14 22:05:00' }, 'slot_outside_hours'],
    [{ start_datetime: '2025-03-14 10:01:00' }, 'slot_not_on_step'],
    [{ start_datetime: '2025-03-14 11:00:00' }, 'slot_too_short'],
    [{ end_datetime: '2025-03-15 11:00:00' }, 'slot_across_days'],
    [
      { start_datetime: '2026-03-13 10:00:00', end_datetime: '2026-03-13 11:00:00' },
      'slot_date_out_of_range',
    ],
  ] as const)('an edit to the times %j is refused', (patch, refusal) => {
    expect(edit(booked, patch)).toBe(refusal);
  });

  test('unchanged times are not checked, so the note of an old appointment can be edited', () => {
    const old = {
      ...booked,
      start_datetime: '2020-03-14 10:00:00' as const,
      end_datetime: '2020-03-14 11:00:00' as const,
    };
    expect(edit(old, { notes: 'Ispravka' })).toEqual({ ...old, notes: 'Ispravka' });
  });

  test('the note of a booking whose person retention has forgotten can be edited, but the booking cannot be made again', () => {
    const forgotten = { ...booked, client_id: null };
    expect(edit(forgotten, { notes: 'Ispravka' })).toEqual({ ...forgotten, notes: 'Ispravka' });
    expect(edit({ ...forgotten, status: 'CANCELLED' }, { status: 'BOOKED' })).toBe('booked_needs_person');
  });

  test('a field that an edit sets to undefined keeps its value', () => {
    expect(edit(booked, { client_id: undefined, notes: null })).toEqual({ ...booked, notes: null });
  });
});

describe('a new appointment', () => {
  const times = { start_datetime: empty.start_datetime, end_datetime: empty.end_datetime };

  test.each<[string, Partial<AppointmentFields>, Partial<AppointmentFields>]>([
    ['is AVAILABLE without a person', {}, { status: 'AVAILABLE' }],
    ['is BOOKED with a client', { client_id: ANA }, { status: 'BOOKED', client_id: ANA }],
    ['is BOOKED with a guest', { guest_name: 'Mila' }, { status: 'BOOKED', guest_name: 'Mila' }],
    ['is AVAILABLE with a null client', { client_id: null }, { status: 'AVAILABLE' }],
    [
      'accepts BLOCKED with a note',
      { status: 'BLOCKED', notes: 'Zubar' },
      { status: 'BLOCKED', notes: 'Zubar' },
    ],
    ['accepts AVAILABLE with a note', { notes: 'Prozor' }, { status: 'AVAILABLE', notes: 'Prozor' }],
    ['accepts CANCELLED without a person', { status: 'CANCELLED' }, { status: 'CANCELLED' }],
  ])('a new appointment %s', (_, fields, expected) => {
    expect(newAppointment({ ...times, ...fields }, TODAY)).toEqual({ ...empty, ...expected });
  });

  test.each<[string, Partial<AppointmentFields>, string]>([
    ['BOOKED without a person', { status: 'BOOKED' }, 'booked_needs_person'],
    ['BOOKED with a phone but no name', { status: 'BOOKED', guest_phone: '064 1' }, 'booked_needs_person'],
    ['AVAILABLE with a client', { status: 'AVAILABLE', client_id: ANA }, 'person_needs_booking'],
    ['BLOCKED with a guest', { status: 'BLOCKED', guest_name: 'Mila' }, 'person_needs_booking'],
    ['CANCELLED with a client', { status: 'CANCELLED', client_id: ANA }, 'person_needs_booking'],
    ['AVAILABLE with a service', { service_id: GEL }, 'person_needs_booking'],
    ['zero length', { end_datetime: empty.start_datetime }, 'slot_too_short'],
    ['before opening time', { start_datetime: '2025-03-14 05:55:00' }, 'slot_outside_hours'],
    [
      'more than a year ahead',
      { ...times, start_datetime: '2026-03-14 10:00:00', end_datetime: '2026-03-14 11:00:00' },
      'slot_date_out_of_range',
    ],
  ])('refuses a new appointment: %s', (_, fields, refusal) => {
    expect(newAppointment({ ...times, ...fields }, TODAY)).toBe(refusal);
  });
});
