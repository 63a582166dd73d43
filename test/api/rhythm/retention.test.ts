import { expect, test } from 'vitest';
import { aBooking, aClient, aGuestBooking, anAppointment } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const MAY = { from: '2026-05-01', to: '2026-05-31' } as const;
const retention = (query: { from: string; to: string } = MAY) =>
  salon.admin.call('GET /analytics/retention', { query: query as typeof MAY });

onBothEngines('statistics about returning clients and free hours', { emptyBeforeEach: true }, () => {
  test('the figures of returning clients include the past bookings of clients and guests, except no-shows', async () => {
    const [ana, eva] = [await aClient(salon), await aClient(salon)];
    await aBooking(salon, '2026-04-10 10:00:00', ana.id);
    await aBooking(salon, '2026-05-10 10:00:00', ana.id);
    await aBooking(salon, '2026-05-31 10:00:00', ana.id, { attended: 0 });
    await aBooking(salon, '2026-06-01 10:00:00', eva.id);
    for (const day of ['05-01', '05-22'] as const) await aGuestBooking(salon, `2026-${day} 12:00:00`);
    expect(await retention()).toEqual({
      known: { clients: 1, returned: 0 },
      new: { clients: 1, returned: 1 },
      median_days: 25.5,
      lost: 2,
    });
    await aBooking(salon, '2026-12-01 10:00:00', ana.id);
    expect((await retention()).lost).toBe(1);
  });

  test('rejects a period that is reversed or longer than ten years', async () => {
    await expectRefused(retention({ from: '2026-05-02', to: '2026-05-01' }), 'range_reversed');
    await expectRefused(retention({ from: '2006-05-02', to: '2026-05-01' }), 'range_too_long');
  });

  test('the figures of free hours contain the offered and the unbooked minutes of the last 8 weeks, without today', async () => {
    await anAppointment(salon, '2026-11-17 08:00:00');
    await anAppointment(salon, '2026-11-16 08:30:00');
    await anAppointment(salon, '2026-09-22 08:00:00');
    await anAppointment(salon, '2026-09-21 08:00:00');
    await aGuestBooking(salon, '2026-11-09 08:00:00');
    expect(await salon.admin.call('GET /analytics/empty-hours')).toEqual([
      { weekday: 1, hour: 8, offered_minutes: 90, unbooked_minutes: 30 },
      { weekday: 1, hour: 9, offered_minutes: 30, unbooked_minutes: 30 },
      { weekday: 2, hour: 8, offered_minutes: 60, unbooked_minutes: 60 },
    ]);
  });
});
