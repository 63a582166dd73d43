import { expect, test } from 'vitest';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { aBooking, aClient, aTechnician } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('calendars of several technicians', { emptyBeforeEach: true }, () => {
  const of = (id: TechnicianId) => ({ query: { technician_id: String(id) } });
  const make = async (id?: TechnicianId) =>
    (await salon.admin.call('POST /calendar-feed', id === undefined ? {} : of(id))).url;
  const read = (url: string) =>
    salon.app.inject({ method: 'GET', url: `/api/calendar-feed/${url.replace(/.*\//, '')}` });
  const titles = async (url: string) =>
    (await read(url)).body
      .split('\r\n')
      .filter((line) => line.startsWith('SUMMARY:'))
      .map((line) => line.slice('SUMMARY:'.length));

  test('a technician’s feed contains her bookings; the salon’s feed contains all bookings, and the technicians’ names if there are several', async () => {
    const day = freshDay();
    const ana = await aClient(salon, { name: 'Ana' });
    await aBooking(salon, `${day} 09:00:00`, ana.id);
    const all = await make();
    expect(await titles(all)).toEqual(['Ana']);
    const mina = await aTechnician(salon, { name: 'Mina' });
    await salon.admin.call('PUT /technicians/{id}', {
      params: { id: 1 as TechnicianId },
      body: { name: 'Jelena' },
    });
    await aBooking(salon, `${day} 10:00:00`, ana.id, { technician_id: mina });
    const hers = await make(mina);
    expect(await titles(hers)).toEqual(['Ana']);
    expect(await titles(all)).toEqual(['Ana\\, Jelena', 'Ana\\, Mina']);
  });

  test('the URL of each calendar feed is created, replaced and deleted independently of the other feeds', async () => {
    const mina = await aTechnician(salon);
    const [all, first] = [await make(), await make(mina)];
    const second = await make(mina);
    const status = async (url: string) => (await read(url)).statusCode;
    expect([await status(all), await status(first), await status(second)]).toEqual([200, 404, 200]);
    await salon.admin.call('DELETE /calendar-feed', of(mina));
    expect(await salon.admin.call('GET /calendar-feed', of(mina))).toEqual({ active: 0, created_at: null });
    expect(await salon.admin.call('GET /calendar-feed')).toMatchObject({ active: 1 });
    expect([await status(all), await status(second)]).toEqual([200, 404]);
  });

  test('when a technician leaves, the URL of her calendar feed is deleted, and no new URL can be created', async () => {
    const mina = await aTechnician(salon);
    const hers = await make(mina);
    await salon.admin.call('DELETE /technicians/{id}', { params: { id: mina } });
    expect((await read(hers)).statusCode).toBe(404);
    await expectRefused(make(mina), 'unknown_technician');
  });

  test('the calendar file of a guest’s booking contains the technician’s name', async () => {
    const mina = await aTechnician(salon, { name: 'Mina' });
    const slot = await salon.admin.call('POST /appointments/slot', {
      body: { start_datetime: `${freshDay()} 09:00:00`, technician_id: mina },
    });
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', {
      params: { id: slot.id },
      body: {
        seen_start: slot.start_datetime,
        seen_end: slot.end_datetime,
        guest_name: 'Rada',
        guest_phone: freshPhone(),
      },
    });
    const file = await salon.visitor.call('POST /guest-link/calendar', { body: { token: guest_link ?? '' } });
    expect(file.ics).toContain('DESCRIPTION:Kod koga: Mina');
  });
});
