import { expect, test } from 'vitest';
import type { RequestBody } from '../../../src/contract/index.ts';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { aClient, anAppointment, aService, aTechnician } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('waitlist entries for a technician', { emptyBeforeEach: true }, () => {
  const join = (person: Person, body: RequestBody<'POST /client-notifications/free-slot'>) =>
    person.call('POST /client-notifications/free-slot', { body });
  const addSlot = (day: string, technician_id: TechnicianId, hour = '09') =>
    salon.admin.call('POST /appointments/slot', {
      body: { start_datetime: `${day} ${hour}:00:00`, technician_id },
    });
  const served = async (person: Person) =>
    (await person.call('GET /client-notifications')).map(({ appt_start }) => appt_start?.slice(11, 13));

  test('an entry for one technician matches only her slots; an entry for any technician matches the first free slot', async () => {
    const day = freshDay();
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const [ana, eva] = [await aClient(salon), await aClient(salon)];
    await join(ana, { date: day, technician_id: mina });
    await join(eva, { date: day });
    await addSlot(day, sara);
    expect([await served(ana), await served(eva)]).toEqual([[], ['09']]);
    await addSlot(day, mina, '12');
    expect([await served(ana), await served(eva)]).toEqual([['12'], ['09']]);
    await addSlot(day, mina, '15');
    expect(await served(ana)).toEqual(['12']);
  });

  test('a client who waits for any technician is notified only of slots of technicians who do all the services', async () => {
    const day = freshDay();
    const [gel, manicure] = [await aService(salon), await aService(salon)];
    const [mina, sara] = [await aTechnician(salon, { services: [gel] }), await aTechnician(salon)];
    const ana = await aClient(salon);
    await anAppointment(salon, `${day} 08:00:00`, { technician_id: mina });
    await join(ana, { date: day, service_ids: [gel, manicure] });
    await addSlot(day, mina);
    expect(await served(ana)).toEqual([]);
    await addSlot(day, sara, '10');
    expect(await served(ana)).toEqual(['10']);
  });

  test.each([
    ['the first', [0]],
    ['the second', [1]],
    ['each', [0, 1]],
  ] as const)(
    'an entry for two services still matches slots of a technician with limited services after %s of the two was deleted',
    async (_, deleted) => {
      const day = freshDay();
      const services = [await aService(salon), await aService(salon)] as const;
      const mina = await aTechnician(salon, { services: [...services, await aService(salon)] });
      const ana = await aClient(salon);
      await join(ana, { date: day, technician_id: mina, service_ids: [...services] });
      for (const n of deleted)
        await salon.admin.call('DELETE /services/{id}', { params: { id: services[n] } });
      await addSlot(day, mina);
      expect(await served(ana)).toEqual(['09']);
    },
  );

  test('an entry for a technician is refused if she has a free slot that day, and accepted if only colleagues have one', async () => {
    const day = freshDay();
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const ana = await aClient(salon);
    await addSlot(day, sara);
    await expectRefused(join(ana, { date: day, technician_id: sara }), 'day_has_free_slots');
    await expectRefused(join(ana, { date: day }), 'day_has_free_slots');
    expect(await join(ana, { date: day, technician_id: mina })).toEqual({ date: day });
  });

  test('joining again replaces the technician of an entry; client and owner see the technician', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    const own = () => ana.call('GET /client-notifications/free-slot');
    const list = () => salon.admin.call('GET /waitlist', { query: { from: day, to: day } });
    await join(ana, { date: day, technician_id: mina });
    expect(await own()).toEqual([{ date: day, technician_id: mina }]);
    expect(await list()).toMatchObject([{ client_id: ana.id, technician_id: mina }]);
    await join(ana, { date: day });
    expect(await own()).toEqual([{ date: day, technician_id: null }]);
  });

  test('making a technician active again notifies clients who wait on the days of her free slots', async () => {
    const [day, other] = [freshDay(), freshDay()];
    const mina = await aTechnician(salon);
    const [ana, eva] = [await aClient(salon), await aClient(salon)];
    await addSlot(day, mina);
    const set = (is_active: 0 | 1) =>
      salon.admin.call('PUT /technicians/{id}', { params: { id: mina }, body: { is_active } });
    await set(0);
    await join(ana, { date: day });
    await join(eva, { date: other });
    expect([await served(ana), await served(eva)]).toEqual([[], []]);
    await set(1);
    expect([await served(ana), await served(eva)]).toEqual([['09'], []]);
  });

  test('deleting a technician’s absence notifies the clients who wait for this technician', async () => {
    const day = freshDay();
    const mina = await aTechnician(salon);
    const ana = await aClient(salon);
    await addSlot(day, mina);
    const absence = { date_from: day, date_to: day, technician_id: mina };
    const { id } = await salon.admin.call('POST /annual', { body: absence });
    await join(ana, { date: day, technician_id: mina });
    await salon.admin.call('DELETE /annual/{id}', { params: { id } });
    expect(await served(ana)).toEqual(['09']);
  });

  test('refuses an entry for a technician who has left or does not do the service', async () => {
    const day = freshDay();
    const [gel, manicure] = [await aService(salon), await aService(salon)];
    const [mina, sara] = [await aTechnician(salon, { services: [gel] }), await aTechnician(salon)];
    const guest = { date: day, guest_name: 'Gošća', guest_phone: freshPhone() };
    const wanted = { ...guest, technician_id: mina, service_id: manicure };
    await expectRefused(join(salon.visitor, wanted), 'technician_service');
    await salon.admin.call('DELETE /technicians/{id}', { params: { id: sara } });
    await expectRefused(join(salon.visitor, { ...guest, technician_id: sara }), 'unknown_technician');
  });

  test('undoing a booking restores the waitlist entry with its technician, or for any technician if the entry’s technician has left', async () => {
    const days = [freshDay(), freshDay()] as const;
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const ana = await aClient(salon);
    const tokens: string[] = [];
    for (const [n, technician_id] of [mina, sara].entries()) {
      await join(ana, { date: days[n] as string, technician_id });
      const body = { status: 'BOOKED', client_id: ana.id, start_datetime: `${days[n]} 09:00:00` } as const;
      const { undo_token } = await salon.admin.call('POST /appointments', {
        body: body as never,
        query: { undo: '1' },
      });
      tokens.push(undo_token ?? '');
    }
    await salon.admin.call('DELETE /technicians/{id}', { params: { id: sara } });
    for (const undo_token of tokens)
      await salon.admin.call('POST /appointments/undo', { body: { undo_token } });
    expect(await ana.call('GET /client-notifications/free-slot')).toEqual([
      { date: days[0], technician_id: mina },
      { date: days[1], technician_id: null },
    ]);
  });

  test('a booking with another technician also ends the client’s waitlist entry for that day', async () => {
    const day = freshDay();
    const [mina, ana] = [await aTechnician(salon), await aClient(salon)];
    await join(ana, { date: day, technician_id: mina });
    const slot = await addSlot(day, 1 as TechnicianId);
    const body = { seen_start: slot.start_datetime, seen_end: slot.end_datetime };
    await ana.call('POST /appointments/{id}/book', { params: { id: slot.id }, body });
    expect(await ana.call('GET /client-notifications/free-slot')).toEqual([]);
  });
});
