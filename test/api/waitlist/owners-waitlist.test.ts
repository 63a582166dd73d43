import { beforeEach, expect, test } from 'vitest';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { aClient } from '../../support/builders.ts';
import { freshPhone } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY: WallDate = '2026-11-25';
const list = (from: WallDate = DAY, to: WallDate = from, query = {}) =>
  salon.admin.call('GET /waitlist', { query: { from, to, ...query } });
const joins = (who: Person, date: WallDate = DAY, body: object = {}) =>
  who.call('POST /client-notifications/free-slot', { body: { date, ...body } });
const later = (minutes: number) => salon.clock.set(`2026-11-17 11:${String(20 + minutes)}:00` as typeof NOW);

onBothEngines('the owner’s waitlist', { emptyBeforeEach: true }, () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await aClient(salon, { name: 'Ana', phone: '064 111 222' });
  });

  test('the list contains clients and guests with their phone, sorted by day and by the time when they joined', async () => {
    const eva = await aClient(salon, { name: 'Eva', phone: null });
    await joins(ana, addDays(DAY, 1));
    later(1);
    const guest_phone = freshPhone();
    await joins(salon.visitor, DAY, { guest_name: 'Gošća', guest_phone });
    later(2);
    await joins(eva);
    later(3);
    await joins(ana);
    const rows = await list(DAY, addDays(DAY, 1));
    expect(rows).toEqual(
      [
        { day: DAY, client_id: null, name: 'Gošća', phone: guest_phone, created_at: '2026-11-17 11:21:00' },
        { day: DAY, client_id: eva.id, name: 'Eva', phone: null, created_at: '2026-11-17 11:22:00' },
        { day: DAY, client_id: ana.id, name: 'Ana', phone: '064 111 222', created_at: '2026-11-17 11:23:00' },
        { day: addDays(DAY, 1), client_id: ana.id, name: 'Ana', phone: '064 111 222', created_at: NOW },
      ].map((row, n) => ({ id: rows[n]?.id, technician_id: null, ...row })),
    );
  });

  test('an entry that is stored later, but with an earlier `created_at`, is listed first', async () => {
    const eva = await aClient(salon);
    later(5);
    await joins(eva);
    const created_at = salon.clock.ms() - 60_000;
    await salon.db
      .insertInto('waitlist_entries')
      .values({ day: DAY, client_id: ana.id, created_at })
      .execute();
    expect((await list()).map(({ client_id }) => client_id)).toEqual([ana.id, eva.id]);
  });

  test('the range of the list includes its first and its last day', async () => {
    for (const days of [-1, 0, 1, 2]) await joins(ana, addDays(DAY, days));
    expect((await list(DAY, addDays(DAY, 1))).map(({ day }) => day)).toEqual([DAY, addDays(DAY, 1)]);
    expect(await list('2027-01-01', '2027-12-31')).toEqual([]);
    await expectRefused(list(DAY, addDays(DAY, -1)), 'range_reversed');
    await expectRefused(list('2026-02-30' as WallDate), 'bad_input');
  });

  test('the response for one page of the list contains the total number of entries', async () => {
    for (const days of [0, 1, 2]) await joins(ana, addDays(DAY, days));
    const response = await salon.app.inject({
      url: `/api/waitlist?from=${DAY}&to=2026-12-31&limit=2&offset=1`,
      headers: { authorization: `Bearer ${salon.admin.token}` },
    });
    expect(response.headers['x-total-count']).toBe('3');
    expect(response.json().map(({ day }: { day: string }) => day)).toEqual([
      addDays(DAY, 1),
      addDays(DAY, 2),
    ]);
  });

  test('the waitlist entry of an inactive client is kept; deleting a client deletes the client’s entry', async () => {
    const eva = await aClient(salon);
    await joins(ana);
    await joins(eva);
    await salon.db.updateTable('users').set({ active: 0 }).where('id', '=', ana.id).execute();
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: eva.id } });
    expect((await list()).map(({ client_id }) => client_id)).toEqual([ana.id]);
  });

  test('the owner can remove an entry; removing it again returns 404', async () => {
    await joins(ana);
    await joins(salon.visitor, DAY, { guest_name: 'Gošća', guest_phone: freshPhone() });
    const [first, second] = await list();
    const remove = (id: number) =>
      salon.admin.call('DELETE /waitlist/{id}', { params: { id: id as NonNullable<typeof first>['id'] } });
    expect(await remove(first?.id ?? 0)).toBeUndefined();
    expect(await list()).toEqual([second]);
    expect(await ana.call('GET /client-notifications/free-slot')).toEqual([]);
    await expectRefused(remove(first?.id ?? 0), 'not_found');
  });

  test('clients and visitors can neither read the owner’s waitlist nor delete its entries', async () => {
    await joins(ana);
    const [entry] = await list();
    const query = { from: DAY, to: DAY };
    const params = { id: entry?.id ?? (0 as never) };
    await expectRefused(ana.call('GET /waitlist', { query }), 'not_allowed');
    await expectRefused(ana.call('DELETE /waitlist/{id}', { params }), 'not_allowed');
    await expectRefused(salon.visitor.call('GET /waitlist', { query }), 'login_required');
    await expectRefused(salon.visitor.call('DELETE /waitlist/{id}', { params }), 'login_required');
    expect(await list()).toEqual([entry]);
  });
});
