import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId, TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  aService,
  aSlot,
  aTechnician,
  aTechnicianPerson,
  giveService,
} from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const BEGUN = '2026-11-16 10:00:00'; // it is 17 November 2026, 11:20
const AHEAD = '2026-11-20 10:00:00';
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' } as const;

onBothEngines('what the owner learns of a technician', { emptyBeforeEach: true }, () => {
  let mina: Person & { technician: TechnicianId };
  let ana: Awaited<ReturnType<typeof aClient>>;
  beforeEach(async () => {
    salon.clock.set(NOW);
    [mina, ana] = [
      await aTechnicianPerson(salon, { name: 'Mina' }),
      await aClient(salon, { name: 'Ana', phone: '064 111 222' }),
    ];
  });
  const hers = (start: WallTime) => aBooking(salon, start, ana.id, { technician_id: mina.technician });
  const deleted = (query: { from: string; to: string; without_free?: '1' } = NOVEMBER) =>
    salon.admin.call('GET /appointments/deleted', { query: query as typeof NOVEMBER });
  const remove = (who: Person, id: AppointmentId, undo?: '1') =>
    who.call('DELETE /appointments/{id}', { params: { id }, query: { undo } });
  const types = async () => (await salon.admin.call('GET /notifications')).map(({ type }) => type);

  test('the owner reads what a deleted appointment said, who deleted it and when, and its history', async () => {
    const id = await hers(BEGUN);
    await giveService(salon, id, await aService(salon, { name: 'Gel lak', price: 2400 }));
    await mina.call('PUT /appointments/{id}', { params: { id }, body: { notes: 'duži nokti' } });
    await remove(mina, id);
    await remove(salon.admin, await aSlot(salon, AHEAD));
    expect(await deleted()).toMatchObject([
      { status: 'AVAILABLE', start_datetime: AHEAD, client_name: null, deleted_by: { role: 'ADMIN' } },
      {
        id,
        status: 'BOOKED',
        start_datetime: BEGUN,
        end_datetime: '2026-11-16 11:00:00',
        technician_name: 'Mina',
        client_name: 'Ana',
        guest_name: null,
        service_name: 'Gel lak',
        notes: 'duži nokti',
        deleted_at: NOW,
        deleted_by: { role: 'TECHNICIAN', name: 'Mina' },
      },
    ]);
    expect((await deleted({ ...NOVEMBER, without_free: '1' })).map((row) => row.id)).toEqual([id]);
    const history = (who: Person) => who.call('GET /appointments/{id}/history', { params: { id } });
    expect((await history(salon.admin)).map(({ action }) => action)).toEqual(['deleted', 'changed']);
    await expectRefused(history(mina), 'not_found');
  });

  test('the period is that of the deletion; a restored appointment is not listed, one deleted twice once', async () => {
    const id = await hers(AHEAD);
    const first = await remove(mina, id, '1');
    expect(await deleted({ from: '2026-11-17', to: '2026-11-17' })).toMatchObject([{ id }]);
    expect(await deleted({ from: '2026-11-18', to: '2026-11-30' })).toEqual([]);
    await mina.call('POST /appointments/undo', { body: { undo_token: first?.undo_token ?? '' } });
    expect(await deleted()).toEqual([]);
    await remove(mina, id);
    expect(await deleted()).toMatchObject([{ id }]);
    await expectRefused(deleted({ from: '2026-11-18', to: '2026-11-17' }), 'range_reversed');
  });

  test('an erased client is not named among the deleted appointments', async () => {
    await remove(salon.admin, await hers(BEGUN));
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    const [row] = await deleted();
    expect(JSON.stringify(row)).not.toContain('Ana');
  });

  test.each<[string, (id: AppointmentId) => Promise<unknown>, string[]]>([
    ['deletes', (id) => remove(mina, id), ['BEGUN_REMOVED']],
    ['changes the price of', (id) => put(id, { service_price: 0 }), ['BEGUN_PRICE']],
    ['marks the absence at', (id) => mark(mina, id, 0), ['BEGUN_ATTENDANCE']],
    ['notes something at', (id) => put(id, { notes: 'gel' }), []],
  ])('the owner is notified when a technician %s a booking that has begun', async (_, act, told) => {
    const id = await hers(BEGUN);
    await giveService(salon, id, await aService(salon, { price: 2400 }));
    await act(id);
    expect(await types()).toEqual(told);
    expect(await mina.call('GET /notifications')).toEqual([]);
  });
  const put = (id: AppointmentId, body: object) =>
    mina.call('PUT /appointments/{id}', { params: { id }, body });
  const mark = (who: Person, id: AppointmentId, attended: 0 | 1) =>
    who.call('POST /appointments/{id}/attendance', { params: { id }, body: { attended } });

  test('an undone deletion of a booking that has begun notifies nobody', async () => {
    const gone = await remove(mina, await hers(BEGUN), '1');
    await mina.call('POST /appointments/undo', { body: { undo_token: gone?.undo_token ?? '' } });
    salon.clock.advance(1);
    expect(await types()).toEqual([]);
  });

  test('the owner’s own changes of a booking that has begun notify nobody', async () => {
    const id = await hers(BEGUN);
    await mark(salon.admin, id, 0);
    await remove(salon.admin, id);
    expect(await types()).toEqual([]);
  });

  test.each<[string, WallTime, 'not_allowed' | undefined]>([
    ['7 days ago', '2026-11-10 11:20:00', undefined],
    ['more than 7 days ago', '2026-11-10 11:15:00', 'not_allowed'],
  ])('a technician changes, adds and deletes what began %s: %s %s', async (_, start, refusal) => {
    const acts = [
      async () => put(await hers(start), { notes: 'gel' }),
      async () => mark(mina, await hers(start), 1),
      async () => remove(mina, await hers(start)),
      () => mina.call('POST /appointments', { body: { start_datetime: start, guest_name: 'Gošća' } }),
    ];
    for (const act of acts) {
      await salon.db.deleteFrom('appointments').execute();
      if (refusal) await expectRefused(act(), refusal);
      else await act();
    }
  });

  const allow = (body: object) =>
    salon.admin.call('PUT /technicians/{id}', { params: { id: mina.technician }, body });

  test('with can_charge she records price and tip of her own bookings and sees what is paid, else neither', async () => {
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    const [own, other] = [await hers(BEGUN), await aBooking(salon, BEGUN, ana.id)];
    const pay = (appointment_id: AppointmentId, kind: 'VISIT' | 'TIP' | 'CASH_OUT' = 'VISIT') =>
      mina.call('POST /payments', {
        body: {
          appointment_id: kind === 'CASH_OUT' ? null : appointment_id,
          kind,
          method: 'CASH',
          amount: 500,
        },
      });
    const read = () => mina.call('GET /appointments/{id}', { params: { id: own } });
    await expectRefused(pay(own), 'not_allowed');
    expect(await read()).not.toHaveProperty('paid');
    await allow({ can_charge: 1 });
    await pay(own);
    await pay(own, 'TIP');
    expect(await read()).toMatchObject({ paid: 500 });
    await expectRefused(pay(other), 'not_allowed');
    await expectRefused(pay(own, 'CASH_OUT'), 'not_allowed');
    const ofNobody = { kind: 'VISIT', method: 'CASH', amount: 500 } as const;
    await expectRefused(mina.call('POST /payments', { body: ofNobody }), 'not_allowed');
    await expectRefused(mina.call('GET /payments', { query: NOVEMBER }), 'not_allowed');
  });

  test('with can_take_days_off 0 she neither adds nor deletes her absences', async () => {
    const body = { date_from: '2026-12-01', date_to: '2026-12-01' } as const;
    const { id } = await mina.call('POST /annual', { body });
    await aTechnician(salon);
    await aBooking(salon, '2026-12-01 10:00:00', ana.id, { technician_id: mina.technician });
    expect(await mina.call('GET /annual/mine')).toMatchObject([{ conflicts: [{ colleagues: [] }] }]);
    await allow({ can_take_days_off: 0 });
    await expectRefused(mina.call('DELETE /annual/{id}', { params: { id } }), 'not_allowed');
    await expectRefused(mina.call('POST /annual', { body }), 'not_allowed');
    expect(await mina.call('GET /auth/me')).toMatchObject({ can_take_days_off: 0, can_charge: 0 });
  });

  test('a booking that is handed over at the same moment is not changed by its former technician afterwards', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await hers(`2026-11-2${round % 10} ${10 + (round % 3)}:00:00` as WallTime);
      const given = { technician_id: OWNERS_TECHNICIAN };
      await Promise.allSettled([
        put(id, { notes: 'gel' }),
        salon.admin.call('PUT /appointments/{id}', { params: { id }, body: given }),
      ]);
      const entries = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
      const roles = entries.map(({ by }) => by.role); // newest first
      expect(['ADMIN', 'ADMIN,TECHNICIAN']).toContain(roles.join());
    }
  });

  test('a new password and another address of her login end the address of her calendar', async () => {
    for (const body of [{ password: 'nova-lozinka' }, { email: 'druga@primer.rs' }]) {
      const { url } = await mina.call('POST /calendar-feed');
      const feed = async () => (await salon.app.inject(new URL(url).pathname)).statusCode;
      expect(await feed()).toBe(200);
      await allow(body);
      expect(await feed()).toBe(404);
      mina = { ...(await salon.loggedIn(mina.id)), technician: mina.technician };
    }
  });
});
