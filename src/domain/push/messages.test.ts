import { describe, expect, test } from 'vitest';
import { factsOf } from '../notifications.ts';
import type { WallTime } from '../wall-clock.ts';
import {
  clientPush,
  dayBeforePush,
  isMorningDue,
  isPushedToOwner,
  morningPush,
  ownerPush,
} from './messages.ts';

const TODAY = '2026-11-17';
const VISIT = { start_datetime: '2026-11-18 10:00:00', end_datetime: '2026-11-18 11:00:00' } as const;
const FACTS = factsOf({ ...VISIT, service_name: 'Gel Razlog: X' }, TODAY);

describe('clientPush: the push about a client notification', () => {
  test('a push contains the text of the notification and links to the list of notifications', () => {
    const facts = { ...FACTS, start_datetime: '2026-11-18 12:00:00', was: FACTS } as const;
    expect(clientPush({ id: 7, type: 'APPT_TIME_CHANGED', facts, message: '' })).toEqual({
      kind: 'APPT_TIME_CHANGED',
      title: 'Promenjeno vreme termina',
      body: 'Vaš termin 18. novembra pomeren je sa 10:00 na 12:00.',
      tag: 'notice-7',
      url: '/profile?tab=notifikacije',
    });
  });

  test.each(['Bolest. Razlog: grip', null])('a push about a cancellation omits the reason %j', (reason) => {
    const told = { id: 7, type: 'APPT_CANCELLED_BY_ADMIN', facts: FACTS, message: '', reason } as const;
    const body = 'Salon je otkazao vaš termin 18. novembra u 10:00.';
    expect(clientPush(told)).toMatchObject({ title: 'Salon je otkazao termin', body });
    expect(clientPush({ ...told, type: 'APPT_TIME_CHANGED' }, [told]).body).toMatch(/ u 10:00\.$/);
  });

  test.each([
    ['an earlier release', null, 'Salon je otkazao termin'],
    ['an earlier release, on request', { on_request: true }, 'Termin je otkazan'],
  ] as const)('a push about a notification of %s has its text', (_, facts, title) => {
    const told = { id: 7, type: 'APPT_CANCELLED_BY_ADMIN', facts, message: 'Tekst.' } as const;
    expect(clientPush(told)).toMatchObject({ title, body: 'Tekst.' });
  });

  test('the text of a push does not repeat the push’s title', () => {
    const told = { id: 7, type: 'FREE_SLOT_AVAILABLE', facts: FACTS, message: '' } as const;
    expect(clientPush(told)).toMatchObject({
      title: 'Oslobodio se termin',
      body: '18. novembra, 10:00 - 11:00.',
    });
  });

  test('a push keeps a service name that contains “Razlog:”, the word before a reason', () => {
    const body = 'Podsećamo vas na termin 18. novembra u 10:00, usluga „Gel Razlog: X“.';
    expect(clientPush({ id: 7, type: 'APPT_REMINDER_2H', facts: FACTS, message: '' }).body).toBe(body);
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
    url: '/booking#termin=3',
  }));

describe("isMorningDue: the owner's morning summary", () => {
  test.each([
    ['not due a second before the time', '2026-11-17 06:59:59', '07:00', false],
    ['due at the time', '2026-11-17 07:00:00', '07:00', true],
    ['due within two hours after a late start', '2026-11-17 08:59:59', '07:00', true],
    ['not due two hours later', '2026-11-17 09:00:00', '07:00', false],
    ['never due without a time', '2026-11-17 07:00:00', '', false],
    ['never due with an invalid time', '2026-11-17 07:00:00', '7h', false],
    ['due late in the evening until midnight', '2026-11-17 23:59:59', '23:30', true],
    ['not due after midnight for the day before', '2026-11-18 00:10:00', '23:30', false],
    ['due at midnight', '2026-11-18 00:00:00', '00:00', true],
    ['due at three when the night skips 02:30', '2027-03-28 03:00:00', '02:30', true],
    ['due twice when the night has 02:30 twice', '2026-10-25 02:30:00', '02:30', true],
  ] as const)('the morning summary is %s', (_, now, at, due) => expect(isMorningDue(now, at)).toBe(due));
});

const starts = (count: number): WallTime[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `2026-11-17 ${String(8 + Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}:00` as WallTime,
  );

describe('the text of the morning summary', () => {
  test.each([
    [1, 'Danas 1 termin, u 08:00'],
    [2, 'Danas 2 termina, prvi u 08:00'],
    [4, 'Danas 4 termina, prvi u 08:00'],
    [5, 'Danas 5 termina, prvi u 08:00'],
    [6, 'Danas 6 termina, prvi u 08:00'],
    [11, 'Danas 11 termina, prvi u 08:00'],
    [21, 'Danas 21 termin, prvi u 08:00'],
    [22, 'Danas 22 termina, prvi u 08:00'],
  ])('the summary of %i appointments is “%s”', (count, body) =>
    expect(morningPush('2026-11-17', starts(count).reverse())).toEqual({
      kind: 'OWNER_MORNING',
      title: 'Današnji termini',
      body,
      tag: 'morning-2026-11-17',
      url: '/',
    }),
  );

  test('a day without appointments has no summary', () =>
    expect(morningPush('2026-11-17', [])).toBeUndefined());
});
