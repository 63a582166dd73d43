import { expect, test } from 'vitest';
import { toId } from '#domain/ids.ts';
import {
  apptTimeOf,
  cardsOf,
  idsOf,
  isUnread,
  momentsOf,
  PAGE_COUNT,
  rowsOf,
  timeBeforeOf,
} from './admin-notifications.ts';
import type { AdminNotification } from './inbox.ts';

const aRow = (id: number, fields: Partial<AdminNotification> = {}): AdminNotification => ({
  id: toId(id),
  type: 'NEW_CLIENT',
  created_at: '2026-11-17 10:20:00',
  read_at: null,
  appointment_id: null,
  client_id: null,
  client_name: null,
  client_phone: null,
  client_email: null,
  client_created: null,
  guest_name: null,
  guest_phone: null,
  service_name: null,
  appt_start: null,
  appt_end: null,
  appt_created: null,
  cancelled_reason: null,
  cancelled_at: null,
  is_late: 0,
  from_start: null,
  from_end: null,
  technician_id: null,
  technician_name: null,
  more_count: null,
  same_number_then: 0,
  ...fields,
});
const READ = '2026-11-17 11:00:00';
const BOOKED_AT = '2026-11-10 09:00:00';
const about = {
  appointment_id: toId<NonNullable<AdminNotification['appointment_id']>>(7),
  appt_created: BOOKED_AT,
} as const;
const booking = aRow(1, { type: 'NEW_BOOKING', ...about });
const cancelled = aRow(9, { type: 'CANCELLED', ...about });

const ids = (rows: readonly AdminNotification[]) => cardsOf(rows).map(idsOf);

test.each([
  ['a cancellation and its booking as one card', [cancelled, aRow(5), booking], [[9, 1], [5]]],
  ['a cancellation alone', [cancelled, aRow(5)], [[9], [5]]],
  ['a booking alone', [aRow(5), booking], [[5], [1]]],
  [
    'a cancellation apart from the booking of another appointment',
    [cancelled, { ...booking, appointment_id: toId(8) }],
    [[9], [1]],
  ],
  [
    'a cancellation apart from a later booking of the same appointment',
    [{ ...booking, id: toId(10), appt_created: READ }, cancelled],
    [[10], [9]],
  ],
  [
    'a cancellation apart from its booking when the appointment was deleted',
    [
      { ...cancelled, appointment_id: null },
      { ...booking, appointment_id: null },
    ],
    [[9], [1]],
  ],
  [
    'a cancellation apart from a move of the same booking',
    [cancelled, { ...booking, type: 'MOVED' as const }],
    [[9], [1]],
  ],
] as [string, AdminNotification[], number[][]][])('the list shows %s', (_, rows, cards) => {
  expect(ids(rows)).toEqual(cards);
});

test.each([
  [null, null, true],
  [READ, null, true],
  [null, READ, true],
  [READ, READ, false],
] as const)(
  'a cancellation read at %s with its booking read at %s is unread: %s',
  (read_at, bookingRead, isNew) => {
    const [card] = cardsOf([
      { ...cancelled, read_at },
      { ...booking, read_at: bookingRead },
    ]);
    expect(card && isUnread(card)).toBe(isNew);
  },
);

/** Returns a page of rows as the server sends it. It ends with the first five rows of the next page. */
const page = (from: number, count = PAGE_COUNT + 5) =>
  Array.from({ length: count }, (_, n) => aRow(from - n));
const shown = (...pages: AdminNotification[][]) => rowsOf(pages).map(({ id }) => Number(id));
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test.each([
  ['no rows before the first page has loaded', [], []],
  ['all rows of the last page', [page(50, 50)], down(50, 1)],
  ['50 rows of a page that is not the last', [page(200)], down(200, 151)],
  ['100 rows of two pages', [page(200), page(150)], down(200, 101)],
  ['no row twice when three new rows arrived between two requests', [page(200), page(153)], down(200, 101)],
  ['every row when five rows were deleted between two requests', [page(200), page(145)], down(200, 101)],
  ['all rows when the last page has one row', [page(51, 51), page(1, 1)], down(51, 1)],
] as [string, AdminNotification[][], number[]][])(
  'the loaded pages together contain %s',
  (_, pages, expected) => {
    expect(shown(...pages)).toEqual(expected);
  },
);

const TODAY = '2026-11-17';
const cancellation: AdminNotification = {
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
  same_number_then: 0,
  more_count: null,
  appt_start: '2026-11-17 13:00:00',
  appt_end: '2026-11-17 14:00:00',
  cancelled_at: '2026-11-17 10:20:00',
  appt_created: '2026-11-10 09:00:00',
  client_created: '2026-10-01 08:00:00',
};
const booked: AdminNotification = { ...cancellation, type: 'NEW_BOOKING', cancelled_at: null };
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
  [
    'a cancellation in the tab of all notifications',
    cancellation,
    'ALL',
    [OTKAZANO],
    [ZAKAZANO, REGISTRACIJA],
  ],
  ['a cancellation in its own tab', cancellation, 'CANCELLED', [OTKAZANO], []],
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
  expect(apptTimeOf(cancellation, TODAY)).toBe('uto 17. nov, 13:00 - 14:00');
  expect(apptTimeOf(registered, TODAY)).toBeNull();
});

test('only a notification about a moved booking shows the old time too', () => {
  expect(timeBeforeOf(moved, TODAY)).toBe('sre 18. nov, 09:00 - 10:30');
  expect(apptTimeOf(moved, TODAY)).toBe('uto 17. nov, 13:00 - 14:00');
  expect(timeBeforeOf(booked, TODAY)).toBeNull();
});

test('the notifications of a booking and of its cancellation are shown together in one line', () => {
  expect(momentWords(cancellation, 'ALL', booked)).toEqual([
    ['Zakazano uto 10. nov u 09:00, otkazano danas u 10:20'],
    [REGISTRACIJA],
  ]);
});
