import { expect, test } from 'vitest';
import { toId } from '#domain/ids.ts';
import type { AdminNotification } from './inbox.ts';
import { apptTimeOf, momentsOf, timeBeforeOf } from './notification-moments.ts';

const TODAY = '2026-11-17';
const cancelled: AdminNotification = {
  id: toId(1),
  type: 'CANCELLED',
  created_at: '2026-11-17 10:20:00',
  read_at: null,
  appointment_id: toId(1),
  client_id: toId(1),
  client_name: 'Ana',
  client_phone: null,
  client_email: null,
  guest_name: null,
  guest_phone: null,
  service_name: null,
  cancelled_reason: null,
  is_late: 0,
  from_start: null,
  from_end: null,
  technician_id: null,
  technician_name: null,
  more_count: null,
  appt_start: '2026-11-17 13:00:00',
  appt_end: '2026-11-17 14:00:00',
  cancelled_at: '2026-11-17 10:20:00',
  appt_created: '2026-11-10 09:00:00',
  client_created: '2026-10-01 08:00:00',
};
const booked: AdminNotification = { ...cancelled, type: 'NEW_BOOKING', cancelled_at: null };
const registered: AdminNotification = {
  ...booked,
  type: 'NEW_CLIENT',
  appt_created: null,
  appt_start: null,
};

const moved: AdminNotification = {
  ...booked,
  type: 'MOVED',
  from_start: '2026-11-18 09:00:00',
  from_end: '2026-11-18 10:30:00',
};

const momentWords = (
  notification: AdminNotification,
  tab: Parameters<typeof momentsOf>[1],
  booking: AdminNotification | null = null,
) => {
  const { own, others } = momentsOf({ notification, booking }, tab, TODAY);
  const said = (moments: typeof own) => moments.map(({ word, at }) => `${word} ${at}`);
  return [said(own), said(others)];
};

const guest: AdminNotification = {
  ...booked,
  type: 'FREE_SLOT_GUEST',
  appt_created: null,
  client_created: null,
};

const OTKAZANO = 'Otkazano danas u 10:20';
const ZAKAZANO = 'Zakazano uto 10. nov u 09:00';
const REGISTRACIJA = 'Registracija čet 1. okt u 08:00';

test.each([
  ['a cancellation in the tab of all notifications', cancelled, 'ALL', [OTKAZANO], [ZAKAZANO, REGISTRACIJA]],
  ['a cancellation in its own tab', cancelled, 'CANCELLED', [OTKAZANO], []],
  ['a booking in the tab of all notifications', booked, 'ALL', [ZAKAZANO], [REGISTRACIJA]],
  ['a booking in its own tab', booked, 'NEW_BOOKING', [ZAKAZANO], []],
  [
    'a move in the tab of all notifications',
    moved,
    'ALL',
    ['Pomereno danas u 10:20'],
    [ZAKAZANO, REGISTRACIJA],
  ],
  ['a guest to call in the tab of all notifications', guest, 'ALL', ['Oslobodio se danas u 10:20'], []],
  ['a new client in the tab of all notifications', registered, 'ALL', [REGISTRACIJA], []],
  ['a new client in the tab of new clients', registered, 'NEW_CLIENT', [REGISTRACIJA], []],
] as const)('shows the main moment and the details of %s', (_, notification, tab, own, others) => {
  expect(momentWords(notification, tab)).toEqual([own, others]);
});

test('a notification about an appointment shows the day, start and end; any other notification shows no time', () => {
  expect(apptTimeOf(cancelled, TODAY)).toBe('uto 17. nov, 13:00 - 14:00');
  expect(apptTimeOf(registered, TODAY)).toBeNull();
});

test('only a notification about a moved booking shows the old time too', () => {
  expect(timeBeforeOf(moved, TODAY)).toBe('sre 18. nov, 09:00 - 10:30');
  expect(apptTimeOf(moved, TODAY)).toBe('uto 17. nov, 13:00 - 14:00');
  expect(timeBeforeOf(booked, TODAY)).toBeNull();
});

test('the notifications of a booking and of its cancellation are shown together in one line', () => {
  expect(momentWords(cancelled, 'ALL', booked)).toEqual([
    ['Zakazano uto 10. nov u 09:00, otkazano danas u 10:20'],
    [REGISTRACIJA],
  ]);
});
