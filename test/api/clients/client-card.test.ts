import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import { addDays, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aService, aSlot } from '../../support/builders.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const card = (who: Person) => salon.admin.call('GET /users/{id}', { params: { id: who.id } });
const daysAgo = (days: number, clock: '09:00' | '12:00' = '09:00') =>
  wallTimeOn(addDays('2026-11-17', -days), clock);

onBothEngines('the client card', { emptyBeforeEach: true }, () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await aClient(salon);
  });

  test('the card is empty for a client without bookings', async () => {
    expect(await card(ana)).toMatchObject({
      recent_visits: [],
      revenue: 0,
      next_appointment: null,
      usual_service_id: null,
      no_shows: 0,
      last_visit: null,
    });
  });

  test('the revenue includes all bookings that have begun and have a service, except no-shows', async () => {
    const eva = await aClient(salon);
    const priced = (start: WallTime, service_price: number | null, more = {}) =>
      aBooking(salon, start, ana.id, { service_name: 'Gel lak', service_price, ...more });
    await priced(daysAgo(3), 1000.1);
    await priced(daysAgo(4), 2000.2, { attended: 1 });
    await priced(daysAgo(5), 4000, { attended: 0 });
    await priced(daysAgo(6), null);
    await priced(NOW, 100);
    await priced(daysAgo(-1), 10_000);
    await priced(daysAgo(7), 500, { status: 'CANCELLED' });
    await aBooking(salon, daysAgo(8), eva.id, { service_name: 'Gel lak', service_price: 7 });
    await priced(daysAgo(9), 700, { service_name: null });
    expect((await card(ana)).revenue).toBe(3100.3);
  });

  test('the next appointment is the soonest booking that has not begun, and contains its service and price', async () => {
    await aBooking(salon, NOW, ana.id);
    await aBooking(salon, daysAgo(-2), ana.id);
    const id = await aBooking(salon, daysAgo(-1), ana.id, { service_name: 'Gel', service_price: 900 });
    await anAppointment(salon, daysAgo(0, '12:00'), { status: 'CANCELLED', client_id: ana.id });
    expect((await card(ana)).next_appointment).toEqual({
      id,
      start_datetime: daysAgo(-1),
      end_datetime: wallTimeOn('2026-11-18', '10:00'),
      service_name: 'Gel',
      service_price: 900,
    });
  });

  test('the card lists at most 20 appointments that have begun or were canceled, latest first, with their attendance', async () => {
    for (let n = 1; n <= 21; n++) await aBooking(salon, daysAgo(n), ana.id, { attended: n === 2 ? 0 : null });
    const begun = await aBooking(salon, NOW, ana.id, {
      service_name: 'Gel',
      service_price: 900,
      attended: 1,
    });
    await aBooking(salon, daysAgo(-1), ana.id);
    const cancelled = await anAppointment(salon, daysAgo(-2), { status: 'CANCELLED', client_id: ana.id });
    const { recent_visits } = await card(ana);
    expect(recent_visits).toHaveLength(20);
    expect(recent_visits.slice(0, 4)).toMatchObject([
      { id: cancelled, status: 'CANCELLED', attended: null },
      {
        id: begun,
        status: 'BOOKED',
        attended: 1,
        service_name: 'Gel',
        service_price: 900,
        start_datetime: NOW,
      },
      { start_datetime: daysAgo(1), attended: null },
      { start_datetime: daysAgo(2), attended: 0 },
    ]);
  });

  describe('the usual service in a client card', () => {
    let gel: ServiceId;
    let french: ServiceId;
    beforeEach(async () => {
      gel = await aService(salon);
      french = await aService(salon);
    });
    const bookings = async (...services: (ServiceId | null)[]) => {
      for (const [n, service_id] of services.entries())
        await aBooking(salon, daysAgo(n + 1), ana.id, { service_id });
    };
    test('the usual service is the service that the client booked most often', async () => {
      await bookings(gel, french, null, french, null, null);
      expect((await card(ana)).usual_service_id).toBe(french);
    });
    test('if two services were booked equally often, the usual service is the one with the latest booking', async () => {
      await bookings(gel, french, french, gel);
      expect((await card(ana)).usual_service_id).toBe(gel);
    });
    test('the usual service ignores bookings for guests, canceled bookings and deleted services', async () => {
      await bookings(gel);
      for (const n of [5, 6]) {
        await aBooking(salon, daysAgo(n), ana.id, {
          service_id: french,
          guest_name: 'Mila',
          guest_phone: '064 1',
        });
        await anAppointment(salon, daysAgo(n, '12:00'), {
          status: 'CANCELLED',
          client_id: ana.id,
          service_id: french,
        });
      }
      expect((await card(ana)).usual_service_id).toBe(gel);
      await salon.admin.call('DELETE /services/{id}', { params: { id: gel } });
      expect((await card(ana)).usual_service_id).toBeNull();
    });
  });

  describe('GET /users?recent=1', () => {
    const recent = () => salon.admin.call('GET /users', { query: { recent: '1' } });
    const booking = async (who: Person, start: WallTime, minute: number): Promise<AppointmentId> =>
      aBooking(salon, start, who.id, { booked_at: salon.clock.ms() + minute * 60_000 });

    test('recent clients are listed once each, sorted by their latest booking, with the start of that booking', async () => {
      const eva = await aClient(salon);
      await booking(ana, daysAgo(-5), 1);
      await booking(eva, daysAgo(2), 2);
      await booking(ana, daysAgo(-1), 3);
      await booking(eva, daysAgo(-9), 0);
      const rows = await recent();
      expect(rows.map(({ id, recent_start }) => [id, recent_start])).toEqual([
        [ana.id, daysAgo(-1)],
        [eva.id, daysAgo(2)],
      ]);
    });
    test('the list of recent clients contains at most 20 clients, and no deleted clients or guests', async () => {
      for (let n = 0; n < 21; n++) await booking(await aClient(salon), daysAgo(n), n);
      await aGuestBooking(salon, daysAgo(-3));
      await booking(ana, daysAgo(30), 99);
      await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
      const rows = await recent();
      expect(rows).toHaveLength(20);
      expect(rows[0]?.recent_start).toBe(daysAgo(20));
      expect(rows.map(({ id }) => id)).not.toContain(ana.id);
    });
    test.each([
      [60, true],
      [61, false],
      [-59, true],
      [-60, false],
    ])('a client with a booking %i days ago is listed as recent: %s', async (days, there) => {
      await booking(ana, daysAgo(days), 1);
      expect((await recent()).length).toBe(there ? 1 : 0);
    });
  });

  describe('upcoming and past appointments in the owner’s view', () => {
    const upcoming = () => salon.admin.call('GET /appointments/upcoming', { query: {} });
    const past = () => salon.admin.call('GET /appointments/past', { query: {} });
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

    test('GET /appointments/upcoming returns all unfinished bookings of the salon to the owner, soonest first', async () => {
      const going = await aBooking(salon, '2026-11-17 10:20:01', ana.id);
      await aBooking(salon, '2026-11-17 08:00:00', ana.id);
      const later = await aGuestBooking(salon, daysAgo(-2));
      const soon = await aBooking(salon, daysAgo(-1), ana.id);
      await aSlot(salon, daysAgo(-1, '12:00'));
      expect(ids(await upcoming())).toEqual([going, soon, later]);
      expect(ids(await ana.call('GET /appointments/upcoming', { query: {} }))).toEqual([going, soon]);
    });
    test('the owner’s list of past appointments contains the ended BOOKED and CANCELLED appointments, latest first', async () => {
      const ended = await aBooking(salon, '2026-11-17 10:20:00', ana.id);
      await aBooking(salon, '2026-11-17 10:20:01', ana.id, { status: 'CANCELLED' });
      const guests = await aGuestBooking(salon, daysAgo(1));
      const off = await anAppointment(salon, daysAgo(2), { status: 'CANCELLED', client_id: ana.id });
      await anAppointment(salon, daysAgo(-2), { status: 'CANCELLED', client_id: ana.id });
      await aSlot(salon, daysAgo(3));
      expect(ids(await past())).toEqual([ended, guests, off]);
      expect(ids(await ana.call('GET /appointments/past', { query: {} }))).toHaveLength(4);
    });
    test('the response with a page of past appointments states the number of all past appointments', async () => {
      for (const n of [1, 2, 3]) await aBooking(salon, daysAgo(n), ana.id);
      const response = await salon.app.inject({
        url: '/api/appointments/past?limit=2',
        headers: { authorization: `Bearer ${salon.admin.token}` },
      });
      expect([response.json().length, response.headers['x-total-count']]).toEqual([2, '3']);
    });
  });
});
