import { expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  aSlot,
  aTechnician,
} from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('absences of one technician', { emptyBeforeEach: true }, () => {
  const add = (body: RequestBody<'POST /annual'>) => salon.admin.call('POST /annual', { body });
  const move = (id: number, technician_id: TechnicianId, start: string) =>
    salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: `${start}:00:00`, end_datetime: `${start}:30:00`, technician_id } as never,
    });

  test('the preview and the saved absence of a technician contain only her own bookings and slots', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    await aBooking(salon, `${day} 09:00:00`, ana.id);
    const hers = await aBooking(salon, `${day} 09:00:00`, ana.id, { technician_id: mina });
    await aSlot(salon, `${day} 12:00:00`);
    await anAppointment(salon, `${day} 12:00:00`, { technician_id: mina });
    const days = { date_from: day, date_to: day };
    const ofHer = await salon.admin.call('POST /annual/preview', { body: { ...days, technician_id: mina } });
    expect(ofHer).toMatchObject({ conflicts: [{ id: hers }], hidden_slots: 1 });
    const saved = await add({ ...days, technician_id: mina });
    expect(saved).toMatchObject({ ...ofHer, technician_id: mina, conflict_count: 1 });
    const salons = await add(days);
    expect(salons).toMatchObject({ technician_id: null, conflict_count: 2, hidden_slots: 2 });
    const list = (query = {}) => salon.admin.call('GET /annual/mine', { query });
    expect(await list()).toEqual([salons, saved]);
    expect(await list({ technician_id: String(mina) })).toEqual([saved]);
    expect(await ana.call('GET /annual/upcoming', { query: { days: 366 } })).toMatchObject([
      { id: salons.id },
    ]);
  });

  test('an absence of the salon does not count the slots of a technician who has left as hidden', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    await aSlot(salon, `${day} 12:00:00`);
    await anAppointment(salon, `${day} 12:00:00`, { technician_id: mina });
    await salon.admin.call('DELETE /technicians/{id}', { params: { id: mina } });
    const days = { date_from: day, date_to: day };
    const preview = await salon.admin.call('POST /annual/preview', { body: days });
    expect([preview.hidden_slots, (await add(days)).hidden_slots]).toEqual([1, 1]);
    expect(await salon.admin.call('GET /annual/mine')).toMatchObject([{ hidden_slots: 1 }]);
  });

  test('an absence of a technician who has left is refused', async () => {
    const day = freshDay();
    const body = { date_from: day, date_to: day, technician_id: await aTechnician(salon) };
    await salon.admin.call('DELETE /technicians/{id}', { params: { id: body.technician_id } });
    await expectRefused(add(body), 'unknown_technician');
    await expectRefused(salon.admin.call('POST /annual/preview', { body }), 'unknown_technician');
  });

  test('an absence of a technician cancels only the bookings with this technician', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const own = await aGuestBooking(salon, `${day} 09:00:00`);
    const hers = await aBooking(salon, `${day} 09:00:00`, (await aClient(salon)).id, { technician_id: mina });
    const cancel = { reason: 'Bolest', ids: [own, hers] };
    expect(await add({ date_from: day, date_to: day, technician_id: mina, cancel })).toMatchObject({
      cancelled: 1,
      conflicts: [],
      conflict_count: 1,
    });
  });

  test('each conflict of a technician’s absence lists the colleagues who are free at that time and do the services', async () => {
    const day = freshDay();
    const gel = await aService(salon);
    const mina = await aTechnician(salon);
    const [sara, eva, iva] = [
      await aTechnician(salon, { name: 'Sara' }),
      await aTechnician(salon, { services: [await aService(salon)] }),
      await aTechnician(salon),
    ];
    await anAppointment(salon, `${day} 09:15:00`, { technician_id: iva, status: 'BLOCKED' });
    await add({ date_from: day, date_to: day, technician_id: 1 as TechnicianId });
    const ana = await aClient(salon);
    const slot = await anAppointment(salon, `${day} 09:00:00`, { technician_id: mina, minutes: 30 });
    const body = { seen_start: `${day} 09:00:00`, seen_end: `${day} 09:30:00`, service_id: gel } as const;
    await ana.call('POST /appointments/{id}/book', { params: { id: slot }, body });
    const { conflicts } = await add({ date_from: day, date_to: day, technician_id: mina });
    expect(conflicts).toMatchObject([{ id: slot, colleagues: [{ id: sara, name: 'Sara' }] }]);
    await expectRefused(move(slot, eva, `${day} 09`), 'technician_service');
    await expectRefused(move(slot, iva, `${day} 09`), 'move_refused');
  });

  test('moving an absent technician’s booking to a colleague shortens the colleague’s free slots; undo restores the slots', async () => {
    const day = freshDay();
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const ana = await aClient(salon);
    const id = await aBooking(salon, `${day} 09:00:00`, ana.id, { technician_id: mina, minutes: 30 });
    await anAppointment(salon, `${day} 08:00:00`, { technician_id: sara, minutes: 75 });
    await anAppointment(salon, `${day} 09:15:00`, { technician_id: sara, minutes: 60 });
    await add({ date_from: day, date_to: day, technician_id: mina });
    const free = async () =>
      (await salon.visitor.call('GET /appointments', { query: { from: day, to: day } })).map(
        ({ start_datetime, end_datetime }) => `${start_datetime.slice(11, 16)}-${end_datetime.slice(11, 16)}`,
      );
    const before = await free();
    const moved = await move(id, sara, `${day} 09`);
    expect(moved).toMatchObject({ technician_id: sara, start_datetime: `${day} 09:00:00` });
    expect(await free()).toEqual(['08:00-09:00', '09:30-10:15']);
    expect(await salon.admin.call('GET /annual/mine')).toMatchObject([{ conflicts: [], conflict_count: 1 }]);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: moved.undo_token ?? '' } });
    expect(await free()).toEqual(before);
  });

  test('a free slot of the technician gives way to her booking that the owner moves there', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const id = await aBooking(salon, `${day} 09:00:00`, ana.id, { technician_id: mina, minutes: 30 });
    await anAppointment(salon, `${day} 12:00:00`, { technician_id: mina });
    expect(await move(id, mina, `${day} 12`)).toMatchObject({ start_datetime: `${day} 12:00:00` });
  });

  test('the history entry of an absence contains its technician', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon, { name: 'Mina' });
    await add({ date_from: day, date_to: day, technician_id: mina });
    const { changes } = await salon.db
      .selectFrom('history')
      .select('changes')
      .where('subject', '=', 'absence')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(changes)).toContainEqual({ field: 'technician_id', from: null, to: mina });
  });
});
