import { expect, test } from 'vitest';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { aBooking, aClient, anAppointment, aTechnician } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('statistics of several technicians', { emptyBeforeEach: true }, () => {
  const query = { from: '2026-10-01', to: '2026-10-31' } as const;
  const OWNERS = 1 as TechnicianId;

  /** Adds appointments of four technicians in October. Sara and Iva have left, and Iva has no bookings. */
  async function october() {
    const [mina, sara, iva] = [
      await aTechnician(salon, { name: 'Mina' }),
      await aTechnician(salon, { name: 'Sara' }),
      await aTechnician(salon, { name: 'Iva' }),
    ];
    const ana = await aClient(salon);
    const priced = (service_price: number) => ({ service_name: 'Gel lak', service_price });
    await aBooking(salon, '2026-10-01 06:00:00', ana.id, { ...priced(1000.1), minutes: 90 });
    await aBooking(salon, '2026-10-31 21:00:00', ana.id, { ...priced(1000.2), attended: 0 });
    await aBooking(salon, '2026-10-31 21:00:00', ana.id, {
      ...priced(500),
      technician_id: mina,
      minutes: 45,
    });
    await anAppointment(salon, '2026-10-02 09:00:00', { technician_id: mina, minutes: 15 });
    await aBooking(salon, '2026-10-05 09:00:00', ana.id, { technician_id: sara, service_price: 900 });
    await aBooking(salon, '2026-11-01 06:00:00', ana.id, { technician_id: mina });
    await anAppointment(salon, '2026-10-03 09:00:00', { technician_id: iva });
    for (const id of [sara, iva]) await salon.admin.call('DELETE /technicians/{id}', { params: { id } });
    return { mina, sara };
  }

  test('each technician has a row; technicians who left have one only if they have bookings in the period', async () => {
    const { mina, sara } = await october();
    await salon.admin.call('PUT /technicians/order', { body: { ids: [mina, OWNERS] } });
    const rows = await salon.admin.call('GET /analytics/technicians', { query });
    const name = expect.any(String);
    expect(rows.filter(({ technician_id }) => technician_id !== sara)).toEqual([
      {
        technician_id: mina,
        name: 'Mina',
        appointments: 1,
        minutes: 45,
        revenue: 500,
        utilization: 75,
        no_shows: 0,
      },
      {
        technician_id: OWNERS,
        name,
        appointments: 2,
        minutes: 150,
        revenue: 2000.3,
        utilization: 100,
        no_shows: 1,
      },
    ]);
    expect(rows.find(({ technician_id }) => technician_id === sara)).toEqual({
      technician_id: sara,
      name: 'Sara',
      appointments: 1,
      minutes: 60,
      revenue: 0,
      utilization: 100,
      no_shows: 0,
    });
    const totals = await salon.admin.call('GET /analytics/totals', { query });
    const sum = (of: 'appointments' | 'revenue' | 'no_shows') => rows.reduce((all, row) => all + row[of], 0);
    expect([sum('appointments'), sum('revenue'), sum('no_shows')]).toEqual([
      totals.booked,
      totals.revenue,
      totals.no_shows,
    ]);
  });

  test('all other statistics can be filtered by technician', async () => {
    const { mina } = await october();
    const ofHer = { query: { ...query, technician_id: String(mina) } };
    const { admin } = salon;
    expect(await admin.call('GET /analytics/totals', ofHer)).toMatchObject({ booked: 1, revenue: 500 });
    expect(await admin.call('GET /analytics/utilization', ofHer)).toMatchObject({
      utilization: 75,
      available: 1,
    });
    expect(await admin.call('GET /analytics/top-clients', ofHer)).toMatchObject([{ count: 1 }]);
    const perDay = await admin.call('GET /analytics/appointments-per-day', ofHer);
    expect(perDay.filter(({ count }) => count > 0)).toEqual([{ date: '2026-10-31', count: 1 }]);
    const revenue = await admin.call('GET /analytics/revenue-per-day', ofHer);
    expect(revenue.filter((day) => day.revenue > 0)).toEqual([{ date: '2026-10-31', revenue: 500 }]);
    expect(await admin.call('GET /analytics/top-services', ofHer)).toEqual([{ name: 'Gel lak', count: 1 }]);
    expect(await admin.call('GET /analytics/revenue-by-service', ofHer)).toEqual([
      { name: 'Gel lak', revenue: 500 },
    ]);
  });

  test('rejects a reversed period and a period of more than ten years', async () => {
    const ask = (from: string, to: string) =>
      salon.admin.call('GET /analytics/technicians', { query: { from, to } });
    await expectRefused(ask('2026-10-02', '2026-10-01'), 'range_reversed');
    await expectRefused(ask('2006-10-01', '2026-10-01'), 'range_too_long');
  });
});
