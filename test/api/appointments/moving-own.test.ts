import { beforeEach, describe, expect, test } from 'vitest';
import { toId } from '../../../src/domain/ids.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { aTarget, dayInShort, moveOwn } from '../../support/moving.ts';
import { adminNotifications, clientNotifications, rowById, rowsOfDay } from '../../support/notifications.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('a client moves their own booking', () => {
  let day: WallDate;
  let other: WallDate;
  let ana: Person & { name: string };
  beforeEach(async () => {
    [day, other] = [freshDay(), freshDay()];
    ana = await aClient(salon, { name: 'Ana Anić' });
  });
  const cancel = (id: number) =>
    ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
  const historyOf = (id: number) => salon.admin.call('GET /appointments/{id}/history', { params: { id } });

  test('a moved booking gets the times of the new slot, keeps all other data, and frees its old slot', async () => {
    const service_id = await aService(salon, { name: 'Gel', price: 1800 });
    const booked_at = salon.clock.ms() - 60_000;
    const kept = { service_id, service_name: 'Gel', service_price: 1500, notes: 'Roze', booked_at };
    const id = await aBooking(salon, atHour(day, 9), ana.id, kept);
    const target = await aTarget(salon, atHour(other, 14));
    expect(await moveOwn(ana, id, target)).toMatchObject({
      id,
      status: 'BOOKED',
      client_id: ana.id,
      start_datetime: atHour(other, 14),
      end_datetime: atHour(other, 15),
      service_name: 'Gel',
      service_price: 1500,
      notes: 'Roze',
      version: 2,
    });
    expect(await rowById(salon, id)).toMatchObject({
      ...kept,
      moved_at: salon.clock.ms(),
      day: other,
    });
    expect(await rowById(salon, target.to_id)).toBeUndefined();
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 AVAILABLE']);
    const [fresh] = await rowsOfDay(salon, day);
    expect(fresh).toMatchObject({ client_id: null, notes: null, booked_at: null, version: 1 });
    expect(fresh?.id).not.toBe(target.to_id);
  });

  test('a client can also move a booking that they made for another person', async () => {
    const guest = { guest_name: 'Mira', guest_phone: '064 111 222' };
    const id = await aBooking(salon, atHour(day, 9), ana.id, guest);
    await moveOwn(ana, id, await aTarget(salon, atHour(day, 12)));
    expect(await rowById(salon, id)).toMatchObject({ client_id: ana.id, ...guest });
  });

  test.each([
    ['longer', 90, '12:00-13:30 BOOKED'],
    ['shorter', 30, '12:00-12:30 BOOKED'],
  ] as const)(
    'a booking that moves to a %s slot of the same day gets the length of that slot',
    async (_, minutes, booked) => {
      const id = await aBooking(salon, atHour(day, 9), ana.id);
      await moveOwn(ana, id, await aTarget(salon, atHour(day, 12), minutes));
      expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 AVAILABLE', booked]);
    },
  );

  test('a booking can be moved to the slot directly before or after it', async () => {
    const id = await aBooking(salon, atHour(day, 9), ana.id);
    const after = await aTarget(salon, atHour(day, 10));
    await moveOwn(ana, id, after);
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 AVAILABLE', '10:00-11:00 BOOKED']);
    const [free] = await rowsOfDay(salon, day);
    await moveOwn(ana, id, { to_id: toId(free?.id ?? 0), ...seen(atHour(day, 9)) });
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 BOOKED', '10:00-11:00 AVAILABLE']);
    expect((await rowById(salon, id))?.version).toBe(3);
  });

  test('booking a slot, moving the booking and canceling it restores the original free slots', async () => {
    await aSlot(salon, atHour(day, 10));
    const { to_id: id, ...seen } = await aTarget(salon, atHour(day, 9));
    const last = await aTarget(salon, atHour(other, 14));
    const [shortDay, shortOther] = [await dayInShort(salon, day), await dayInShort(salon, other)];
    await ana.call('POST /appointments/{id}/book', { params: { id }, body: seen });
    await moveOwn(ana, id, last);
    expect(await dayInShort(salon, other)).toEqual(['14:00-15:00 BOOKED']);
    await cancel(id);
    expect([await dayInShort(salon, day), await dayInShort(salon, other)]).toEqual([shortDay, shortOther]);
  });

  test('the booking limit does not apply to moves', async () => {
    const id = await aBooking(salon, atHour(day, 9), ana.id);
    for (const hour of [11, 12, 13]) await aBooking(salon, atHour(day, hour), ana.id);
    await moveOwn(ana, id, await aTarget(salon, atHour(other, 9)));
    expect(await rowById(salon, id)).toMatchObject({ day: other });
  });

  test('moving a booking away from a day of absence does not offer its old slot', async () => {
    const id = await aBooking(salon, atHour(day, 9), ana.id);
    await salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });
    await moveOwn(ana, id, await aTarget(salon, atHour(other, 9)));
    expect(await salon.visitor.call('GET /appointments', { query: { from: day, to: day } })).toEqual([]);
  });

  test('a move by the client sends the owner a notification with the old and the new time, and sends the client none', async () => {
    const id = await aBooking(salon, atHour(day, 9), ana.id, { service_name: 'Gel' });
    await moveOwn(ana, id, await aTarget(salon, atHour(other, 14), 90));
    const expected = {
      type: 'MOVED',
      client_id: ana.id,
      service_name: 'Gel',
      from_start: atHour(day, 9),
      from_end: atHour(day, 10),
      appt_start: atHour(other, 14),
      appt_end: atHour(other, 15, 30),
      is_late: 0,
    };
    expect(await adminNotifications(salon, id)).toMatchObject([expected]);
    const listed = await salon.admin.call('GET /notifications');
    expect(listed.filter(({ appointment_id }) => appointment_id === id)).toMatchObject([expected]);
    expect(await clientNotifications(salon, ana.id)).toEqual([]);
  });

  test('the notification of a move counts as unread only in the tab ALL', async () => {
    const unread = () => salon.admin.call('GET /notifications/unread-count', { query: { groupBy: 'type' } });
    const before = (await unread()) as Record<string, number>;
    const id = await aBooking(salon, atHour(day, 9), ana.id);
    await moveOwn(ana, id, await aTarget(salon, atHour(day, 12)));
    expect(await unread()).toEqual({ ...before, ALL: (before.ALL ?? 0) + 1 });
  });

  test('the history contains the client’s move, the creation of the freed slot and the deletion of the new slot', async () => {
    const id = await aBooking(salon, atHour(day, 9), ana.id);
    const target = await aTarget(salon, atHour(other, 14), 90);
    await moveOwn(ana, id, target);
    expect(await historyOf(id)).toEqual([
      {
        at: salon.clock.wall(),
        by: { role: 'CLIENT', name: 'Ana Anić' },
        action: 'changed',
        changes: [
          { field: 'start_datetime', from: atHour(day, 9), to: atHour(other, 14) },
          { field: 'end_datetime', from: atHour(day, 10), to: atHour(other, 15, 30) },
        ],
      },
    ]);
    const [fresh] = await rowsOfDay(salon, day);
    expect(await historyOf(fresh?.id ?? 0)).toMatchObject([{ action: 'created', by: { role: 'CLIENT' } }]);
    const gone = await salon.db
      .selectFrom('history')
      .select(['action', 'by_name'])
      .where('subject', '=', 'appointment')
      .where('subject_id', '=', target.to_id)
      .execute();
    expect(gone).toEqual([{ action: 'deleted', by_name: 'Ana Anić' }]);
  });

  describe('moves and the waitlist', () => {
    const waitFor = async (date: WallDate, who?: Person) => {
      const waiter = who ?? (await aClient(salon));
      await waiter.call('POST /client-notifications/free-slot', { body: { date } });
      return waiter;
    };
    test('a move notifies clients on the waitlist of the old day, and deletes the moving client’s waitlist entry for the new day', async () => {
      const id = await aBooking(salon, atHour(day, 9), ana.id);
      await waitFor(other, ana);
      const [eva, mia] = [await waitFor(day), await waitFor(other)];
      await moveOwn(ana, id, await aTarget(salon, atHour(other, 14)));
      expect(await clientNotifications(salon, eva.id)).toMatchObject([
        { type: 'FREE_SLOT_AVAILABLE', appt_start: atHour(day, 9) },
      ]);
      expect(await clientNotifications(salon, mia.id)).toEqual([]);
      expect(await ana.call('GET /client-notifications/free-slot')).toEqual([]);
      expect(await eva.call('GET /client-notifications/free-slot')).toEqual([
        { date: day, technician_id: null },
      ]);
    });
    test('a move notifies no waitlist if the old day has other free slots', async () => {
      const id = await aBooking(salon, atHour(day, 9), ana.id);
      const eva = await waitFor(day);
      await moveOwn(ana, id, await aTarget(salon, atHour(day, 14)));
      expect(await clientNotifications(salon, eva.id)).toEqual([]);
    });
    test('a refused move deletes no waitlist entry and notifies nobody', async () => {
      const id = await aBooking(salon, atHour(day, 9), ana.id);
      const eva = await waitFor(day);
      const gone = {
        to_id: await aSlot(salon, atHour(day, 14)),
        ...seen(atHour(day, 14), 30),
      };
      await expect(moveOwn(ana, id, gone)).rejects.toThrow();
      expect(await clientNotifications(salon, eva.id)).toEqual([]);
      expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 BOOKED', '14:00-15:00 AVAILABLE']);
    });
  });
});
