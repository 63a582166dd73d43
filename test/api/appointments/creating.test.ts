import { beforeEach, describe, expect, test } from 'vitest';
import type { NewRow } from '../../../scripts/demo/rows.ts';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, anAppointment, aService, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import {
  adminNotifications,
  clientNotifications,
  mailsAbout,
  notificationTypes,
  rowById,
  rowsOfDay,
} from '../../support/notifications.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let ana: Person;
let waiter: Person;

type Input = Partial<RequestBody<'POST /appointments'>>;
const clock = (hour: `${number}:${number}`): WallTime => `${day} ${hour}:00`;
const create = (input: Input = {}, undo?: '1') =>
  salon.admin.call('POST /appointments', {
    query: { undo },
    body: { start_datetime: clock('09:00'), ...input },
  });
const undo = (undo_token: string | null) =>
  salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
const timesOfDay = async () =>
  (await rowsOfDay(salon, day)).map(
    (row) => `${row.start_datetime.slice(11, 16)}-${row.end_datetime.slice(11, 16)} ${row.status}`,
  );
const waitFor = async (person: Person) => {
  await salon.db
    .insertInto('waitlist_entries')
    .values({ day, client_id: person.id, created_at: 1 })
    .execute();
};
const waiting = async () =>
  (await salon.db.selectFrom('waitlist_entries').select('client_id').where('day', '=', day).execute()).map(
    ({ client_id }) => client_id,
  );

onBothEngines('adding appointments', () => {
  beforeEach(async () => {
    salon.clock.set(NOW);
    day = freshDay();
    ana = await aClient(salon, { name: 'Ana' });
    waiter = await aClient(salon, { name: 'Vera' });
  });

  describe('the new appointment', () => {
    test('a new appointment for a client is BOOKED, with the length and price of its service', async () => {
      const service_id = await aService(salon, { name: 'Gel', price: 700, duration_minutes: 90 });
      const booked = await create({ client_id: ana.id, service_id, notes: 'Kratko', guest_name: 'Mila' });
      expect(booked).toMatchObject({
        status: 'BOOKED',
        start_datetime: clock('09:00'),
        end_datetime: clock('10:30'),
        client_id: ana.id,
        client_name: 'Ana',
        guest_name: 'Mila',
        guest_phone: null,
        notes: 'Kratko',
        service_id,
        service_name: 'Gel',
        service_price: 700,
        version: 1,
        undo_token: null,
      });
      expect((await rowById(salon, booked.id))?.booked_at).toBe(salon.clock.ms());
    });

    test('a new appointment for a guest is BOOKED, stores the phone’s normal form, and lasts 120 minutes without a service', async () => {
      const booked = await create({ guest_name: 'Mila', guest_phone: '064 100012' });
      expect(booked).toMatchObject({ status: 'BOOKED', end_datetime: clock('11:00'), service_name: null });
      expect((await rowById(salon, booked.id))?.guest_number).toBe('+38164100012');
    });

    test('a new appointment without a person has the requested status, or AVAILABLE by default', async () => {
      expect(await create({ duration_minutes: 60, notes: 'Prozor' })).toMatchObject({
        status: 'AVAILABLE',
        notes: 'Prozor',
      });
      const blocked = { start_datetime: clock('11:00'), status: 'BLOCKED', notes: 'Zubar' } as const;
      expect(await create(blocked)).toMatchObject(blocked);
      const cancelled = await create({ start_datetime: clock('11:00'), status: 'CANCELLED' });
      expect(cancelled).toMatchObject({ status: 'CANCELLED', cancelled_at: NOW });
    });

    test('the requested length overrides the length of the service; a service without a length lasts 120 minutes', async () => {
      const service_id = await aService(salon, { duration_minutes: 90 });
      const asked = await create({ client_id: ana.id, service_id, duration_minutes: 45 });
      expect(asked.end_datetime).toBe(clock('09:45'));
      const byAgreement = await aService(salon);
      await salon.db
        .updateTable('services')
        .set({ duration_minutes: null })
        .where('id', '=', byAgreement)
        .execute();
      const other = { start_datetime: clock('12:00'), client_id: ana.id, service_id: byAgreement };
      expect((await create(other)).end_datetime).toBe(clock('14:00'));
    });

    test.each([
      [0, 0],
      [650.5, 650.5],
      [null, null],
    ])('a requested price %s overrides the price of the service', async (service_price, stored) => {
      const service_id = await aService(salon, { name: 'Gel', price: 700 });
      const booked = await create({ client_id: ana.id, service_id, service_price });
      expect(booked).toMatchObject({ service_name: 'Gel', service_price: stored });
    });

    test('the owner can book beyond the client’s booking limit, and for an inactive client', async () => {
      const idle = await aClient(salon, { active: 0 });
      await salon.db.deleteFrom('sessions').where('user_id', '=', idle.id).execute();
      for (const hour of ['08:00', '10:00', '12:00'] as const)
        expect((await create({ start_datetime: clock(hour), client_id: idle.id })).status).toBe('BOOKED');
    });
  });

  describe('rejected new appointments', () => {
    test.each([
      ['05:55', 60, 'slot_outside_hours'],
      ['21:05', 60, 'slot_outside_hours'],
      ['09:01', 60, 'slot_not_on_step'],
      ['09:00', 4, 'slot_too_short'],
      ['21:00', 240, 'slot_across_days'],
    ] as const)('rejects an appointment at %s for %i minutes: %s', async (hour, duration_minutes, code) => {
      await expectRefused(create({ start_datetime: clock(hour), duration_minutes, client_id: ana.id }), code);
    });

    test('rejects an appointment more than a year away', async () => {
      const far = { start_datetime: '2027-11-18 09:00:00', client_id: ana.id };
      await expectRefused(create(far), 'slot_date_out_of_range');
    });

    test('rejects a BOOKED appointment without a person, and any other appointment with a person', async () => {
      await expectRefused(create({ status: 'BOOKED' }), 'booked_needs_person');
      const service_id = await aService(salon);
      for (const status of ['AVAILABLE', 'BLOCKED', 'CANCELLED'] as const)
        for (const input of [{ client_id: ana.id }, { guest_name: 'Mila' }, { service_id }])
          await expectRefused(create({ ...input, status }), 'person_needs_booking');
      await expectRefused(create({ service_price: 5 }), 'person_needs_booking');
    });

    test('rejects a missing or deleted service or client', async () => {
      await expectRefused(create({ client_id: ana.id, service_id: 999_999 }), 'unknown_service');
      await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
      for (const client_id of [999_999, salon.admin.id, ana.id])
        await expectRefused(create({ client_id }), 'unknown_client');
    });

    test.each([-0.01, 0.001, 10_000_001])('rejects the price %s', async (service_price) => {
      await expectRefused(create({ client_id: ana.id, service_price }), 'bad_input');
    });

    test.each<[string, () => Partial<NewRow>, string]>([
      ['a client’s booking', () => ({ status: 'BOOKED', client_id: ana.id }), 'Ana'],
      ['a guest’s booking', () => ({ status: 'BOOKED', guest_name: 'Mila' }), 'Mila'],
      ['a BLOCKED row', () => ({ status: 'BLOCKED' }), 'Blokiran'],
    ])(
      'rejects a booking that overlaps %s; the error message names the overlapped appointment',
      async (_, fields, name) => {
        const id = await anAppointment(salon, clock('10:00'), fields());
        const response = await salon.app.inject({
          method: 'POST',
          url: '/api/appointments',
          headers: { authorization: `Bearer ${salon.admin.token}` },
          payload: { start_datetime: clock('09:30'), client_id: waiter.id, duration_minutes: 60 },
        });
        expect(response.statusCode).toBe(409);
        expect(response.json()).toEqual({
          error: 'Već postoji termin u tom vremenu.',
          code: 'slot_overlaps',
          conflict: { id, name, start_datetime: clock('10:00'), end_datetime: clock('11:00') },
        });
        expect(await notificationTypes(salon, waiter.id)).toEqual([]);
      },
    );

    test('a new slot cannot overlap a free slot, but a new CANCELLED row can, and a free slot gives way to a block', async () => {
      const id = await aSlot(salon, clock('09:00'));
      await expectRefused(create({ status: 'AVAILABLE' }), 'slot_overlaps');
      expect((await create({ status: 'CANCELLED' })).status).toBe('CANCELLED');
      const block = await create({ status: 'BLOCKED', duration_minutes: 60 });
      expect(await rowById(salon, id)).toBeUndefined();
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: block.id } });
      expect((await create({ start_datetime: clock('10:00'), status: 'BLOCKED' })).status).toBe('BLOCKED');
    });
  });

  describe('notifications of new appointments', () => {
    test('when the owner adds a booking, the client is notified, and the owner is not', async () => {
      const { id } = await create({ client_id: ana.id });
      expect(await clientNotifications(salon, ana.id)).toMatchObject([
        { type: 'APPT_CLIENT_CHANGED_ADDED', appointment_id: id, visible_at: salon.clock.ms() },
      ]);
      expect(await adminNotifications(salon, id)).toEqual([]);
      expect(await mailsAbout(salon, id)).toEqual([]);
    });

    test('a new booking in the past notifies nobody', async () => {
      await create({ start_datetime: '2026-11-13 09:00:00', client_id: ana.id });
      expect(await notificationTypes(salon, ana.id)).toEqual([]);
    });

    test('a new booking does not notify the waitlist', async () => {
      await waitFor(waiter);
      await create({ client_id: ana.id });
      expect(await notificationTypes(salon, waiter.id)).toEqual([]);
      const mails = salon.db.selectFrom('outbox').select('kind').where('user_id', '=', waiter.id);
      expect(await mails.execute()).toEqual([]);
    });

    test('a new free slot notifies the waitlist of its day', async () => {
      await waitFor(waiter);
      await create();
      expect(await notificationTypes(salon, waiter.id)).toEqual(['FREE_SLOT_AVAILABLE']);
    });

    test('a booking removes its client from the waitlist of the day; undoing the booking restores the waitlist entry', async () => {
      await waitFor(ana);
      await waitFor(waiter);
      const { undo_token } = await create({ client_id: ana.id }, '1');
      expect(await waiting()).toEqual([waiter.id]);
      await undo(undo_token);
      expect((await waiting()).sort()).toEqual([ana.id, waiter.id].sort());
    });

    test('notifications become visible once undo is no longer possible; an undo deletes them', async () => {
      const { undo_token } = await create({ client_id: ana.id }, '1');
      expect(await clientNotifications(salon, ana.id)).toMatchObject([
        { visible_at: salon.clock.ms() + 10_000 },
      ]);
      expect(await undo(undo_token)).toEqual([]);
      expect(await clientNotifications(salon, ana.id)).toEqual([]);
      expect(await timesOfDay()).toEqual([]);
    });
  });

  describe('concurrent new appointments', () => {
    test('of two concurrent new bookings with the same times, only one is added', async () => {
      await aSlot(salon, clock('09:00'), 120);
      const bookings = [ana, waiter].map(({ id }) => create({ client_id: id }));
      expect(await outcomesOf(bookings)).toEqual({ ok: 1, slot_overlaps: 1 });
      expect(await timesOfDay()).toEqual(['09:00-11:00 BOOKED']);
    });

    test('when a visitor books a slot and the owner concurrently adds an appointment over it, only one request succeeds', async () => {
      for (let round = 0; round < 10; round++) {
        day = freshDay();
        const id = await aSlot(salon, clock('09:00'));
        const book = () =>
          salon.visitor.call('POST /appointments/{id}/book', {
            params: { id },
            body: { ...seen(clock('09:00')), guest_name: 'Mila', guest_phone: freshPhone() },
          });
        const requests = [book, () => create({ client_id: ana.id, duration_minutes: 30 })];
        const outcomes = await outcomesOf((round % 2 ? requests : requests.reverse()).map((send) => send()));
        const [row, ...more] = await timesOfDay();
        const isVisitors = row === '09:00-10:00 BOOKED';
        expect(outcomes).toEqual({ ok: 1, [isVisitors ? 'slot_overlaps' : 'slot_gone']: 1 });
        expect([row, ...more]).toEqual(
          isVisitors ? ['09:00-10:00 BOOKED'] : ['09:00-09:30 BOOKED', '09:30-10:00 AVAILABLE'],
        );
      }
      await expectInvariants(salon, {}, false);
    });

    test('no upcoming appointment is added for a client who is deleted concurrently', async () => {
      const deleting = salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
      const outcomes = await outcomesOf([create({ client_id: ana.id }), deleting]);
      expect([
        { ok: 1, unknown_client: 1 },
        { ok: 1, client_has_bookings: 1 },
      ]).toContainEqual(outcomes);
    });
  });
});
