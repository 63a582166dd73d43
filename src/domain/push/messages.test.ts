import { describe, expect, test } from 'vitest';
import { cancelledBySalonMessage, freeSlotMessage, timeChangedMessage } from '../wording/notifications.ts';
import { clientPush, dayBeforePush, isPushedToOwner, ownerPush } from './messages.ts';

const TODAY = '2026-11-17';
const VISIT = { start_datetime: '2026-11-18 10:00:00', end_datetime: '2026-11-18 11:00:00' } as const;

describe('clientPush: the push about a client notification', () => {
  test('a push contains the text of the notification and links to the list of notifications', () => {
    const message = timeChangedMessage(VISIT, { ...VISIT, start_datetime: '2026-11-18 12:00:00' }, TODAY);
    expect(clientPush({ id: 7, type: 'APPT_TIME_CHANGED', message })).toEqual({
      kind: 'APPT_TIME_CHANGED',
      title: 'Promenjeno vreme termina',
      body: 'Vaš termin 18. novembra pomeren je sa 10:00 na 12:00.',
      tag: 'notice-7',
      url: '/profile?tab=notifikacije',
    });
  });

  test.each([
    ['Bolest. Razlog: grip', 'Salon je otkazao vaš termin 18. novembra u 10:00.'],
    [null, 'Salon je otkazao vaš termin 18. novembra u 10:00.'],
  ])('a push omits the reason of a cancellation for %j', (reason, body) =>
    expect(
      clientPush({
        id: 7,
        type: 'APPT_CANCELLED_BY_ADMIN',
        message: cancelledBySalonMessage(VISIT, reason, TODAY),
      }),
    ).toMatchObject({ title: 'Salon je otkazao termin', body }),
  );

  test('the text of a push does not repeat the push’s title', () => {
    const message = freeSlotMessage(VISIT, TODAY);
    expect(clientPush({ id: 7, type: 'FREE_SLOT_AVAILABLE', message })).toMatchObject({
      title: 'Oslobodio se termin',
      body: '18. novembra, 10:00 - 11:00.',
    });
  });

  test('a push keeps a service name that contains “Razlog:”, the word before a reason', () => {
    const message = 'Podsećamo vas na termin 18. novembra u 10:00, usluga „Gel Razlog: X“.';
    expect(clientPush({ id: 7, type: 'APPT_REMINDER_2H', message }).body).toBe(message);
  });
});

describe('ownerPush: the push about an owner notification', () => {
  const notice = {
    id: 9,
    type: 'NEW_BOOKING',
    client_name: 'Milica Đurić',
    guest_name: null,
    service_name: 'Gel lak',
    appt_start: '2026-11-18 10:00:00',
    from_start: null,
    is_late: 0,
  } as const;
  const guest = { client_name: null, guest_name: 'Ana Ilić' } as const;
  test.each([
    ['a booking', notice, 'Novi termin', 'Milica Đurić, Gel lak, 18. novembra u 10:00'],
    [
      'a guest’s booking',
      { ...notice, ...guest },
      'Novi termin',
      'Ana Ilić, gošća, Gel lak, 18. novembra u 10:00',
    ],
    [
      'a booking without a service',
      { ...notice, service_name: null },
      'Novi termin',
      'Milica Đurić, 18. novembra u 10:00',
    ],
    [
      'a cancellation',
      { ...notice, type: 'CANCELLED' },
      'Otkazan termin',
      'Milica Đurić, Gel lak, 18. novembra u 10:00',
    ],
    [
      'a late cancellation',
      { ...notice, type: 'CANCELLED', is_late: 1 },
      'Kasno otkazivanje',
      'Milica Đurić, Gel lak, 18. novembra u 10:00',
    ],
    [
      'a move',
      { ...notice, type: 'MOVED', from_start: '2026-11-18 10:00:00', appt_start: '2026-11-19 09:00:00' },
      'Pomeren termin',
      'Milica Đurić, Gel lak, 18. novembar u 10:00 → 19. novembar u 09:00',
    ],
    [
      'a guest to call',
      { ...notice, ...guest, type: 'FREE_SLOT_GUEST' },
      'Oslobodio se termin',
      'Pozovite: Ana Ilić, 18. novembra u 10:00',
    ],
    [
      'a booking of one of several technicians',
      { ...notice, technician_name: 'Mina' },
      'Novi termin',
      'Milica Đurić, Gel lak, 18. novembra u 10:00 (radnica: Mina)',
    ],
    [
      'a booking without a known person',
      { ...notice, client_name: null },
      'Novi termin',
      'Gost, Gel lak, 18. novembra u 10:00',
    ],
  ] as const)('writes the push about %s', (_, given, title, body) =>
    expect(ownerPush(given, TODAY)).toEqual({
      kind: given.type,
      title,
      body,
      tag: 'notice-9',
      url: '/admin/notifications',
    }),
  );

  test.each([
    ['NEW_BOOKING', true],
    ['CANCELLED', true],
    ['MOVED', true],
    ['FREE_SLOT_GUEST', true],
    ['NEW_CLIENT', false],
  ] as const)('notifications of type %s are pushed to the owner: %s', (type, isPushed) =>
    expect(isPushedToOwner(type)).toBe(isPushed),
  );
});

test('the reminder on the day before contains the time, the service and the technician', () =>
  expect(
    dayBeforePush(
      { id: 3, ...VISIT, service_name: 'Gel lak', technician_name: 'Mina' },
      '2026-11-17 10:00:00',
    ),
  ).toEqual({
    kind: 'APPT_REMINDER_24H',
    title: 'Podsetnik za termin',
    body: 'Podsećamo vas na termin 18. novembra u 10:00, usluga „Gel lak“ (radnica: Mina).',
    tag: 'reminder-3',
    url: '/appointments',
  }));
