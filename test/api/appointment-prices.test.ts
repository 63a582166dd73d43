import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../src/domain/ids.ts';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aService } from '../support/builders.ts';
import { freshDay } from '../support/days.ts';
import { clientNotifications, rowById } from '../support/notifications.ts';
import { expectRefused } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

let start: WallTime;
let ana: Person;
const edit = (id: AppointmentId, body: object) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, body });

onBothEngines('the price of an appointment', () => {
  beforeEach(async () => {
    start = `${freshDay()} 09:00:00`;
    ana = await aClient(salon);
  });
  /** Books a service for 1500 dinars. */
  const booked = async (when = start) => {
    const service_id = await aService(salon, { price: 1500 });
    return {
      service_id,
      id: await edit(await aBooking(salon, when, ana.id), { service_id }).then(({ id }) => id),
    };
  };

  test.each([[0], [650.5], [1999.99], [10000000], [null]])(
    'stores the price %j unchanged, with one history entry',
    async (service_price) => {
      const { id } = await booked();
      expect(await edit(id, { service_price })).toMatchObject({ service_price, version: 3 });
      expect((await edit(id, { service_price })).version).toBe(3);
      expect((await rowById(salon, id))?.service_price).toBe(service_price);
      const [latest] = await salon.admin.call('GET /appointments/{id}/history', {
        params: { id },
        query: {},
      });
      expect(latest?.changes).toEqual([{ field: 'service_price', from: 1500, to: service_price }]);
    },
  );

  test.each([[-1], [1.234], ['100'], [10000001]])('rejects the price %j', async (service_price) => {
    const { id } = await booked();
    await expectRefused(edit(id, { service_price }), 'bad_input');
    expect((await rowById(salon, id))?.service_price).toBe(1500);
  });

  test('a change of the service also replaces the price unless the request contains a price; an unchanged service keeps the price', async () => {
    const { id, service_id } = await booked();
    await edit(id, { service_price: 900 });
    expect((await edit(id, { service_id, notes: 'x' })).service_price).toBe(900);
    const other = await aService(salon, { price: 2200 });
    expect((await edit(id, { service_id: other })).service_price).toBe(2200);
    expect(await edit(id, { service_id, service_price: 800 })).toMatchObject({
      service_id,
      service_price: 800,
    });
    expect((await edit(id, { service_id: null })).service_price).toBeNull();
    expect((await edit(id, { service_price: 700 })).service_price).toBe(700);
  });

  test('a price change notifies no client, and an edit of an outdated version is rejected', async () => {
    const { id } = await booked();
    const before = await clientNotifications(salon, ana.id);
    await edit(id, { service_price: 1, version: 2 });
    await expectRefused(edit(id, { service_price: 2, version: 2 }), 'appointment_changed');
    expect(await clientNotifications(salon, ana.id)).toEqual(before);
  });

  describe('prices of appointments that are not booked', () => {
    test.each(['AVAILABLE', 'BLOCKED'] as const)(
      'rejects a price for an appointment that is %s',
      async (status) => {
        const id = await anAppointment(salon, start, { status });
        await expectRefused(edit(id, { service_price: 100 }), 'person_needs_booking');
        expect((await edit(id, { service_price: null })).version).toBe(1);
        const { id: other } = await booked(`${start.slice(0, 11)}12:00:00` as WallTime);
        await expectRefused(edit(other, { status, service_price: 100 }), 'person_needs_booking');
        expect((await edit(other, { status })).service_price).toBeNull();
      },
    );
    test('a CANCELLED appointment keeps its price', async () => {
      const id = await anAppointment(salon, start, {
        status: 'CANCELLED',
        client_id: ana.id,
        service_price: 500,
      });
      await expectRefused(edit(id, { service_price: 600 }), 'person_needs_booking');
      expect((await edit(id, { service_price: 500 })).version).toBe(1);
      expect((await edit(id, { status: 'BOOKED', service_price: 600 })).service_price).toBe(600);
    });
    test('the owner can enter a price when booking a slot in the form', async () => {
      const id = await anAppointment(salon, start);
      const row = await edit(id, { status: 'BOOKED', client_id: ana.id, service_price: 1200 });
      expect(row).toMatchObject({ status: 'BOOKED', service_price: 1200 });
    });
  });

  test('revenue is the sum of the prices stored in the bookings; a booking without a price counts as zero', async () => {
    const day = '2026-11-16' as const;
    const { id, service_id } = await booked(`${day} 09:00:00`);
    const second = await aBooking(salon, `${day} 11:00:00`, ana.id, {
      service_id,
      service_price: 1500,
      service_name: 'x',
    });
    const revenue = async () => {
      const rows = await salon.admin.call('GET /analytics/revenue-by-service', {
        query: { from: day, to: day },
      });
      return rows.reduce((sum, row) => sum + Number(row.revenue), 0);
    };
    expect(await revenue()).toBe(3000);
    await edit(id, { service_price: 999.5 });
    expect(await revenue()).toBe(2499.5);
    await edit(second, { service_price: null });
    expect(await revenue()).toBe(999.5);
    expect((await salon.admin.call('GET /users/{id}', { params: { id: ana.id } })).revenue).toBe(999.5);
  });
});
