import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../src/domain/ids.ts';
import type { WallDate, WallTime } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, seen } from '../support/builders.ts';
import { freshDay } from '../support/days.ts';
import { expectInvariants } from '../support/invariants.ts';
import { bookFor, liveTimes, slotsInARow } from '../support/joined.ts';
import { notificationTypes, rowById } from '../support/notifications.ts';
import { expectRefused } from '../support/refused.ts';
import { NOW, type Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let ana: Person;
let gel: ServiceId;
let off: ServiceId;

const GUEST = { guest_name: 'Mila', guest_phone: '064 700 100' };
const setServices = (who: Person, id: number, body: { service_ids: ServiceId[] | null }) =>
  who.call('POST /appointments/{id}/service', { params: { id }, body });
const edit = (id: number, body: object) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
const linesOf = (id: number) =>
  salon.db
    .selectFrom('booking_lines')
    .innerJoin('appointments', 'appointments.booking_id', 'booking_lines.booking_id')
    .select(['position', 'service_id', 'name', 'price', 'duration_minutes'])
    .where('appointments.id', '=', id as never)
    .orderBy('position')
    .execute();

const GEL = { name: 'Gel lak', price: 2100.1, duration_minutes: 75 };
const OFF = { name: 'Skidanje gela', price: 500.2, duration_minutes: 30 };
const both = () => [
  { service_id: gel, ...GEL },
  { service_id: off, ...OFF },
];

onBothEngines('several services in one appointment', () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 09:00:00`;
    ana = await aClient(salon);
    gel = await aService(salon, GEL);
    off = await aService(salon, OFF);
  });
  afterEach(async () => {
    salon.clock.set(NOW);
    await salon.admin.call('PUT /settings', { body: { service_fit: 'warn' } });
    await expectInvariants(salon, {}, false);
  });

  test('the services of a booking are stored in the order of the price list', async () => {
    const id = await aSlot(salon, start, 120);
    const booked = await bookFor(ana, id, start, 120, { service_ids: [off, gel] });
    expect(booked).toMatchObject({
      service_id: gel,
      service_name: 'Gel lak + Skidanje gela',
      service_price: 2600.3,
      services: both(),
    });
    const { services } = await ana.call('GET /appointments/{id}', { params: { id } });
    expect(services).toEqual(both());
    expect((await linesOf(id)).map(({ position }) => position)).toEqual([1, 2]);
  });

  test('the guest’s link shows the services of the booking, also after a move', async () => {
    const id = await aSlot(salon, start, 120);
    const to = `${day} 14:00:00` as const;
    const to_id = await aSlot(salon, to, 120);
    const { guest_link } = await bookFor(salon.visitor, id, start, 120, {
      ...GUEST,
      service_ids: [gel, off],
    });
    const token = guest_link ?? '';
    const viewed = await salon.visitor.call('POST /guest-link/view', { body: { token } });
    expect(viewed.services).toEqual(both());
    const moved = await salon.visitor.call('POST /guest-link/reschedule', {
      body: { token, to_id, ...seen(to, 120) },
    });
    expect(moved.services).toEqual(both());
  });

  test.each([
    ['both fields', { service_id: 1, service_ids: [1] }, 'Usluge se šalju u jednom polju.'],
    ['both fields as null', { service_id: null, service_ids: null }, 'Usluge se šalju u jednom polju.'],
    ['a repeated service', { service_ids: [1, 1] }, 'Ista usluga se bira jednom.'],
    ['a seventh service', { service_ids: [1, 2, 3, 4, 5, 6, 7] }, 'Najviše 6 usluga.'],
  ])('rejects %s with an error for the field service_ids, and stores nothing', async (_, more, sentence) => {
    const id = await aSlot(salon, start);
    const body = { ...seen(start), ...GUEST, ...more } as never;
    const booking = salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    const { fields } = await expectRefused(booking, 'bad_input');
    expect(fields).toEqual({ service_ids: sentence });
    expect(await rowById(salon, id)).toMatchObject({ status: 'AVAILABLE', version: 1 });
  });

  test('a booking of several services is rejected and stores nothing if one of the services is deleted', async () => {
    const gone = await aService(salon);
    await salon.admin.call('DELETE /services/{id}', { params: { id: gone } });
    const id = await aSlot(salon, start);
    await expectRefused(bookFor(ana, id, start, 60, { service_ids: [gel, gone] }), 'unknown_service');
    expect(await rowById(salon, id)).toMatchObject({ status: 'AVAILABLE', version: 1 });
    expect(await linesOf(id)).toEqual([]);
  });

  describe('booking an add-on', () => {
    beforeEach(() => salon.admin.call('PUT /services/{id}', { params: { id: off }, body: { is_addon: 1 } }));

    test('clients and visitors cannot book an add-on alone, but the owner can', async () => {
      const id = await aSlot(salon, start);
      const alone = { service_ids: [off] };
      await expectRefused(bookFor(ana, id, start, 60, alone), 'addon_alone');
      await expectRefused(bookFor(salon.visitor, id, start, 60, { ...GUEST, ...alone }), 'addon_alone');
      const waiting = { date: freshDay(), ...GUEST, ...alone };
      const joining = salon.visitor.call('POST /client-notifications/free-slot', { body: waiting });
      await expectRefused(joining, 'addon_alone');
      expect(await bookFor(ana, id, start, 60, { service_ids: [off, gel] })).toMatchObject({
        services: both(),
      });
      await expectRefused(setServices(ana, id, alone), 'addon_alone');
      expect((await setServices(salon.admin, id, alone)).service_name).toBe('Skidanje gela');
    });

    test('the price list shows which services are add-ons', async () => {
      const services = await salon.visitor.call('GET /services');
      expect(services.find(({ id }) => id === off)).toMatchObject({ is_addon: 1 });
      expect(services.find(({ id }) => id === gel)).toMatchObject({ is_addon: 0 });
    });
  });

  describe('appointments with the total duration of several services', () => {
    const REQUIRED = { service_fit: 'require', join_slots: 1 } as const;

    test('a booking joins as many slots as its services need in total; if `service_fit` is `require`, too few slots are refused', async () => {
      await salon.admin.call('PUT /settings', { body: REQUIRED });
      const [id = 0] = await slotsInARow(salon, start, [60, 60]);
      const service_ids = [gel, off];
      await expectRefused(bookFor(ana, id, start, 60, { service_ids }), 'service_too_long');
      await bookFor(ana, id, start, 120, { service_ids });
      expect(await liveTimes(salon, start)).toEqual(['BOOKED 09:00-11:00']);
    });

    test('a moved booking needs the total duration that was stored when it was booked, not the current durations in the price list', async () => {
      const [id = 0] = await slotsInARow(salon, start, [60, 60]);
      await bookFor(ana, id, start, 120, { service_ids: [gel, off] });
      await salon.admin.call('PUT /settings', { body: REQUIRED });
      await salon.admin.call('PUT /services/{id}', { params: { id: gel }, body: { duration_minutes: 5 } });
      const to = `${day} 14:00:00` as const;
      const to_id = await aSlot(salon, to, 60);
      const moving = ana.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id, ...seen(to, 60) },
      });
      await expectRefused(moving, 'service_too_long');
    });

    test('a new appointment lasts as long as all its services, but 120 minutes if one of them has no duration', async () => {
      const add = (service_ids: ServiceId[], at: WallTime) =>
        salon.admin.call('POST /appointments', { body: { ...GUEST, start_datetime: at, service_ids } });
      expect((await add([gel, off], start)).end_datetime).toBe(`${day} 10:45:00`);
      await salon.admin.call('PUT /services/{id}', { params: { id: off }, body: { duration_minutes: null } });
      expect((await add([gel, off], `${day} 12:00:00`)).end_datetime).toBe(`${day} 14:00:00`);
    });

    test('a waitlist entry for several services matches only slots that are long enough for all of them', async () => {
      await salon.admin.call('PUT /settings', { body: REQUIRED });
      await ana.call('POST /client-notifications/free-slot', {
        body: { date: day, service_ids: [gel, off] },
      });
      await salon.admin.call('POST /appointments/slot', {
        body: { start_datetime: start, duration_minutes: 90 },
      });
      expect(await notificationTypes(salon, ana.id)).toEqual([]);
      await salon.admin.call('POST /appointments/slot', {
        body: { start_datetime: `${day} 12:00:00`, duration_minutes: 105 },
      });
      expect(await notificationTypes(salon, ana.id)).toEqual(['FREE_SLOT_AVAILABLE']);
    });

    test('a waitlist entry no longer needs the duration of a service that was deleted', async () => {
      await salon.admin.call('PUT /settings', { body: REQUIRED });
      await ana.call('POST /client-notifications/free-slot', {
        body: { date: day, service_ids: [gel, off] },
      });
      await salon.admin.call('DELETE /services/{id}', { params: { id: gel } });
      await salon.admin.call('POST /appointments/slot', {
        body: { start_datetime: start, duration_minutes: 30 },
      });
      expect(await notificationTypes(salon, ana.id)).toEqual(['FREE_SLOT_AVAILABLE']);
    });
  });

  test('with service_fit require, only the owner can choose services longer than the booking, which keeps its length', async () => {
    const id = await aBooking(salon, start, ana.id, {
      minutes: 90,
      service_id: gel,
      service_name: 'Gel lak',
    });
    await salon.admin.call('PUT /settings', { body: { service_fit: 'require' } });
    await expectRefused(setServices(ana, id, { service_ids: [gel, off] }), 'service_too_long');
    const changed = await setServices(salon.admin, id, { service_ids: [gel, off] });
    expect(changed).toMatchObject({ end_datetime: `${day} 10:30:00`, version: 2 });
  });

  test('a service that stays in the booking keeps its copied price; only a change of the services notifies the client', async () => {
    const id = await aBooking(salon, start, ana.id, {
      service_id: gel,
      service_name: 'Gel',
      service_price: 1000,
    });
    const changed = await setServices(salon.admin, id, { service_ids: [off, gel] });
    expect(changed).toMatchObject({ service_name: 'Gel + Skidanje gela', service_price: 1500.2 });
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_SERVICE_CHANGED']);
    expect((await setServices(salon.admin, id, { service_ids: [gel, off] })).version).toBe(2);
    expect(await setServices(salon.admin, id, { service_ids: [] })).toMatchObject({
      service_id: null,
      service_name: null,
      service_price: null,
      services: [],
    });
    const [newest] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(newest?.changes).toContainEqual({
      field: 'service_name',
      from: 'Gel + Skidanje gela',
      to: null,
    });
  });

  describe('prices set by the owner', () => {
    let id: AppointmentId;
    beforeEach(async () => {
      id = await aSlot(salon, start, 120);
      await bookFor(ana, id, start, 120, { service_ids: [gel, off] });
    });

    test('the owner can set a price for each service; a service without a new price keeps its price', async () => {
      const services = [{ service_id: off, price: 300 }, { service_id: gel }];
      expect(await edit(id, { services })).toMatchObject({
        service_price: 2400.1,
        services: [{ price: 2100.1 }, { price: 300 }],
      });
      const unknown = await edit(id, { services: [{ service_id: gel, price: null }] });
      expect(unknown).toMatchObject({ service_price: null, service_name: 'Gel lak' });
      expect(await edit(id, { service_price: 900 })).toMatchObject({ services: [{ price: 900 }] });
    });

    test.each([{ service_price: 2600.3 }, { service_price: 1, services: [] }])(
      'rejects a total price for a booking that has several services or no service: %j',
      async (body) => {
        const { fields } = await expectRefused(edit(id, body), 'bad_input');
        expect(Object.keys(fields ?? {})).toEqual(['service_price']);
        expect(await rowById(salon, id)).toMatchObject({ service_price: 2600.3, version: 2 });
      },
    );

    test('rejects a total price together with a list of one service; the error asks for the price of that service', async () => {
      const body = { services: [{ service_id: gel }], service_price: 900 };
      const { fields } = await expectRefused(edit(id, body), 'bad_input');
      expect(fields).toEqual({ service_price: 'Upišite cenu uz uslugu.' });
    });

    test('a new appointment can have a total price only with a single service', async () => {
      const body = { ...GUEST, start_datetime: `${day} 15:00:00` as const, service_price: 1 };
      const adding = (service_ids: ServiceId[]) =>
        salon.admin.call('POST /appointments', { body: { ...body, service_ids } });
      await expectRefused(adding([gel, off]), 'bad_input');
      expect(await adding([gel])).toMatchObject({ services: [{ price: 1 }] });
    });
  });

  test('undo restores a deleted appointment with its services, even if one of the services was deleted in the meantime', async () => {
    const id = await aSlot(salon, start, 120);
    await bookFor(ana, id, start, 120, { service_ids: [gel, off] });
    const deleted = await salon.admin.call('DELETE /appointments/{id}', {
      params: { id },
      query: { undo: '1' },
    });
    expect(await linesOf(id)).toEqual([]);
    await salon.admin.call('DELETE /services/{id}', { params: { id: off } });
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: deleted?.undo_token ?? '' } });
    const { services } = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    expect(services).toEqual([
      { service_id: gel, ...GEL },
      { service_id: null, ...OFF },
    ]);
  });

  test('when the status of a booking changes to AVAILABLE, the CANCELLED row in the client’s history keeps the services', async () => {
    const id = await aSlot(salon, start, 120);
    await bookFor(ana, id, start, 120, { service_ids: [gel, off] });
    await edit(id, { status: 'AVAILABLE' });
    expect(await linesOf(id)).toEqual([]);
    const [copy] = await ana.call('GET /appointments/past');
    expect(copy).toMatchObject({ status: 'CANCELLED', services: both(), service_price: 2600.3 });
  });

  test('a deleted service stays in a booking as a service line without an id', async () => {
    const id = await aSlot(salon, start, 120);
    await bookFor(ana, id, start, 120, { service_ids: [gel, off] });
    await salon.admin.call('DELETE /services/{id}', { params: { id: gel } });
    const row = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    expect(row).toMatchObject({
      service_id: null,
      service_name: 'Gel lak + Skidanje gela',
      services: [{ service_id: null, name: 'Gel lak' }, { service_id: off }],
    });
    expect((await edit(id, { service_ids: [off] })).service_name).toBe('Skidanje gela');
  });

  test('the usual services of a client are the combination of services that the client booked most often', async () => {
    for (const hour of ['09', '12'] as const) {
      const at: WallTime = `${day} ${hour}:00:00`;
      const id = await aSlot(salon, at, 120);
      await bookFor(ana, id, at, 120, { service_ids: [gel, off] });
    }
    const client = await salon.admin.call('GET /users/{id}', { params: { id: ana.id } });
    expect(client).toMatchObject({ usual_service_id: gel, usual_service_ids: [gel, off] });
  });

  test('the statistics count an appointment with two services once, and each of its services once', async () => {
    const query = { from: day, to: day };
    const figures = async () => ({
      revenue: await salon.admin.call('GET /analytics/revenue-by-service', { query }),
      services: await salon.admin.call('GET /analytics/top-services', { query }),
      perDay: await salon.admin.call('GET /analytics/revenue-per-day', { query }),
      totals: await salon.admin.call('GET /analytics/totals', { query }),
    });
    const id = await aSlot(salon, start, 120);
    await bookFor(ana, id, start, 120, { service_ids: [gel, off] });
    expect(await figures()).toMatchObject({
      revenue: [
        { name: 'Gel lak', revenue: 2100.1 },
        { name: 'Skidanje gela', revenue: 500.2 },
      ],
      services: [
        { name: 'Gel lak', count: 1 },
        { name: 'Skidanje gela', count: 1 },
      ],
      perDay: [{ revenue: 2600.3 }],
      totals: { booked: 1, revenue: 2600.3, without_service: 0 },
    });
  });

  test('a free slot has no services', async () => {
    await anAppointment(salon, start);
    const [slot] = await salon.visitor.call('GET /appointments', { query: { from: day, to: day } });
    expect(slot).toBeDefined();
    expect(Object.keys(slot ?? {})).not.toContain('services');
  });
});
