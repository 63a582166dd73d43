import { beforeEach, expect, test } from 'vitest';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { deleteOutdatedRows } from '../../../src/server/start.ts';
import { joinWaitlist } from '../../../src/server/waitlist/entries.ts';
import { aClient, anAppointment, aSlot, aTechnician, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

let day: WallDate;
let ana: Person;
const join = (who: Person, date: string, guest: object = {}) =>
  who.call('POST /client-notifications/free-slot', { body: { date, ...guest } });
const daysOf = async (who: Person) =>
  (await who.call('GET /client-notifications/free-slot')).map(({ date }) => date);
const entries = (date = day) =>
  salon.db.selectFrom('waitlist_entries').selectAll().where('day', '=', date).execute();

onBothEngines('joining the waitlist', () => {
  beforeEach(async () => {
    salon.clock.set(NOW);
    day = freshDay();
    ana = await aClient(salon);
  });

  test('a client who joins the waitlist of a day twice has one entry, and can leave the waitlist', async () => {
    const other = freshDay();
    expect(await join(ana, other)).toEqual({ date: other });
    await join(ana, day);
    await join(ana, day);
    expect(await daysOf(ana)).toEqual([day, other]);
    await ana.call('DELETE /client-notifications/free-slot', { query: { date: day } });
    expect(await daysOf(ana)).toEqual([other]);
    await expectRefused(
      ana.call('DELETE /client-notifications/free-slot', { query: { date: day } }),
      'not_found',
    );
  });

  test('a guest who joins again with the same phone in another format has one entry', async () => {
    const phone = freshPhone();
    await join(salon.visitor, day, { guest_name: 'Mila', guest_phone: phone });
    await join(salon.visitor, day, { guest_name: 'Mila M.', guest_phone: phone.replace('065 ', '+381 65/') });
    await join(salon.admin, day, { guest_name: 'Druga', guest_phone: freshPhone() });
    expect(await entries()).toMatchObject([{ guest_name: 'Mila', client_id: null }, { guest_name: 'Druga' }]);
  });

  test('a visitor changes an entry only from the network that joined; from another one the response is the same', async () => {
    const [mina, sara] = [await aTechnician(salon), await aTechnician(salon)];
    const guest = { guest_name: 'Jelena', guest_phone: freshPhone() };
    const wish = async () =>
      (await entries()).map(({ technician_id, guest_name }) => [guest_name, technician_id]);
    const [home, elsewhere] = [salon.from('203.0.113.7'), salon.from('198.51.100.9')];
    await join(home, day, { ...guest, technician_id: mina });
    const stranger = { ...guest, guest_name: 'Niko', technician_id: sara };
    for (const who of [elsewhere, salon.visitor])
      expect(await join(who, day, stranger)).toEqual({ date: day });
    expect(await wish()).toEqual([['Jelena', mina]]);
    await join(home, day, { ...guest, technician_id: sara });
    expect(await wish()).toEqual([['Jelena', sara]]);
    await join(salon.admin, day, { ...guest, technician_id: mina });
    expect(await wish()).toEqual([['Jelena', mina]]);
  });

  test.each([
    [{}],
    [{ guest_name: 'Mila' }],
    [{ guest_phone: '064 100001' }],
    [{ guest_name: ' ', guest_phone: '064 100001' }],
  ])('rejects a guest whose name or phone is missing: %j', async (guest) => {
    await expectRefused(join(salon.visitor, day, guest), 'waitlist_contact_missing');
    expect(await entries()).toEqual([]);
  });

  test('clients cannot join for a past day or a day more than a year away, but can join for today', async () => {
    await expectRefused(join(ana, '2026-11-16'), 'waitlist_day_past');
    await expectRefused(join(ana, '2028-11-16'), 'slot_date_out_of_range');
    expect(await join(ana, '2026-11-17')).toEqual({ date: '2026-11-17' });
  });

  test('clients cannot join for a day with a free slot; blocked slots and slots hidden by an absence do not count as free', async () => {
    await aSlot(salon, `${day} 09:00:00`);
    await expectRefused(join(ana, day), 'day_has_free_slots');
    await salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });
    expect(await join(ana, day)).toEqual({ date: day });
    const other = freshDay();
    await anAppointment(salon, `${other} 09:00:00`, { status: 'BLOCKED' });
    expect(await join(ana, other)).toEqual({ date: other });
  });

  test('a booking ends only the waitlist entry of the same person for the same day', async () => {
    const eva = await aClient(salon);
    const phone = freshPhone();
    for (const who of [ana, eva]) await join(who, day);
    await join(salon.visitor, day, { guest_name: 'Mila', guest_phone: phone });
    const other = freshDay();
    await join(ana, other);
    const [first, second] = [await aSlot(salon, `${day} 09:00:00`), await aSlot(salon, `${day} 10:00:00`)];
    await ana.call('POST /appointments/{id}/book', { params: { id: first }, body: seen(`${day} 09:00:00`) });
    expect(await daysOf(ana)).toEqual([other]);
    const body = {
      ...seen(`${day} 10:00:00`),
      guest_name: 'M',
      guest_phone: phone.replace('065 ', '00381 65'),
    };
    await salon.visitor.call('POST /appointments/{id}/book', { params: { id: second }, body });
    expect(await entries()).toMatchObject([{ client_id: eva.id }]);
  });

  test('an entry ends at the end of its day', async () => {
    await join(ana, '2026-11-17');
    await join(ana, '2026-11-18');
    salon.clock.set('2026-11-18 00:00:00');
    expect(await daysOf(ana)).toEqual(['2026-11-18']);
    await deleteOutdatedRows(salon.platform);
    expect(await entries('2026-11-17')).toEqual([]);
    expect(await entries('2026-11-18')).toHaveLength(1);
  });

  test('a client who joins while a slot is freed is either notified, or refused because of the free slot', async () => {
    for (let round = 0; round < 10; round++) {
      const date = freshDay();
      const id = await anAppointment(salon, `${date} 09:00:00`, { status: 'BLOCKED' });
      const [joined] = await Promise.allSettled([
        join(ana, date),
        salon.admin.call('POST /appointments/{id}/status', { params: { id }, body: { status: 'AVAILABLE' } }),
      ]);
      const notifications = await salon.db
        .selectFrom('client_notifications')
        .selectAll()
        .where('user_id', '=', ana.id)
        .where('appointment_id', '=', id)
        .execute();
      expect(notifications).toHaveLength(joined.status === 'fulfilled' ? 1 : 0);
    }
  });

  test('if a client’s account is deleted while the client joins the waitlist, no waitlist entry remains', async () => {
    const rounds = bySize(4, 100);
    for (let n = 0; n < rounds; n++) {
      const client = await aClient(salon, { password: 'lozinka' });
      const joining = Array.from({ length: 4 }, () => join(client, freshDay()));
      const deleting = client.call('POST /auth/me/delete', { body: { password: 'lozinka' } });
      const late = Array.from({ length: 4 }, () => join(client, freshDay()));
      await Promise.allSettled([...joining, deleting, ...late]);
      await deleting;
    }
    const left = await salon.db
      .selectFrom('waitlist_entries')
      .innerJoin('users', 'users.id', 'waitlist_entries.client_id')
      .select('day')
      .where('users.deleted_at', 'is not', null)
      .execute();
    expect(left).toEqual([]);
  });

  test('a client whose account is deleted between the token check and the transaction cannot join', async () => {
    const client = await aClient(salon, { password: 'lozinka' });
    const { id } = client;
    await salon.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', id).execute();
    const user = {
      id,
      role: 'CLIENT',
      name: '',
      email: null,
      technician_id: null,
      tokenHash: '',
      language: null,
    } as const;
    const { signal } = new AbortController();
    const context = {
      ...salon.platform,
      now: readClock(salon.clock),
      user,
      language: null,
      network: undefined,
      signal,
    };
    await expect(joinWaitlist(context, { date: day })).rejects.toThrow('Prijavite se ponovo.');
  });
});
