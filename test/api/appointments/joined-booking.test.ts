import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, anAppointment, aService, seen } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { bookFor, liveTimes, slotsInARow } from '../../support/joined.ts';
import { adminNotifications, mailsAbout } from '../../support/notifications.ts';
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

  test('a joined booking extends the first slot over the others', async () => {
    const booked = await book(ana, 120);
    expect(booked).toMatchObject({
      id: first,
      status: 'BOOKED',
      ...times(START, 120),
      service_id,
      version: 2,
    });
    expect(await liveTimes(salon, START)).toEqual(['BOOKED 10:00-12:00', 'AVAILABLE 12:00-13:00']);
    expect(await adminNotifications(salon, first)).toMatchObject([
      { type: 'NEW_BOOKING', appt_start: START, appt_end: '2026-11-20 12:00:00' },
    ]);
    expect(await mailsAbout(salon, first)).toMatchObject([{ kind: 'BOOKED_ADMIN' }, { kind: 'BOOKED_OWN' }]);
  });

  test('the history contains the joined booking and the deletion of the second slot', async () => {
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

  test('a booking of one slot takes only this slot, even if the service is longer than the slot', async () => {
    await book(ana, 60);
    expect(await liveTimes(salon, START)).toEqual(['BOOKED 10:00-11:00', ...THREE_FREE.slice(1)]);
  });

  test('a visitor, the owner, and a client who books for a guest can book joined slots', async () => {
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
    ['all three slots for a service that is too long for two', 121, 180, ['BOOKED 10:00-13:00']],
    [
      'only two slots for a service exactly as long as both',
      120,
      120,
      ['BOOKED 10:00-12:00', 'AVAILABLE 12:00-13:00'],
    ],
  ])('a booking takes %s', async (_, length, minutes, expected) => {
    await book(ana, minutes, await lasting(length));
    expect(await liveTimes(salon, START)).toEqual(expected);
  });

  describe('refused bookings of joined slots', () => {
    test.each<[string, number, number | null, Parameters<typeof expectRefused>[1]]>([
      ['more slots than needed', 180, 90, 'slot_gone'],
      ['fewer slots than needed', 120, 121, 'slot_gone'],
      ['three slots for a service that is too long even for three', 180, 181, 'slot_gone'],
      ['a part of the second slot', 90, 90, 'slot_gone'],
      ['a joined time for a service that fits in one slot', 120, 60, 'slots_not_joined'],
      ['a joined time for a service without a length', 120, null, 'slots_not_joined'],
    ])('a booking is refused if it requests %s', async (_, minutes, length, code) => {
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

    test('joined slots cannot be booked without a service or with a deleted service', async () => {
      await expectRefused(book(ana, 120, null), 'slots_not_joined');
      await salon.admin.call('DELETE /services/{id}', { params: { id: service_id } });
      await expectRefused(book(ana, 120), 'unknown_service');
    });

    test('joined slots cannot be booked while `join_slots` is off', async () => {
      await set({ join_slots: 0 });
      await expectRefused(book(ana, 120), 'slot_gone');
      await set({ join_slots: 1 });
      expect((await book(ana, 120)).status).toBe('BOOKED');
    });

    test.each<[string, () => Promise<unknown>]>([
      ['was deleted', () => salon.admin.call('DELETE /appointments/{id}', { params: { id: ids[1] ?? 0 } })],
      [
        'was blocked',
        () =>
          salon.admin.call('POST /appointments/{id}/status', {
            params: { id: ids[1] ?? 0 },
            body: { status: 'BLOCKED' },
          }),
      ],
      ['was booked', async () => bookFor(await aClient(salon), ids[1] ?? 0, '2026-11-20 11:00:00', 60)],
      [
        'starts later than the client saw',
        () =>
          salon.admin.call('PUT /appointments/{id}', {
            params: { id: ids[1] ?? 0 },
            body: times('2026-11-20 11:05:00', 55),
          }),
      ],
      [
        'is shorter than the client saw',
        () =>
          salon.admin.call('PUT /appointments/{id}', {
            params: { id: ids[1] ?? 0 },
            body: times('2026-11-20 11:00:00', 55),
          }),
      ],
    ])('refuses a joined time when the second slot %s', async (_, change) => {
      await change();
      const before = await liveTimes(salon, START);
      await expectRefused(book(ana, 120), 'slot_gone');
      expect(await liveTimes(salon, START)).toEqual(before);
    });

    test('joined slots cannot be booked once the first slot has begun, or on a day of absence', async () => {
      salon.clock.set(START);
      await expectRefused(book(await aClient(salon), 120), 'slot_gone');
      salon.clock.set('2026-11-20 09:59:59');
      await salon.db
        .insertInto('absences')
        .values({ user_id: salon.admin.id, date_from: '2026-11-20', date_to: '2026-11-20', created_at: 0 })
        .execute();
      await expectRefused(book(await aClient(salon), 120), 'slot_gone');
    });

    test('a client at the booking limit cannot book two adjacent slots as one booking, and the slots stay unchanged', async () => {
      for (const hour of [15, 17]) {
        const at = addMinutes('2026-11-20 00:00:00', hour * 60);
        await anAppointment(salon, at, { status: 'BOOKED', client_id: ana.id });
      }
      await expectRefused(book(ana, 120), 'booking_limit', 2);
      expect((await liveTimes(salon, START)).slice(0, 3)).toEqual(THREE_FREE);
    });
  });

  test('a request repeated with the same idempotency key returns the first response and joins the slots once', async () => {
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

  describe('bookings when the salon requires slots that are long enough for the service', () => {
    beforeEach(() => set({ service_fit: 'require' }));

    test('rejects a booking by a client or a visitor if the slot is a minute too short', async () => {
      const service = await lasting(61);
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      await expectRefused(book(ana, 60, service), 'service_too_long');
      await expectRefused(book(salon.visitor, 60, service, guest), 'service_too_long');
      expect(await liveTimes(salon, START)).toEqual(THREE_FREE);
    });

    test('accepts a slot that is exactly long enough for the service', async () => {
      expect(await book(ana, 60, await lasting(60))).toMatchObject(times(START, 60));
    });

    test('accepts a slot of any length for a booking without a service or with a service without a length', async () => {
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

    test('accepts joined slots that are long enough together', async () => {
      expect(await book(ana, 120)).toMatchObject(times(START, 120));
    });

    test('allows the owner to book a slot that is too short', async () => {
      const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
      expect(await book(salon.admin, 60, service_id, guest)).toMatchObject(times(START, 60));
    });

    test('the refusal of an unavailable slot says that it is unavailable, not that it is too short', async () => {
      await salon.admin.call('POST /appointments/{id}/status', {
        params: { id: first },
        body: { status: 'BLOCKED' },
      });
      await expectRefused(book(ana, 60), 'slot_gone');
    });
  });

  describe('changing the service of a booking', () => {
    const choose = (who: Person, service: ServiceId | null) =>
      who.call('POST /appointments/{id}/service', { params: { id: first }, body: { service_id: service } });
    beforeEach(() => book(ana, 60, null));

    test.each([
      ['that is a minute longer than the booking', 61, 'service_too_long'],
      ['that is exactly as long as the booking', 60, undefined],
    ] as const)(
      'while `service_fit` is `require`, a client who chooses a service %s gets the error $2',
      async (_, length, code) => {
        const service = await lasting(length);
        await set({ service_fit: 'require' });
        if (code) await expectRefused(choose(ana, service), code);
        expect((await choose(code ? salon.admin : ana, service)).service_id).toBe(service);
        // a client can always keep or remove the chosen service
        expect((await choose(ana, service)).service_id).toBe(service);
        expect((await choose(ana, null)).service_id).toBeNull();
      },
    );

    test('accepts a service that is longer than the booking when `service_fit` is `warn`', async () => {
      expect((await choose(ana, await lasting(600))).status).toBe('BOOKED');
    });

    test('the refusal of an unknown service says that it is unknown, not that it is too long', async () => {
      await set({ service_fit: 'require' });
      await expectRefused(choose(ana, 99_999 as ServiceId), 'unknown_service');
    });
  });
});
