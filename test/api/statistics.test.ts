import { beforeAll, expect, test } from 'vitest';
import type { ServiceId, UserId } from '../../src/domain/ids.ts';
import { addDays, type WallTime } from '../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aService } from '../support/builders.ts';
import { expectRefused } from '../support/refused.ts';
import { changeRow } from '../support/rows/rows.ts';
import type { Salon } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

const MONTH = { from: '2026-10-01', to: '2026-10-31' };

/** Requests the figures of a period that the tests of this file compare. */
async function figures({ admin }: Salon, period: { from: string; to: string }) {
  const query = period;
  return {
    perDay: await admin.call('GET /analytics/appointments-per-day', { query }),
    revenue: await admin.call('GET /analytics/revenue-by-service', { query }),
    services: await admin.call('GET /analytics/top-services', { query }),
    clients: await admin.call('GET /analytics/top-clients', { query }),
    utilization: await admin.call('GET /analytics/utilization', { query }),
    revenuePerDay: await admin.call('GET /analytics/revenue-per-day', { query }),
    totals: await admin.call('GET /analytics/totals', { query }),
  };
}

onBothEngines('statistics', () => {
  let ana: Awaited<ReturnType<typeof aClient>>;
  let vera: Awaited<ReturnType<typeof aClient>>;
  let gel: ServiceId;
  const bookedWith = (
    start: WallTime,
    clientId: UserId,
    service_name: string,
    service_price: number,
    minutes = 60,
  ) => aBooking(salon, start, clientId, { service_id: gel, service_name, service_price, minutes });

  beforeAll(async () => {
    [ana, vera] = [await aClient(salon, { name: 'Ana' }), await aClient(salon, { name: 'Vera' })];
    gel = await aService(salon, { name: 'Gel lak', price: 1800 });
    await bookedWith('2026-09-30 20:00:00', ana.id, 'Gel lak', 9999);
    await bookedWith('2026-10-01 06:00:00', vera.id, 'Gel lak', 1800.1);
    await bookedWith('2026-10-01 09:00:00', vera.id, 'Gel lak', 1800.2);
    await bookedWith('2026-10-15 09:00:00', ana.id, 'Manikir', 3600.3, 90);
    await bookedWith('2026-10-31 21:00:00', vera.id, 'Korekcija', 0);
    await bookedWith('2026-11-01 06:00:00', ana.id, 'Gel lak', 9999);
    const guests = await aGuestBooking(salon, '2026-10-15 12:00:00');
    // this booking has a price but no service, so no service's revenue includes it
    await changeRow(salon, guests, { service_price: 700 });
    await anAppointment(salon, '2026-10-15 15:00:00', { minutes: 40 });
    await anAppointment(salon, '2026-10-16 15:00:00', { status: 'BLOCKED' });
    await anAppointment(salon, '2026-10-15 09:00:00', {
      status: 'CANCELLED',
      client_id: ana.id,
      service_name: 'Gel lak',
      service_price: 500,
    });
  });

  test('bookings per day include the first and last day of the period and days without bookings, but count only BOOKED rows', async () => {
    const { perDay } = await figures(salon, MONTH);
    expect(perDay).toHaveLength(31);
    expect(perDay[0]).toEqual({ date: '2026-10-01', count: 2 });
    expect(perDay[30]).toEqual({ date: '2026-10-31', count: 1 });
    expect(perDay[14]).toEqual({ date: '2026-10-15', count: 2 });
    expect(perDay.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  test('revenue and number of bookings of each service use the copied name and price, exact to the para (0.01 dinar)', async () => {
    const { revenue, services } = await figures(salon, MONTH);
    expect(revenue).toEqual([
      { name: 'Gel lak', revenue: 3600.3 },
      { name: 'Manikir', revenue: 3600.3 },
      { name: 'Korekcija', revenue: 0 },
    ]);
    expect(services).toEqual([
      { name: 'Gel lak', count: 2 },
      { name: 'Korekcija', count: 1 },
      { name: 'Manikir', count: 1 },
    ]);
  });

  test('the top clients include no guests; a request can limit the number of top clients and top services', async () => {
    const best = { id: vera.id, client_id: vera.id, client: 'Vera', count: 3 };
    const { clients } = await figures(salon, MONTH);
    expect(clients).toEqual([best, { id: ana.id, client_id: ana.id, client: 'Ana', count: 1 }]);
    const query = { ...MONTH, limit: 1 };
    expect(await salon.admin.call('GET /analytics/top-clients', { query })).toEqual([best]);
    expect(await salon.admin.call('GET /analytics/top-services', { query })).toHaveLength(1);
  });

  test('utilization is the share of offered minutes that are booked: here 330 of 370', async () => {
    const { utilization } = await figures(salon, MONTH);
    expect(utilization).toEqual({ utilization: 89.2, booked: 5, available: 1, blocked: 1, cancelled: 1 });
  });

  test('revenue per day contains every day of the period, and its sum equals the revenue of all services', async () => {
    const { revenuePerDay, revenue } = await figures(salon, MONTH);
    expect(revenuePerDay).toHaveLength(31);
    expect(revenuePerDay.filter((day) => day.revenue !== 0)).toEqual([
      { date: '2026-10-01', revenue: 3600.3 },
      { date: '2026-10-15', revenue: 3600.3 },
    ]);
    const sum = (rows: readonly { revenue: number }[]) => rows.reduce((all, row) => all + row.revenue, 0);
    expect(sum(revenuePerDay)).toBe(sum(revenue));
  });

  test('the totals contain bookings, revenue, clients, utilization, and bookings without a service', async () => {
    const { totals } = await figures(salon, MONTH);
    const expected = { booked: 5, revenue: 7200.6, without_service: 1, clients: 2, utilization: 89.2 };
    expect(totals).toEqual({ ...expected, no_shows: 0 });
  });

  test('no-shows in the period are counted, but change no other figures', async () => {
    const before = await figures(salon, MONTH);
    const set = (attended: 0 | 1 | null, ...starts: WallTime[]) =>
      salon.db
        .updateTable('bookings')
        .set({ attended })
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('appointments')
              .select('appointments.id')
              .whereRef('booking_id', '=', 'bookings.id')
              .where('status', '=', 'BOOKED')
              .where('start_datetime', 'in', starts),
          ),
        )
        .execute();
    await set(0, '2026-09-30 20:00:00', '2026-10-01 06:00:00', '2026-10-15 12:00:00', '2026-11-01 06:00:00');
    await set(1, '2026-10-01 09:00:00', '2026-10-15 09:00:00');
    const after = await figures(salon, MONTH);
    expect(after).toEqual({ ...before, totals: { ...before.totals, no_shows: 2 } });
    await set(
      null,
      '2026-10-01 06:00:00',
      '2026-10-01 09:00:00',
      '2026-10-15 09:00:00',
      '2026-10-15 12:00:00',
    );
  });

  test('the list of appointments with without_service=1 contains only bookings without a service', async () => {
    const query = { ...MONTH, status: 'BOOKED', without_service: '1' } as const;
    const rows = await salon.admin.call('GET /appointments/list', { query });
    expect(rows.map(({ start_datetime }) => start_datetime)).toEqual(['2026-10-15 12:00:00']);
    const all = await salon.admin.call('GET /appointments/list', { query: { ...MONTH, status: 'BOOKED' } });
    expect(all).toHaveLength(5);
  });

  test('the figures of a period without appointments are zero', async () => {
    expect(await figures(salon, { from: '2027-03-01', to: '2027-03-01' })).toEqual({
      perDay: [{ date: '2027-03-01', count: 0 }],
      revenue: [],
      services: [],
      clients: [],
      utilization: { utilization: 0, booked: 0, available: 0, blocked: 0, cancelled: 0 },
      revenuePerDay: [{ date: '2027-03-01', revenue: 0 }],
      totals: { booked: 0, revenue: 0, without_service: 0, no_shows: 0, clients: 0, utilization: 0 },
    });
  });

  test.each([
    ['appointments-per-day'],
    ['revenue-by-service'],
    ['top-services'],
    ['top-clients'],
    ['utilization'],
    ['revenue-per-day'],
    ['totals'],
  ] as const)(
    'the statistic %s rejects a reversed period and a period of more than ten years',
    async (name) => {
      const ask = (from: string, to: string) =>
        salon.admin.call(`GET /analytics/${name}`, { query: { from, to } });
      await expectRefused(ask('2026-10-02', '2026-10-01'), 'range_reversed');
      await expectRefused(ask('2016-01-01', addDays('2016-01-01', 3700)), 'range_too_long');
      await ask('2016-01-01', addDays('2016-01-01', 3699));
      await expectRefused(ask('2016-02-30', '2016-03-01'), 'bad_input');
    },
  );

  // must be the last test, because it deletes all services and clients
  test('new prices, new names, deleted services and deleted clients change no past statistics', async () => {
    const before = await figures(salon, MONTH);
    salon.clock.set('2026-12-01 10:00:00');
    for (const service of await salon.visitor.call('GET /services')) {
      const params = { id: service.id };
      await salon.admin.call('PUT /services/{id}', { params, body: { name: 'Sasvim drugo', price: 7 } });
      await salon.admin.call('DELETE /services/{id}', { params });
    }
    expect(JSON.stringify(await figures(salon, MONTH))).toBe(JSON.stringify(before));
    for (const client of await salon.admin.call('GET /users/clients'))
      await salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
    const clients = before.clients.map((row) => ({ ...row, client: 'Obrisan klijent', client_id: null }));
    expect(JSON.stringify(await figures(salon, MONTH))).toBe(JSON.stringify({ ...before, clients }));
  });
});
