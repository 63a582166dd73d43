import { expect, test } from 'vitest';
import type { AppointmentId, ServiceId, TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
  seen,
} from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('booking with several technicians', { emptyBeforeEach: true }, () => {
  const slotOf = (start: WallTime, technician_id: TechnicianId, minutes = 60) =>
    anAppointment(salon, start, { technician_id, minutes });
  const book = (person: Person, id: AppointmentId, body: object, headers = {}) =>
    person.call('POST /appointments/{id}/book', { params: { id }, body: body as never, ...headers });

  test('if there are several technicians, free slots contain their technician and can be filtered by technician', async () => {
    const start: WallTime = `${freshDay()} 09:00:00`;
    const own = await aSlot(salon, start);
    const query = { from: start.slice(0, 10) as never, to: start.slice(0, 10) as never };
    expect(await salon.visitor.call('GET /appointments', { query })).toEqual([
      { id: own, start_datetime: start, end_datetime: addMinutes(start, 60), status: 'AVAILABLE' },
    ]);
    const mina = await aTechnician(salon);
    const hers = await slotOf(start, mina);
    expect(await salon.visitor.call('GET /appointments', { query })).toMatchObject([
      { id: own, technician_id: 1 },
      { id: hers, technician_id: mina },
    ]);
    const filtered = { ...query, technician_id: String(mina) as never };
    expect(await salon.visitor.call('GET /appointments', { query: filtered })).toMatchObject([{ id: hers }]);
  });

  test('a booking for any technician goes to the technician with the fewest booked minutes that day; on a tie, to the first in the owner’s order', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const start: WallTime = `${day} 09:00:00`;
    const own = await aSlot(salon, start);
    const hers = await slotOf(start, mina);
    const [ana, eva] = [await aClient(salon), await aClient(salon)];
    await aBooking(salon, `${day} 12:00:00`, eva.id);
    const body = { ...seen(start), any_technician: 1 };
    expect(await book(ana, own, body)).toMatchObject({ id: hers, technician_id: mina });
    expect(await book(eva, own, body)).toMatchObject({ id: own, technician_id: 1 });
    await expectRefused(book(await aClient(salon), own, body), 'slot_gone');
    const later: WallTime = `${day} 14:00:00`;
    const [second, first] = [await slotOf(later, mina), await aSlot(salon, later)];
    await salon.db.deleteFrom('appointments').where('status', '=', 'BOOKED').execute();
    expect(await book(ana, second, { ...seen(later), any_technician: 1 })).toMatchObject({ id: first });
  });

  test('if the chosen slot was deleted, a booking for any technician gets another slot with the same times, also when the request is repeated', async () => {
    const start: WallTime = `${freshDay()} 09:00:00`;
    const mina = await aTechnician(salon);
    const own = await aSlot(salon, start);
    const hers = await slotOf(start, mina);
    await salon.db.deleteFrom('appointments').where('id', '=', own).execute();
    const ana = await aClient(salon);
    const key = { headers: { 'idempotency-key': 'any-1' } };
    const body = { ...seen(start), any_technician: 1 };
    const first = await book(ana, own, body, key);
    expect(first).toMatchObject({ id: hers, technician_id: mina });
    expect(await book(ana, own, body, key)).toEqual(first);
  });

  test('a booking can only have services that its technician does', async () => {
    const [gel, manicure] = [await aService(salon), await aService(salon)];
    const mina = await aTechnician(salon, { services: [manicure] });
    const start: WallTime = `${freshDay()} 09:00:00`;
    const hers = await slotOf(start, mina);
    const ana = await aClient(salon);
    await expectRefused(book(ana, hers, { ...seen(start), service_id: gel }), 'technician_service');
    const gone = { ...seen(start), service_ids: [manicure, 9999] };
    await expectRefused(book(ana, hers, gone), 'unknown_service');
    const any = { ...seen(start), service_ids: [gel, manicure], any_technician: 1 };
    await expectRefused(book(ana, hers, any), 'technician_service');
    expect(await book(ana, hers, { ...seen(start), service_id: manicure })).toMatchObject({ id: hers });
    const other = { params: { id: hers }, body: { service_id: gel } };
    await expectRefused(ana.call('POST /appointments/{id}/service', other), 'technician_service');
  });

  test('a client who books only an add-on gets addon_alone, even if the technician does not do it; the owner gets technician_service', async () => {
    const [gel, off] = [await aService(salon), await aService(salon)];
    await salon.admin.call('PUT /services/{id}', { params: { id: off }, body: { is_addon: 1 } });
    const mina = await aTechnician(salon, { services: [gel] });
    const start: WallTime = `${freshDay()} 09:00:00`;
    const hers = await slotOf(start, mina);
    const ana = await aClient(salon);
    const alone = { ...seen(start), service_id: off };
    await expectRefused(book(ana, hers, alone), 'addon_alone');
    await expectRefused(book(ana, hers, { ...alone, any_technician: 1 }), 'addon_alone');
    const wait = { date: freshDay(), technician_id: mina, service_id: off };
    await expectRefused(ana.call('POST /client-notifications/free-slot', { body: wait }), 'addon_alone');
    const byOwner = book(salon.admin, hers, { ...alone, guest_name: 'Mila', guest_phone: '064 1234567' });
    await expectRefused(byOwner, 'technician_service');
  });

  test('an appointment added without a technician gets the owner’s technician, and is refused if that technician does not do the service', async () => {
    const [gel, manicure] = [await aService(salon), await aService(salon)];
    await salon.admin.call('PUT /technicians/{id}', {
      params: { id: OWNERS_TECHNICIAN },
      body: { service_ids: [manicure] },
    });
    const add = (service_id: ServiceId) =>
      salon.admin.call('POST /appointments', {
        body: { start_datetime: `${freshDay()} 09:00:00`, guest_name: 'Mila', service_id },
      });
    await expectRefused(add(gel), 'technician_service');
    expect(await add(manicure)).toMatchObject({ technician_id: 1, status: 'BOOKED' });
  });

  test('joined slots always belong to one technician', async () => {
    const service = await aService(salon, { duration_minutes: 120 });
    const day = freshDay();
    const mina = await aTechnician(salon);
    const start: WallTime = `${day} 09:00:00`;
    const own = await aSlot(salon, start);
    await slotOf(`${day} 10:00:00`, mina);
    const ana = await aClient(salon);
    const body = { ...seen(start, 120), service_id: service };
    await expectRefused(book(ana, own, body), 'slot_gone');
    await expectRefused(book(ana, own, { ...body, any_technician: 1 }), 'slot_gone');
    const hers = await slotOf(start, mina);
    expect(await book(ana, own, { ...body, any_technician: 1 })).toMatchObject({
      id: hers,
      technician_id: mina,
      end_datetime: `${day} 11:00:00`,
    });
    await ana.call('POST /appointments/{id}/cancel', { params: { id: hers }, body: { reason: 'Ne mogu' } });
    const free = await salon.db
      .selectFrom('appointments')
      .select(['technician_id', 'start_datetime'])
      .where('status', '=', 'AVAILABLE')
      .orderBy('technician_id')
      .orderBy('start_datetime')
      .execute();
    expect(free).toEqual([
      { technician_id: OWNERS_TECHNICIAN, start_datetime: start },
      { technician_id: mina, start_datetime: start },
      { technician_id: mina, start_datetime: `${day} 10:00:00` },
    ]);
  });

  test('a moved booking keeps its technician, unless the client requests any technician', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const id = await aBooking(salon, `${day} 09:00:00`, ana.id);
    const to_id = await slotOf(`${day} 12:00:00`, mina);
    const body = { to_id, ...seen(`${day} 12:00:00`) };
    const move = (more: { any_technician?: 1 } = {}) =>
      ana.call('POST /appointments/{id}/reschedule', { params: { id }, body: { ...body, ...more } });
    await expectRefused(move(), 'slot_gone');
    expect(await move({ any_technician: 1 })).toMatchObject({ technician_id: mina });
  });

  test('a move to another technician is refused if she does not do the services; a move that keeps the technician is always accepted', async () => {
    const day = freshDay();
    const [gel, manicure] = [await aService(salon), await aService(salon)];
    const mina = await aTechnician(salon, { services: [manicure] });
    const ana = await aClient(salon);
    const of = { technician_id: mina, service_id: gel };
    const id = await aBooking(salon, `${day} 09:00:00`, ana.id, of);
    const other = await aBooking(salon, `${day} 09:00:00`, ana.id, { service_id: gel });
    const [first, second] = [await slotOf(`${day} 12:00:00`, mina), await slotOf(`${day} 14:00:00`, mina)];
    const move = (id: AppointmentId, to_id: AppointmentId, hour: 12 | 14, any_technician: 0 | 1) =>
      ana.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id, ...seen(`${day} ${hour}:00:00`), any_technician },
      });
    expect(await move(id, first, 12, 0)).toMatchObject({ technician_id: mina });
    await expectRefused(move(other, second, 14, 0), 'slot_gone');
    await expectRefused(move(other, second, 14, 1), 'technician_service');
  });

  test('if the chosen slot was deleted, a move to any technician takes another slot with the same times', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const id = await aBooking(salon, `${day} 09:00:00`, ana.id);
    const to_id = await slotOf(`${day} 12:00:00`, OWNERS_TECHNICIAN);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: to_id } });
    const hers = await slotOf(`${day} 12:00:00`, mina);
    const move = (any_technician: 0 | 1) =>
      ana.call('POST /appointments/{id}/reschedule', {
        params: { id },
        body: { to_id, ...seen(`${day} 12:00:00`), any_technician },
      });
    await expectRefused(move(0), 'slot_gone');
    expect(await move(1)).toMatchObject({ id, technician_id: mina, start_datetime: `${day} 12:00:00` });
    expect(await salon.db.selectFrom('appointments').where('id', '=', hers).selectAll().execute()).toEqual(
      [],
    );
    await expectRefused(move(1), 'slot_gone');
  });

  test('a technician’s absence hides only her slots, and an absence of the salon hides all slots', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const start: WallTime = `${day} 09:00:00`;
    const own = await aSlot(salon, start);
    const hers = await slotOf(start, mina);
    const absence = { user_id: salon.admin.id, date_from: day, date_to: day, created_at: 1 };
    await salon.db
      .insertInto('absences')
      .values({ ...absence, technician_id: mina })
      .execute();
    const query = { from: day, to: day };
    expect(await salon.visitor.call('GET /appointments', { query })).toMatchObject([{ id: own }]);
    expect(await salon.visitor.call('GET /appointments/closed', { query })).toEqual([]);
    await expectRefused(book(await aClient(salon), hers, seen(start)), 'slot_gone');
    await salon.db.insertInto('absences').values(absence).execute();
    expect(await salon.visitor.call('GET /appointments', { query })).toEqual([]);
    expect(await salon.visitor.call('GET /appointments/closed', { query })).toHaveLength(1);
  });
});
