import { expect, test } from 'vitest';
import { addDays, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { dueMessages } from '../../../src/server/rhythm/due-messages.ts';
import { aBooking, aClient, aGuestBooking } from '../../support/builders.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const at = (daysAgo: number): WallTime => wallTimeOn(addDays('2026-11-17', -daysAgo), '10:00');
const names = async () => (await salon.admin.call('GET /clients/due')).map(({ name, key }) => [name, key[0]]);

onBothEngines('whose visits count for whom', { emptyBeforeEach: true }, () => {
  test('a client is hidden once a booking that another client made names her number', async () => {
    const ana = await aClient(salon, { name: 'Ana', phone: '064 111 111' });
    const eva = await aClient(salon, { name: 'Eva', phone: '064 222 222' });
    await aBooking(salon, at(40), ana.id);
    expect(await names()).toEqual([['Ana', 'c']]);
    await aBooking(salon, at(30), eva.id, { guest_name: 'Neka', guest_phone: '+381 64 111111' });
    expect(await names()).toEqual([['Neka', 'g']]);
    await aBooking(salon, at(19), ana.id);
    expect(await names()).toEqual([
      ['Neka', 'g'],
      ['Ana', 'c'],
    ]);
    await aBooking(salon, at(-3), eva.id, { guest_name: 'Neka', guest_phone: '+381 64 111111' });
    expect(await names()).toEqual([]);
    const plan = await salon.admin.call('GET /analytics/retention', {
      query: { from: '2026-01-01', to: '2026-11-17' },
    });
    expect(plan).toMatchObject({ lost: 0 });
  });
  test('a missed booking with her number hides nobody; messages speak only of own bookings', async () => {
    const ana = await aClient(salon, { name: 'Ana', phone: '064 111 111' });
    await ana.call('PUT /auth/me/notifications', { body: { marketing_on: 1 } });
    const own = await aBooking(salon, at(40), ana.id);
    await aGuestBooking(salon, at(30), { name: 'X', phone: '064111111' });
    await salon.db.updateTable('bookings').set({ attended: 0 }).where('guest_name', '=', 'X').execute();
    expect(await names()).toEqual([['Ana', 'c']]);
    await salon.db.updateTable('bookings').set({ client_id: null }).where('client_id', '=', ana.id).execute();
    expect(await names()).toEqual([['Ana', 'c']]);
    await dueMessages(salon.platform)();
    expect(await ana.call('GET /client-notifications')).toEqual([]);
    await salon.db
      .updateTable('bookings')
      .set({ client_id: ana.id })
      .where('guest_name', 'is', null)
      .execute();
    await dueMessages(salon.platform)();
    expect(await ana.call('GET /client-notifications')).toMatchObject([
      { type: 'TIME_TO_RETURN', appointment_id: own },
    ]);
    expect(await names()).toEqual([]);
  });
  test('the next visit of a client is one that she made herself', async () => {
    const ana = await aClient(salon, { name: 'Ana', phone: '064 111 111' });
    const eva = await aClient(salon, { name: 'Eva', phone: '064 222 222' });
    const a = await aBooking(salon, at(10), ana.id);
    const lela = await aBooking(salon, at(9), ana.id, { guest_name: 'Lela', guest_phone: '064333333' });
    for (const ago of [65, 121]) await aGuestBooking(salon, at(ago), { name: 'Lela', phone: '064333333' });
    await aBooking(salon, at(24), ana.id);
    const next = (id: typeof a, who: Person) =>
      who.call('GET /appointments/{id}/next', { params: { id }, query: {} });
    expect((await next(a, ana)).weeks).toBe(2);
    expect((await next(lela, ana)).weeks).toBe(2);
    expect((await next(lela, salon.admin)).weeks).toBe(8);
    expect((await next(a, salon.admin)).weeks).toBe(2);
    await expect(next(a, eva)).rejects.toThrow();
  });
});
