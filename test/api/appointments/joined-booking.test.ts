import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, anAppointment, aService, seen } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { bookFor, liveTimes, slotsInARow } from '../../support/joined.ts';
import { adminNotices, mailsAbout, rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START: WallTime = '2026-11-20 10:00:00';
const THREE_FREE = ['AVAILABLE 10:00-11:00', 'AVAILABLE 11:00-12:00', 'AVAILABLE 12:00-13:00'];
const set = (body: Partial<Settings>) => salon.admin.call('PUT /settings', { body });
const times = (start: WallTime, minutes: number) => ({
  start_datetime: start,
  end_datetime: addMinutes(start, minutes),
});

let ana: Person;
let ids: AppointmentId[];
let first: AppointmentId;
let service_id: ServiceId;
const lasting = (duration_minutes: number | null) => aService(salon, { duration_minutes });
const book = (who: Person, minutes: number, service: ServiceId | null = service_id, more: object = {}) =>
  bookFor(who, first, START, minutes, { service_id: service, ...more });

onBothEngines('booking joined slots', { emptyBeforeEach: true }, () => {
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana' });
    service_id = await lasting(90);
    ids = await slotsInARow(salon, START, [60, 60, 60]);
    first = ids[0] as AppointmentId;
  });

  test('the first slot of a joined time grows over the others, and keeps what it is made of', async () => {
    const booked = await book(ana, 120);
    expect(booked).toMatchObject({
      id: first,
      status: 'BOOKED',
      ...times(START, 120),
      service_id,
      version: 2,
    });
    expect(await liveTimes(salon, START)).toEqual(['BOOKED 10:00-12:00', 'AVAILABLE 12:00-13:00']);
    const kept = (await rowById(salon, first))?.joined_slots;
    expect(JSON.parse(kept ?? '')).toEqual([times(START, 60), times('2026-11-20 11:00:00', 60)]);
    expect(await adminNotices(salon, first)).toMatchObject([
      { type: 'NEW_BOOKING', appt_start: START, appt_end: '2026-11-20 12:00:00' },
    ]);
    expect(await mailsAbout(salon, first)).toMatchObject([{ kind: 'BOOKED_ADMIN' }]);
  });

  test('the history has the booking, and the slot that left for it', async () => {
    await book(ana, 120);
    const rows = await salon.db.selectFrom('history').select(['subject_id', 'action', 'changes']).execute();
    const ofSlots = rows.filter(({ subject_id }) => ids.includes(subject_id as AppointmentId));
    expect(ofSlots.map(({ subject_id, action }) => [subject_id, action])).toEqual([
      [ids[1], 'deleted'],
      [first, 'booked'],
    ]);
    expect(JSON.parse(ofSlots[1]?.changes ?? '')).toContainEqual({
      field: 'end_datetime',
      from: '2026-11-20 11:00:00',
      to: '2026-11-20 12:00:00',
    });
  });

  test('a booking of one slot keeps no parts, also where the service is longer', async () => {
    await book(ana, 60);
    expect((await rowById(salon, first))?.joined_slots).toBeNull();
    expect(await liveTimes(salon, START)).toEqual(['BOOKED 10:00-11:00', ...THREE_FREE.slice(1)]);
  });

  test('a visitor, the admin and a client for another person book joined slots too', async () => {
    const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    for (const who of [salon.visitor, salon.admin, ana]) {
      const booked = await book(who, 120, service_id, guest);
      expect(booked).toMatchObject({ ...times(START, 120), ...guest });
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: booked.id } });
      ids = await slotsInARow(salon, START, [60, 60]);
      first = ids[0] as AppointmentId;
    }
  });

  test.each([
    ['three where two are not enough', 121, 180, ['BOOKED 10:00-13:00']],
    ['two that are exactly enough', 120, 120, ['BOOKED 10:00-12:00', 'AVAILABLE 12:00-13:00']],
  ])('a joined booking takes %s', async (_, length, minutes, expected) => {
    await book(ana, minutes, await lasting(length));
    expect(await liveTimes(salon, START)).toEqual(expected);
  });

  describe('a joined time that is refused', () => {
    test.each<[string, number, number | null, Parameters<typeof expectRefused>[1]]>([
      ['more than is needed', 180, 90, 'slot_gone'],
      ['less than is needed', 120, 121, 'slot_gone'],
      ['all, which is not enough', 180, 181, 'slot_gone'],
      ['a part of the second', 90, 90, 'slot_gone'],
      ['one with a service that fits alone', 120, 60, 'slots_not_joined'],
      ['one with a service without a length', 120, null, 'slots_not_joined'],
    ])('nobody books %s', async (_, minutes, length, code) => {
      const service = await lasting(length ?? 30);
      if (length === null)
        await salon.db
          .updateTable('services')
          .set({ duration_minutes: null })
          .where('id', '=', service)
          .execute();
      await expectRefused(book(ana, minutes, service), code);
      await expectRefused(
        book(salon.admin, minutes, service, { guest_name: 'M', guest_phone: freshPhone() }),
        code,
      );
      expect(await liveTimes(salon, START)).toEqual(THREE_FREE);
    });

    test('nobody books a joined time without a service, or with one that is gone', async () => {
      await expectRefused(book(ana, 120, null), 'slots_not_joined');
      await salon.admin.call('DELETE /services/{id}', { params: { id: service_id } });
      await expectRefused(book(ana, 120), 'unknown_service');
    });

    test('nobody books a joined time where the salon does not join', async () => {
      await set({ join_slots: 0 });
      await expectRefused(book(ana, 120), 'slot_gone');
      await set({ join_slots: 1 });
      expect((await book(ana, 120)).status).toBe('BOOKED');
    });

    test.each<[string, () => Promise<unknown>]>([
      ['is gone', () => salon.admin.call('DELETE /appointments/{id}', { params: { id: ids[1] ?? 0 } })],
      [
        'is blocked',
        () =>
          salon.admin.call('POST /appointments/{id}/status', {
            params: { id: ids[1] ?? 0 },
            body: { status: 'BLOCKED' },
          }),
      ],
      ['is booked', async () => bookFor(await aClient(salon), ids[1] ?? 0, '2026-11-20 11:00:00', 60)],
      [
        'begins later now',
        () =>
          salon.admin.call('PUT /appointments/{id}', {
            params: { id: ids[1] ?? 0 },
            body: times('2026-11-20 11:05:00', 55),
          }),
      ],
      [
        'is shorter now',
        () =>
          salon.admin.call('PUT /appointments/{id}', {
            params: { id: ids[1] ?? 0 },
            body: times('2026-11-20 11:00:00', 55),
          }),
      ],
    ])('nobody books a joined time of which the second part %s', async (_, change) => {
      await change();
      const before = await liveTimes(salon, START);
      await expectRefused(book(ana, 120), 'slot_gone');
      expect(await liveTimes(salon, START)).toEqual(before);
    });

    test('nobody books a joined time that has begun, or of a day of absence', async () => {
      salon.clock.set(START);
      await expectRefused(book(await aClient(salon), 120), 'slot_gone');
      salon.clock.set('2026-11-20 09:59:59');
      await salon.db
        .insertInto('absences')
        .values({ user_id: salon.admin.id, date_from: '2026-11-20', date_to: '2026-11-20', created_at: 0 })
        .execute();
      await expectRefused(book(await aClient(salon), 120), 'slot_gone');
    });

    test('a client at the limit books no joined time, and the slots stay', async () => {
      for (const hour of [15, 17]) {
        const at = addMinutes('2026-11-20 00:00:00', hour * 60);
        await anAppointment(salon, at, { status: 'BOOKED', client_id: ana.id });
      }
      await expectRefused(book(ana, 120), 'booking_limit', 2);
      expect((await liveTimes(salon, START)).slice(0, 3)).toEqual(THREE_FREE);
    });
  });

  test('a joined booking asked for twice with its key gives the first answer, and joins once', async () => {
    const again = () =>
      ana.call('POST /appointments/{id}/book', {
        params: { id: first },
        body: { ...seen(START, 120), service_id },
        headers: { 'Idempotency-Key': 'a-key-of-16-chars' },
      });
    const booked = await again();
    expect(await again()).toEqual(booked);
    expect(await liveTimes(salon, START)).toEqual(['BOOKED 10:00-12:00', 'AVAILABLE 12:00-13:00']);
  });

  describe('where the salon asks for a time that is long enough', () => {
    beforeEach(() => set({ service_fit: 'require' }));

    test('a client and a visitor are refused a slot that is a minute too short', async () => {
      const service = await lasting(61);
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      await expectRefused(book(ana, 60, service), 'service_too_long');
      await expectRefused(book(salon.visitor, 60, service, guest), 'service_too_long');
      expect(await liveTimes(salon, START)).toEqual(THREE_FREE);
    });

    test('a client books a slot that is exactly long enough', async () => {
      expect(await book(ana, 60, await lasting(60))).toMatchObject(times(START, 60));
    });

    test('a client with no service, or one without a length, books any slot', async () => {
      expect((await book(ana, 60, null)).status).toBe('BOOKED');
      const byAgreement = await lasting(30);
      await salon.db
        .updateTable('services')
        .set({ duration_minutes: null })
        .where('id', '=', byAgreement)
        .execute();
      const second = await bookFor(ana, ids[1] ?? 0, '2026-11-20 11:00:00', 60, { service_id: byAgreement });
      expect(second.status).toBe('BOOKED');
    });

    test('a client joins slots that are long enough together', async () => {
      expect(await book(ana, 120)).toMatchObject(times(START, 120));
    });

    test('the admin books a slot that is too short', async () => {
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      expect(await book(salon.admin, 60, service_id, guest)).toMatchObject(times(START, 60));
    });

    test('a slot that is gone is gone, however long the service', async () => {
      await salon.admin.call('POST /appointments/{id}/status', {
        params: { id: first },
        body: { status: 'BLOCKED' },
      });
      await expectRefused(book(ana, 60), 'slot_gone');
    });
  });

  describe('another service for a booking', () => {
    const choose = (who: Person, service: ServiceId | null) =>
      who.call('POST /appointments/{id}/service', { params: { id: first }, body: { service_id: service } });
    beforeEach(() => book(ana, 60, null));

    test.each([
      ['a minute longer than the booking', 61, 'service_too_long'],
      ['as long as the booking', 60, undefined],
    ] as const)(
      'a client’s service %s is refused or not, where the salon asks for it',
      async (_, length, code) => {
        const service = await lasting(length);
        await set({ service_fit: 'require' });
        if (code) await expectRefused(choose(ana, service), code);
        expect((await choose(code ? salon.admin : ana, service)).service_id).toBe(service);
        // none is never too long, and nothing is judged where nothing changes
        expect((await choose(ana, service)).service_id).toBe(service);
        expect((await choose(ana, null)).service_id).toBeNull();
      },
    );

    test('a client’s service may be longer than the booking where the salon only warns', async () => {
      expect((await choose(ana, await lasting(600))).status).toBe('BOOKED');
    });

    test('an unknown service is that, not too long', async () => {
      await set({ service_fit: 'require' });
      await expectRefused(choose(ana, 99_999 as ServiceId), 'unknown_service');
    });
  });
});
