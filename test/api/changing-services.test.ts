import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../src/domain/ids.ts';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../support/builders.ts';
import { notificationTypes } from '../support/notifications.ts';
import { expectRefused, outcomesOf } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { bySize } from '../support/size.ts';

const DAY = '2026-11-19';
const START = `${DAY} 10:00:00` as const;
const RACES = bySize(5, 60);

onBothEngines('changing the services of a booking', { emptyBeforeEach: true }, () => {
  const stored = async (id: number) => {
    const { services, service_price, service_name } = await salon.admin.call('GET /appointments/{id}', {
      params: { id },
    });
    return { names: services.map(({ name }) => name), service_price, service_name };
  };
  const some = async (count: number): Promise<ServiceId[]> => {
    const ids: ServiceId[] = [];
    for (let n = 0; n < count; n++) ids.push(await aService(salon, { price: 1000, duration_minutes: 10 }));
    return ids;
  };
  const change = (who: Person, id: number, body: object) =>
    who.call('POST /appointments/{id}/service', { params: { id }, body: body as { service_ids: number[] } });

  test.each([
    ['a repeated service', ([one = 0]) => ({ service_ids: [one, one] }), 'bad_input'],
    ['a seventh service', (ids) => ({ service_ids: ids }), 'bad_input'],
    ['an unknown service', ([one = 0]) => ({ service_ids: [one, 999_999] }), 'unknown_service'],
    ['a service id that is no number', () => ({ service_ids: ['gel'] }), 'bad_input'],
    [
      'service_id together with service_ids',
      ([one = 0, two = 0]) => ({ service_id: one, service_ids: [two] }),
      'bad_input',
    ],
    [
      'service_id null together with service_ids',
      ([one = 0]) => ({ service_id: null, service_ids: [one] }),
      'bad_input',
    ],
  ] satisfies [string, (ids: readonly number[]) => object, 'bad_input' | 'unknown_service'][])(
    'refuses %s and stores nothing',
    async (_, bodyOf, code) => {
      const client = await aClient(salon);
      const ids = await some(7);
      const id = await aBooking(salon, START, client.id);
      await change(client, id, { service_ids: ids.slice(0, 2) });
      const before = await stored(id);
      await expectRefused(change(client, id, bodyOf(ids)), code);
      expect(await stored(id)).toEqual(before);
    },
  );

  describe('bookings of two services', () => {
    let client: Person;
    let one: ServiceId;
    let two: ServiceId;
    let id: AppointmentId;
    beforeEach(async () => {
      client = await aClient(salon);
      one = await aService(salon, { name: 'Gel lak', price: 2000, duration_minutes: 75 });
      two = await aService(salon, { name: 'Skidanje gela', price: 500, duration_minutes: 30 });
      id = await aBooking(salon, START, client.id);
      await change(client, id, { service_ids: [one, two] });
    });
    const edit = (body: object) => salon.admin.call('PUT /appointments/{id}', { params: { id }, body });

    test('the last remaining service of a booking keeps its stored length', async () => {
      const params = { id: one };
      await salon.admin.call('PUT /services/{id}', { params, body: { duration_minutes: 5 } });
      const alone = { services: [{ service_id: one, duration_minutes: 75 }] };
      expect(await change(client, id, { service_ids: [one] })).toMatchObject(alone);
      await edit({ service_ids: [one, two] });
      expect(await edit({ service_ids: [one] })).toMatchObject(alone);
    });

    test('after the price list is reordered, an edit with the same services changes nothing', async () => {
      await salon.admin.call('PUT /services/order', { body: { ids: [two, one] } });
      const { version } = await salon.admin.call('GET /appointments/{id}', { params: { id } });
      const same = { version, service_name: 'Gel lak + Skidanje gela' };
      expect(await edit({ service_ids: [two, one] })).toMatchObject(same);
      expect(await notificationTypes(salon, client.id)).toEqual([]);
    });

    test('the owner cannot change the prices of a canceled booking', async () => {
      await edit({ status: 'CANCELLED' });
      const rest = { service_id: two };
      expect(await edit({ services: [{ service_id: one }, rest] })).toMatchObject({ service_price: 2500 });
      const other = { services: [{ service_id: one, price: 1 }, rest] };
      await expectRefused(edit(other), 'person_needs_booking');
    });
  });

  test('the price of a booking equals the sum of its service lines after concurrent changes, moves and cancellations', async () => {
    const client = await aClient(salon);
    await salon.admin.call('PUT /settings', { body: { move_until_hours: 0, max_active_bookings: 5 } });
    const [one = 0, two = 0, three = 0] = await some(3);
    for (let race = 0; race < RACES; race++) {
      const hour = String(8 + (race % 12)).padStart(2, '0');
      const day = `2026-12-${String(1 + Math.floor(race / 12)).padStart(2, '0')}`;
      const id = await aBooking(salon, `${day} ${hour}:00:00` as WallTime, client.id, { minutes: 30 });
      const target = `${day} ${hour}:30:00` as WallTime;
      const to_id = await aSlot(salon, target, 30);
      const params = { id };
      await outcomesOf([
        change(client, id, { service_ids: [one, two] }),
        change(salon.admin, id, { service_ids: [three] }),
        race % 2 === 0
          ? client.call('POST /appointments/{id}/reschedule', {
              params,
              body: { to_id, ...seen(target, 30) },
            })
          : client.call('POST /appointments/{id}/cancel', { params, body: { reason: 'Ne mogu.' } }),
      ]);
      const { names, service_price, service_name } = await stored(id);
      expect(service_name).toBe(names.join(' + ') || null);
      expect(service_price ?? 0).toBe(names.length * 1000);
      const booked = await salon.admin.call('GET /appointments/list', { query: { from: day, to: day } });
      for (const { id: done } of booked)
        await salon.db.deleteFrom('appointments').where('id', '=', done).execute();
    }
  });
});
