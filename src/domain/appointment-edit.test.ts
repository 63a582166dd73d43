import { describe, expect, test } from 'vitest';
import { type AppointmentFields, type AppointmentPatch, editedAppointment } from './appointment-edit.ts';
import { type ServiceId, toId, type UserId } from './ids.ts';

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

describe('a row that turns AVAILABLE or BLOCKED carries nobody', () => {
  test.each([
    ['BOOKED', booked, 'AVAILABLE', true],
    ['BOOKED', booked, 'BLOCKED', true],
    ['BOOKED for a guest', guestBooked, 'AVAILABLE', true],
    ['CANCELLED', cancelled, 'AVAILABLE', true],
    ['CANCELLED', cancelled, 'BLOCKED', true],
    ['CANCELLED of nobody', { ...empty, status: 'CANCELLED' as const }, 'AVAILABLE', false],
    ['BLOCKED', blocked, 'AVAILABLE', false],
    ['AVAILABLE', { ...available, notes: 'Ranije' }, 'BLOCKED', false],
  ] as const)('from %s to %3$s; a copy stays in the history: %4$s', (_, before, status, leavesHistory) => {
    expect(edit(before, { status })).toEqual({ after: { ...empty, status }, leavesHistory });
  });

  test('also when the form sends the person along', () => {
    const outcome = edit(booked, { ...booked, status: 'AVAILABLE' });
    expect(outcome).toEqual({ after: available, leavesHistory: true });
  });

  test('and takes its new times with it', () => {
    const times = {
      start_datetime: '2025-03-14 12:00:00' as const,
      end_datetime: '2025-03-14 13:00:00' as const,
    };
    const outcome = edit(booked, { ...times, status: 'AVAILABLE' });
    expect(outcome).toEqual({ after: { ...available, ...times }, leavesHistory: true });
  });
});

describe('an open row is filled only by booking it', () => {
  test.each([
    [available, { client_id: ANA }],
    [available, { guest_name: 'Ana' }],
    [available, { guest_phone: '064 1' }],
    [available, { service_id: GEL }],
    [blocked, { client_id: ANA, status: 'BLOCKED' as const }],
  ])('%j with %j is refused', (before, patch) => {
    expect(edit(before, patch)).toBe('person_needs_booking');
  });

  test('a note it may carry', () => {
    expect(edit(blocked, { notes: 'Frizer' })).toEqual({
      after: { ...blocked, notes: 'Frizer' },
      leavesHistory: false,
    });
  });

  test('nulls for a person that is not there are no person', () => {
    expect(edit(available, { ...available })).toEqual({ after: available, leavesHistory: false });
  });
});

describe('BOOKED needs a client or a guest name', () => {
  test.each([
    [available, { status: 'BOOKED' as const }],
    [available, { status: 'BOOKED' as const, guest_phone: '064 1' }],
    [booked, { client_id: null }],
    [guestBooked, { guest_name: null }],
    [{ ...empty, status: 'CANCELLED' as const }, { status: 'BOOKED' as const }],
  ])('%j with %j has neither', (before, patch) => {
    expect(edit(before, patch)).toBe('booked_needs_person');
  });

  test.each([
    [available, { status: 'BOOKED' as const, client_id: ANA }],
    [blocked, { status: 'BOOKED' as const, guest_name: 'Ana' }],
    [guestBooked, { guest_name: 'Mila' }],
    [cancelled, { status: 'BOOKED' as const }],
  ])('%j with %j is booked, no reason left on it', (before, patch) => {
    const after = { ...before, ...patch, cancel_reason: null };
    expect(edit(before, patch)).toEqual({ after, leavesHistory: false });
  });
});

describe('a note and a guest do not go to the next client', () => {
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
  ])('%s', (_, before, patch, hers) => {
    const after = { ...before, ...patch, cancel_reason: null, ...hers };
    expect(edit(before, patch)).toEqual({ after, leavesHistory: false });
  });

  test('who is taken off leaves no guest behind who could keep it booked', () => {
    expect(edit(forMila, { client_id: null })).toBe('booked_needs_person');
  });
});

describe('CANCELLED keeps whom and what it was about', () => {
  test('from BOOKED, with a reason', () => {
    const outcome = edit(booked, { status: 'CANCELLED', cancel_reason: 'Bolest' });
    expect(outcome).toEqual({ after: cancelled, leavesHistory: false });
  });
  test('from a free slot: of nobody', () => {
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
  ])('%j with %j is refused', (before, patch) => {
    expect(edit(before, patch)).toBe('person_needs_booking');
  });
});

describe('times', () => {
  test.each([
    [{ end_datetime: '2025-03-14 22:05:00' }, 'slot_outside_hours'],
    [{ start_datetime: '2025-03-14 10:01:00' }, 'slot_not_on_step'],
    [{ start_datetime: '2025-03-14 11:00:00' }, 'slot_too_short'],
    [{ end_datetime: '2025-03-15 11:00:00' }, 'slot_across_days'],
    [
      { start_datetime: '2026-03-13 10:00:00', end_datetime: '2026-03-13 11:00:00' },
      'slot_date_out_of_range',
    ],
  ] as const)('%j are refused', (patch, refusal) => {
    expect(edit(booked, patch)).toBe(refusal);
  });

  test('that do not change are not judged: an old note can be mended', () => {
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
