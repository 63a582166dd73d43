import { expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, aTechnician } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { expectRefused } from '../../support/refused.ts';
import { deadlocksOf } from '../../support/running-salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('technicians', { emptyBeforeEach: true }, (engine) => {
  const all = () => salon.admin.call('GET /technicians', { query: { all: '1' } });
  const add = (body: { name: string; hue?: number; service_ids?: never[] | null }) =>
    salon.admin.call('POST /technicians', { body });
  const remove = (id: TechnicianId) => salon.admin.call('DELETE /technicians/{id}', { params: { id } });

  test('a new salon has the owner’s technician, whom visitors do not see', async () => {
    expect(await all()).toMatchObject([{ id: 1, is_active: 1, service_ids: null }]);
    expect(await salon.visitor.call('GET /technicians')).toEqual([]);
  });

  test('visitors see id, name and services of the active technicians, in the owner’s order, if there are several', async () => {
    const gel = await aService(salon);
    const mina = await salon.admin.call('POST /technicians', {
      body: { name: 'Mina', hue: 3, service_ids: [gel] },
    });
    expect(mina).toMatchObject({ name: 'Mina', hue: 3, position: 1, is_active: 1, service_ids: [gel] });
    const { count } = await salon.admin.call('PUT /technicians/order', {
      body: { ids: [mina.id, OWNERS_TECHNICIAN] },
    });
    expect(count).toBe(2);
    const seen = await salon.visitor.call('GET /technicians', { query: { all: '1' } });
    expect(seen).toEqual([
      { id: mina.id, name: 'Mina', service_ids: [gel], terms: [], bookable: 1 },
      { id: 1, name: expect.any(String), service_ids: null, terms: [], bookable: 1 },
    ]);
    await remove(mina.id);
    expect(await salon.visitor.call('GET /technicians')).toEqual([]);
    expect((await all()).map(({ id, is_active }) => [id, is_active])).toEqual([
      [mina.id, 0],
      [1, 1],
    ]);
  });

  test('refuses unknown services, an order that omits a technician, and requests for a technician who does not exist', async () => {
    await expectRefused(
      salon.admin.call('POST /technicians', { body: { name: 'Mina', service_ids: [9999 as never] } }),
      'unknown_service',
    );
    await expectRefused(salon.admin.call('PUT /technicians/order', { body: { ids: [] } }), 'conflict');
    await expectRefused(remove(9999 as TechnicianId), 'not_found');
    const start_datetime = `${freshDay()} 09:00:00` as const;
    const body = { start_datetime, technician_id: 9999 as TechnicianId };
    await expectRefused(salon.admin.call('POST /appointments/slot', { body }), 'unknown_technician');
  });

  test('when a technician leaves, her free slots are hidden, her absence ends, and waitlist entries for her become entries for any technician', async () => {
    const mina = (await add({ name: 'Mina' })).id;
    const day = freshDay();
    const slot = await anAppointment(salon, `${day} 09:00:00`, { technician_id: mina });
    await salon.db
      .insertInto('absences')
      .values({
        user_id: salon.admin.id,
        technician_id: mina,
        date_from: '2026-11-10',
        date_to: '2027-01-10',
        created_at: 1,
      })
      .execute();
    const ana = await aClient(salon);
    await salon.db
      .insertInto('waitlist_entries')
      .values({ day, client_id: ana.id, technician_id: mina, created_at: 1 })
      .execute();
    await remove(mina);
    const query = { from: day, to: day };
    expect(await salon.visitor.call('GET /appointments', { query })).toEqual([]);
    const times = { seen_start: `${day} 09:00:00`, seen_end: `${day} 10:00:00` } as const;
    await expectRefused(
      ana.call('POST /appointments/{id}/book', { params: { id: slot }, body: times }),
      'slot_gone',
    );
    expect(await salon.db.selectFrom('waitlist_entries').select('technician_id').execute()).toEqual([
      { technician_id: null },
    ]);
    expect(await salon.db.selectFrom('absences').select(['date_from', 'date_to']).execute()).toEqual([
      { date_from: '2026-11-10', date_to: '2026-11-16' },
    ]);
    const history = salon.db.selectFrom('history').select('changes').where('subject', '=', 'absence');
    expect(JSON.stringify(await history.execute())).toContain('2026-11-16');
    const again = { params: { id: mina }, body: { is_active: 1 } } as const;
    expect(await salon.admin.call('PUT /technicians/{id}', again)).toMatchObject({ is_active: 1 });
    expect(await salon.visitor.call('GET /appointments', { query })).toHaveLength(1);
  });

  test('a technician can be added as inactive', async () => {
    const mina = await salon.admin.call('POST /technicians', { body: { name: 'Mina', is_active: 0 } });
    expect(mina.is_active).toBe(0);
    expect(await salon.visitor.call('GET /technicians')).toEqual([]);
  });

  test('no rebooking, move, swap or undo gives a booking to a technician who has left', async () => {
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const day = freshDay();
    const of = { technician_id: mina };
    const cancelled = await aBooking(salon, `${day} 09:00:00`, ana.id, { ...of, status: 'CANCELLED' });
    const past = await aBooking(salon, '2026-11-10 09:00:00', ana.id, of);
    const slot = await anAppointment(salon, `${day} 14:00:00`, of);
    const moved = await aBooking(salon, `${day} 11:00:00`, ana.id, of);
    const times = { start_datetime: `${day} 11:00:00`, end_datetime: `${day} 12:00:00` } as const;
    const move = (id: number, body: { technician_id?: TechnicianId } = {}) =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: { ...times, ...body },
      });
    const { undo_token } = await move(moved, { technician_id: OWNERS_TECHNICIAN });
    await remove(mina);
    const book = (id: number, body: object) =>
      salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { status: 'BOOKED', ...body } });
    await expectRefused(book(cancelled, {}), 'unknown_technician');
    await expectRefused(book(slot, { guest_name: 'Mila' }), 'unknown_technician');
    await expectRefused(move(past), 'unknown_technician');
    const swap = { body: { a_id: past, b_id: slot } };
    await expectRefused(salon.admin.call('PUT /analytics/appointments/swap', swap), 'unknown_technician');
    const undo = { body: { undo_token: undo_token ?? '' } };
    await expectRefused(salon.admin.call('POST /appointments/undo', undo), 'unknown_technician');
    expect(await book(cancelled, { technician_id: OWNERS_TECHNICIAN })).toMatchObject({ technician_id: 1 });
    expect(await book(past, { notes: 'Zakasnila' })).toMatchObject({ technician_id: mina });
  });

  test('neither a technician with upcoming bookings nor the owner’s technician can be removed', async () => {
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const booking = await aBooking(salon, `${freshDay()} 09:00:00`, ana.id, { technician_id: mina });
    await expectRefused(remove(mina), 'technician_has_bookings');
    await salon.admin.call('POST /appointments/{id}/cancel', {
      params: { id: booking },
      body: { reason: 'Bolest' },
    });
    await remove(mina);
    await expectRefused(remove(OWNERS_TECHNICIAN), 'technician_is_owner');
    const { name } = await salon.admin.call('PUT /technicians/{id}', {
      params: { id: OWNERS_TECHNICIAN },
      body: { name: 'Jelena' },
    });
    expect(name).toBe('Jelena');
  });

  test('a canceled booking of a technician who has left can be booked again only with another technician', async () => {
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const id = await aBooking(salon, `${freshDay()} 09:00:00`, ana.id, { technician_id: mina });
    const edit = (body: RequestBody<'PUT /appointments/{id}'>) =>
      salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    await edit({ status: 'CANCELLED' });
    await remove(mina);
    await expectRefused(edit({ status: 'BOOKED' }), 'unknown_technician');
    expect(await edit({ status: 'BOOKED', technician_id: OWNERS_TECHNICIAN })).toMatchObject({ id });
  });

  test('when the owner concurrently books and removes a technician, only one of the two requests succeeds', async () => {
    const ana = await aClient(salon);
    for (let round = 0; round < 10; round++) {
      const mina = await aTechnician(salon);
      const body = {
        start_datetime: `${freshDay()} 09:00:00`,
        status: 'BOOKED',
        client_id: ana.id,
        technician_id: mina,
      } as const;
      const [booked, left] = await Promise.allSettled([
        salon.admin.call('POST /appointments', { body }),
        remove(mina),
      ]);
      expect([booked.status, left.status].sort()).toEqual(['fulfilled', 'rejected']);
      const refused = booked.status === 'rejected' ? booked : left;
      expect(refused).toMatchObject({
        reason: { code: booked.status === 'rejected' ? 'unknown_technician' : 'technician_has_bookings' },
      });
    }
  });

  test('removing a technician while her free slots are edited causes no deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const mina = await aTechnician(salon);
      const day = freshDay();
      const slots = await Promise.all(
        [9, 10, 11, 12].map((hour) => anAppointment(salon, atHour(day, hour), { technician_id: mina })),
      );
      const edits = slots.map((id) =>
        salon.admin.call('PUT /appointments/{id}', {
          params: { id },
          body: { status: 'BOOKED', guest_name: 'Mila' },
        }),
      );
      await Promise.allSettled([remove(mina), ...edits, remove(mina)]);
    }
    await expectInvariants(salon);
    if (engine === 'postgres') expect(await deadlocksOf(salon.db)).toBe(0);
  });

  test('appointments contain their technician’s name only if there are several technicians', async () => {
    const ana = await aClient(salon);
    const id = await aBooking(salon, `${freshDay()} 09:00:00`, ana.id);
    const own = () => ana.call('GET /appointments/{id}', { params: { id } });
    expect(await own()).not.toHaveProperty('technician_name');
    const mina = await aTechnician(salon, { name: 'Mina' });
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { technician_id: mina } });
    expect(await own()).toMatchObject({ technician_id: mina, technician_name: 'Mina' });
    const [change] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(change?.changes).toEqual([{ field: 'technician', from: expect.any(String), to: 'Mina' }]);
  });

  test('the calendar moves a booking only to a technician who is free and does the services', async () => {
    const gel = await aService(salon);
    const [mina, sara] = [
      await aTechnician(salon),
      await aTechnician(salon, { services: [await aService(salon)] }),
    ];
    const day = freshDay();
    const ana = await aClient(salon);
    const slot = await aSlot(salon, `${day} 09:00:00`);
    const times = { seen_start: `${day} 09:00:00`, seen_end: `${day} 10:00:00` } as const;
    await ana.call('POST /appointments/{id}/book', {
      params: { id: slot },
      body: { ...times, service_id: gel },
    });
    const move = (technician_id: TechnicianId) =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id: slot },
        body: { start_datetime: times.seen_start, end_datetime: times.seen_end, technician_id },
      });
    await expectRefused(move(sara), 'technician_service');
    const moved = await move(mina);
    expect(moved).toMatchObject({ technician_id: mina });
    const [undone] = await salon.admin.call('POST /appointments/undo', {
      body: { undo_token: moved.undo_token ?? '' },
    });
    expect(undone).toMatchObject({ technician_id: 1 });
    await anAppointment(salon, times.seen_start, { technician_id: mina, minutes: 30, status: 'BLOCKED' });
    await expectRefused(move(mina), 'move_refused');
  });

  test('a swap also exchanges the technicians of the two bookings', async () => {
    const mina = await aTechnician(salon);
    const day = freshDay();
    const [ana, eva] = [await aClient(salon), await aClient(salon)];
    const a_id = await aBooking(salon, `${day} 09:00:00`, ana.id);
    const b_id = await aBooking(salon, `${day} 09:30:00`, eva.id, { technician_id: mina });
    const { a, b } = await salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id, b_id } });
    expect(a).toMatchObject({ technician_id: mina, start_datetime: `${day} 09:30:00` });
    expect(b).toMatchObject({ technician_id: 1, start_datetime: `${day} 09:00:00` });
  });
});
