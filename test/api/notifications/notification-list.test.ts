import { beforeEach, expect, test } from 'vitest';
import { aBooking, aClient } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { expectRefused } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/**
 * Tests the pages of the list of the owner's notifications, and notifications about deleted clients (docs/spec/behaviour.md §6.5 and §7.6).
 */

const list = (query: { type?: 'NEW_CLIENT' | 'CANCELLED' | 'ALL'; limit?: number; offset?: number } = {}) =>
  salon.admin.call('GET /notifications', { query });
const idsOf = async (...query: Parameters<typeof list>) => (await list(...query)).map(({ id }) => id);

onBothEngines('pages of the owner’s notifications', () => {
  beforeEach(async () => {
    await salon.db.deleteFrom('admin_notifications').execute();
  });

  async function notifications(count: number): Promise<void> {
    const at = salon.clock.ms();
    const rows = Array.from({ length: count }, (_, n) => ({
      type: n % 2 === 0 ? ('NEW_CLIENT' as const) : ('CANCELLED' as const),
      created_at: at + n,
      visible_at: at,
    }));
    await salon.db.insertInto('admin_notifications').values(rows).execute();
  }

  test('the list contains the newest 500 notifications by default; `offset` returns older notifications', async () => {
    await notifications(503);
    const newest = await idsOf();
    expect(newest).toHaveLength(500);
    expect(await idsOf({ limit: 503 })).toHaveLength(503);
    const all = await idsOf({ limit: 1000 });
    expect(all.slice(0, 500)).toEqual(newest);
    expect(await idsOf({ offset: 500 })).toEqual(all.slice(500));
    expect(await idsOf({ limit: 2, offset: 2 })).toEqual(all.slice(2, 4));
    expect(await idsOf({ offset: 503 })).toEqual([]);
  });

  test('the notifications of one type are also returned in pages', async () => {
    await notifications(6);
    const clients = await idsOf({ type: 'NEW_CLIENT' });
    expect(clients).toHaveLength(3);
    expect(await idsOf({ type: 'NEW_CLIENT', limit: 1, offset: 1 })).toEqual(clients.slice(1, 2));
  });

  test.each([{ limit: 0 }, { limit: 1001 }, { offset: -1 }, { offset: 1_000_000 }])(
    'rejects the query %o',
    async (query) => {
      await expectRefused(list(query), 'bad_input');
    },
  );

  test('a notification contains its client’s id until the client is deleted', async () => {
    const client = await aClient(salon, { name: 'Ana' });
    const id = await aBooking(salon, `${freshDay()} 09:00:00`, client.id);
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
    expect(await list()).toMatchObject([{ client_id: client.id, client_name: 'Ana' }]);
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
    const [notification] = await list();
    expect(notification).toMatchObject({ client_id: null, client_name: 'Obrisan klijent' });
    const read = await salon.admin.call('POST /notifications/{id}/read', {
      params: { id: notification?.id ?? 0 },
    });
    expect(read).toMatchObject({ client_id: null, client_name: 'Obrisan klijent' });
  });
});
