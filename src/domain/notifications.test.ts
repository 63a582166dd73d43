import { describe, expect, test } from 'vitest';
import { type ServiceId, type TechnicianId, toId, type UserId } from './ids.ts';
import {
  begunNotification,
  CLIENT_NOTIFICATION_LABELS,
  CLIENT_NOTIFICATION_TYPES,
  isReminderDue,
  type NotifiableAppointment,
  notificationsOfChange,
  notificationsOfDelete,
  notificationsOfSwap,
  type RemindedBooking,
  salonNotification,
} from './notifications.ts';
import { announced } from './wording/notifications.ts';

const ANA = toId<UserId>(7);
const EVA = toId<UserId>(8);
const NOW = '2025-03-10 08:00:00';
const booked: NotifiableAppointment = {
  start_datetime: '2025-03-12 10:00:00',
  end_datetime: '2025-03-12 11:00:00',
  status: 'BOOKED',
  client_id: ANA,
  service_id: toId<ServiceId>(3),
  service_name: 'Gel lak',
  cancel_reason: null,
};
const moved = {
  start_datetime: '2025-03-13 11:00:00' as const,
  end_datetime: '2025-03-13 12:00:00' as const,
};
const nobody = { client_id: null, service_id: null, service_name: null };
const open = (status: 'AVAILABLE' | 'BLOCKED') => ({ ...booked, ...nobody, status });
const cancelled = (cancel_reason: string | null) => ({
  ...booked,
  status: 'CANCELLED' as const,
  cancel_reason,
});

type Row = [
  what: string,
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  ...news: [number, string, string][],
];

const rows: Row[] = [
  ['nothing', booked, booked],
  [
    'the start',
    booked,
    { ...booked, ...moved },
    [ANA, 'APPT_TIME_CHANGED', 'Vaš termin 12. marta u 10:00 pomeren je na 13. mart u 11:00.'],
  ],
  [
    'a later end',
    booked,
    { ...booked, end_datetime: '2025-03-12 11:30:00' },
    [
      ANA,
      'APPT_DURATION_CHANGED_EXTENDED',
      'Vaš termin 12. marta u 10:00 produžen je sa 60 na 90 minuta: 10:00 - 11:30.',
    ],
  ],
  [
    'an earlier end',
    booked,
    { ...booked, end_datetime: '2025-03-12 10:55:00' },
    [
      ANA,
      'APPT_DURATION_CHANGED_SHORTENED',
      'Vaš termin 12. marta u 10:00 skraćen je sa 60 na 55 minuta: 10:00 - 10:55.',
    ],
  ],
  [
    'an earlier start with the same end',
    booked,
    { ...booked, start_datetime: '2025-03-12 09:30:00' },
    [ANA, 'APPT_TIME_CHANGED', 'Vaš termin 12. marta pomeren je sa 10:00 na 09:30.'],
    [
      ANA,
      'APPT_DURATION_CHANGED_EXTENDED',
      'Vaš termin 12. marta u 09:30 produžen je sa 60 na 90 minuta: 09:30 - 11:00.',
    ],
  ],
  [
    'the service',
    booked,
    { ...booked, service_id: toId<ServiceId>(4), service_name: 'Manikir' },
    [
      ANA,
      'APPT_SERVICE_CHANGED',
      'Za vaš termin 12. marta u 10:00 usluga „Gel lak“ promenjena je u „Manikir“.',
    ],
  ],
  [
    'the removal of the service',
    booked,
    { ...booked, service_id: null, service_name: null },
    [ANA, 'APPT_SERVICE_CHANGED', 'Za vaš termin 12. marta u 10:00 više nije izabrana usluga „Gel lak“.'],
  ],
  [
    'the removal of a service that was deleted from the price list',
    { ...booked, service_id: null },
    { ...booked, service_id: null, service_name: null },
    [ANA, 'APPT_SERVICE_CHANGED', 'Za vaš termin 12. marta u 10:00 više nije izabrana usluga „Gel lak“.'],
  ],
  [
    'an added service and another start',
    { ...booked, service_id: null, service_name: null },
    { ...booked, ...moved },
    [ANA, 'APPT_TIME_CHANGED', 'Vaš termin 12. marta u 10:00 pomeren je na 13. mart u 11:00.'],
    [ANA, 'APPT_SERVICE_CHANGED', 'Za vaš termin 13. marta u 11:00 izabrana je usluga „Gel lak“.'],
  ],
  [
    'a guest → Ana',
    { ...booked, client_id: null },
    booked,
    [ANA, 'APPT_CLIENT_CHANGED_ADDED', 'Salon vas je upisao za 12. mart u 10:00, usluga „Gel lak“.'],
  ],
  [
    'Ana → a guest',
    booked,
    { ...booked, client_id: null },
    [ANA, 'APPT_CLIENT_CHANGED_REMOVED', 'Termin 12. marta u 10:00 više nije vaš.'],
  ],
  [
    'Ana → another client, with another start',
    booked,
    { ...booked, ...moved, client_id: EVA },
    [ANA, 'APPT_CLIENT_SWAPPED', 'Vaš termin 12. marta u 10:00 dodeljen je drugoj klijentkinji.'],
    [EVA, 'APPT_CLIENT_CHANGED_ADDED', 'Salon vas je upisao za 13. mart u 11:00, usluga „Gel lak“.'],
  ],
  [
    'another start of a guest’s booking',
    { ...booked, client_id: null },
    { ...booked, ...moved, client_id: null },
  ],
  [
    'BOOKED → CANCELLED',
    booked,
    cancelled(null),
    [ANA, 'APPT_CANCELLED_BY_ADMIN', 'Salon je otkazao vaš termin 12. marta u 10:00.'],
  ],
  [
    'BOOKED → CANCELLED with a reason',
    booked,
    cancelled('Nema struje'),
    [ANA, 'APPT_CANCELLED_BY_ADMIN', 'Salon je otkazao vaš termin 12. marta u 10:00. Razlog: Nema struje'],
  ],
  [
    'BOOKED → AVAILABLE',
    booked,
    open('AVAILABLE'),
    [
      ANA,
      'APPT_SET_AVAILABLE_BY_ADMIN',
      'Salon je oslobodio vaš termin 12. marta u 10:00. Više nije rezervisan za vas.',
    ],
  ],
  [
    'BOOKED → BLOCKED',
    booked,
    open('BLOCKED'),
    [ANA, 'APPT_CANCELLED_BY_ADMIN', 'Salon je otkazao vaš termin 12. marta u 10:00.'],
  ],
  [
    'CANCELLED → BOOKED',
    cancelled('Bolest'),
    booked,
    [ANA, 'APPT_CLIENT_CHANGED_ADDED', 'Salon vas je upisao za 12. mart u 10:00, usluga „Gel lak“.'],
  ],
  [
    'AVAILABLE → BOOKED without a service',
    open('AVAILABLE'),
    { ...booked, service_id: null, service_name: null },
    [ANA, 'APPT_CLIENT_CHANGED_ADDED', 'Salon vas je upisao za 12. mart u 10:00.'],
  ],
  ['the time of a CANCELLED appointment', cancelled(null), { ...cancelled(null), ...moved }],
  ['CANCELLED → AVAILABLE', cancelled(null), open('AVAILABLE')],
  ['AVAILABLE ⇄ BLOCKED', open('AVAILABLE'), open('BLOCKED')],
];

describe('notificationsOfChange: which clients a change notifies', () => {
  test.each(rows)('a change notifies the clients whom it concerns: %s', (_, before, after, ...news) => {
    const heard = notificationsOfChange(before, after, NOW).map((n) => [n.client_id, n.type, announced(n)]);
    expect(heard).toEqual(news);
  });
});

describe('notifications about past appointments', () => {
  const changes: [string, NotifiableAppointment][] = [
    ['its length', { ...booked, end_datetime: '2025-03-12 10:30:00' }],
    ['its service', { ...booked, service_id: toId<ServiceId>(4), service_name: 'Manikir' }],
    ['its client', { ...booked, client_id: EVA }],
    ['its status', cancelled(null)],
  ];
  test.each(changes)('a past appointment whose %s changes notifies nobody', (_, after) => {
    expect(notificationsOfChange(booked, after, '2025-03-12 11:00:00')).toEqual([]);
    expect(notificationsOfChange(booked, after, '2025-03-12 10:59:59')).not.toEqual([]);
  });

  test('a move of an appointment into or out of the past notifies the appointment’s client', () => {
    const after = { ...booked, ...moved };
    expect(notificationsOfChange(booked, after, '2025-03-12 12:00:00')).toHaveLength(1);
    expect(notificationsOfChange(after, booked, '2025-03-12 12:00:00')).toHaveLength(1);
  });
});

describe('notificationsOfSwap: which clients a swap notifies', () => {
  const after = { ...booked, ...moved };
  test('a swap notifies the client of a swapped appointment about the appointment’s new time', () => {
    const message = 'Vaš termin 12. marta u 10:00 premešten je na 13. mart u 11:00.';
    const [first, ...others] = notificationsOfSwap(booked, after, NOW);
    expect(first).toMatchObject({ client_id: ANA, type: 'APPT_CLIENT_MOVE' });
    expect([first && announced(first), others]).toEqual([message, []]);
  });
  test('a swap notifies no guest, and notifies nobody about a free slot, a past appointment or an unchanged start', () => {
    expect(notificationsOfSwap(booked, { ...booked, technician_name: 'Mina' }, NOW)).toEqual([]);
    expect(notificationsOfSwap({ ...booked, client_id: null }, { ...after, client_id: null }, NOW)).toEqual(
      [],
    );
    expect(notificationsOfSwap(open('AVAILABLE'), { ...open('AVAILABLE'), ...moved }, NOW)).toEqual([]);
    expect(notificationsOfSwap(booked, after, '2025-03-13 12:00:00')).toEqual([]);
  });
});

describe('notificationsOfDelete: which clients a deletion notifies', () => {
  test('the deletion of a future booking notifies the booking’s client that it was canceled', () => {
    const message = 'Salon je otkazao vaš termin 12. marta u 10:00.';
    const [first, ...others] = notificationsOfDelete(booked, '2025-03-12 09:59:59');
    expect(first).toMatchObject({ client_id: ANA, type: 'APPT_CANCELLED_BY_ADMIN' });
    expect([first && announced(first), others]).toEqual([message, []]);
  });
  test.each([
    ['that has begun', booked, '2025-03-12 10:00:00'],
    ['of a guest', { ...booked, client_id: null }, NOW],
    ['that is free', open('AVAILABLE'), NOW],
    ['that is canceled', cancelled(null), NOW],
  ] as const)('deleting an appointment %s notifies nobody', (_, before, now) => {
    expect(notificationsOfDelete(before, now)).toEqual([]);
  });
});

test('each of the sixteen types of client notifications has a different label', () => {
  expect(CLIENT_NOTIFICATION_TYPES).toHaveLength(16);
  expect(new Set(Object.values(CLIENT_NOTIFICATION_LABELS)).size).toBe(16);
});

const booking: RemindedBooking = {
  status: 'BOOKED',
  start_datetime: '2025-03-12 10:00:00',
  booked_at: '2025-03-10 12:00:00',
};

test.each([
  ['2025-03-12 07:59:59', false],
  ['2025-03-12 08:00:00', true],
  ['2025-03-12 09:59:59', true],
  ['2025-03-12 10:00:00', false],
] as const)('at %s the reminder of the appointment at ten o’clock is due: %s', (now, due) => {
  expect(isReminderDue(booking, now)).toBe(due);
});

test.each([
  ['2025-03-12 07:59:59', true],
  ['2025-03-12 08:00:00', false],
  ['2025-03-12 09:00:00', false],
] as const)('at half past nine the reminder of an appointment booked at %s is due: %s', (booked_at, due) => {
  expect(isReminderDue({ ...booking, booked_at }, '2025-03-12 09:30:00')).toBe(due);
});

test.each(['AVAILABLE', 'BLOCKED', 'CANCELLED'] as const)(
  'no reminder is due for a %s appointment',
  (status) => {
    expect(isReminderDue({ ...booking, status }, '2025-03-12 09:00:00')).toBe(false);
  },
);

test.each([
  ['2025-03-11 09:59:59', false],
  ['2025-03-11 10:00:00', true],
] as const)('the mail a day before is due at %s: %s', (now, due) => {
  expect(isReminderDue(booking, now, 24)).toBe(due);
});

test('the reminder of a moved appointment is due before the new start', () => {
  const moved = { ...booking, start_datetime: '2025-03-12 18:00:00' as const };
  expect(isReminderDue(moved, '2025-03-12 09:00:00')).toBe(false);
  expect(isReminderDue(moved, '2025-03-12 16:00:00')).toBe(true);
});

test.each([
  ['the year of the appointment', NOW, 'Vaš termin 12. marta u 10:00 pomeren je na 13. mart u 11:00.'],
  [
    'the year before the appointment',
    '2024-12-31 08:00:00',
    'Vaš termin 12. marta 2025. u 10:00 pomeren je na 13. mart 2025. u 11:00.',
  ],
] as const)(
  'a notification about a change made in %s contains the year only if it differs',
  (_, now, message) => {
    expect(notificationsOfChange(booked, { ...booked, ...moved }, now).map(announced)).toEqual([message]);
  },
);

describe("salonNotification: the owner's notification about a change", () => {
  const row = { ...booked, technician_id: toId<TechnicianId>(2) };
  const free = { ...row, status: 'AVAILABLE' } as const;
  const gone = { ...row, status: 'CANCELLED' } as const;
  test.each([
    ['a new booking', free, row, 'NEW_BOOKING'],
    ['a cancellation', row, gone, 'CANCELLED'],
    ['a booking that is set free', row, free, 'CANCELLED'],
    ['another start', row, { ...row, ...moved }, 'MOVED'],
    ['another end', row, { ...row, end_datetime: '2025-03-12 11:15:00' }, 'MOVED'],
    ['another technician', row, { ...row, technician_id: toId<TechnicianId>(3) }, 'MOVED'],
    ['another service', row, { ...row, service_id: null }, undefined],
    ['a moved slot', free, { ...free, ...moved }, undefined],
  ] as const)('the type of the salon’s notification about %s: $3', (_, before, after, type) => {
    expect(salonNotification(before, after, NOW)).toBe(type);
    expect(salonNotification(before, after, '2025-03-14 08:00:00')).toBeUndefined();
  });
});

describe("begunNotification: the owner's notification about a technician's change after the start", () => {
  const row = { ...booked, technician_id: toId<TechnicianId>(2), service_price: 2400, attended: null };
  const free = { ...row, status: 'AVAILABLE' } as const;
  test.each([
    ['a removed booking', row, { ...row, status: 'CANCELLED' }, 'BEGUN_REMOVED'],
    ['a booking that is set free', row, free, 'BEGUN_REMOVED'],
    ['another price', row, { ...row, service_price: 0 }, 'BEGUN_PRICE'],
    ['a mark', row, { ...row, attended: 0 }, 'BEGUN_ATTENDANCE'],
    ['a note', row, row, undefined],
    ['a deleted slot', free, { ...free, status: 'CANCELLED' }, undefined],
  ] as const)('%s: $3', (_, before, after, type) => {
    expect(begunNotification(before, after, row.start_datetime)).toBe(type);
    expect(begunNotification(before, after, '2025-03-12 09:59:59')).toBeUndefined();
  });
});
