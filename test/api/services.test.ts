import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ServiceId } from '../../src/domain/ids.ts';
import { aClient, aService, aSlot, seen } from '../support/builders.ts';
import { freshDay } from '../support/days.ts';
import { expectRefused } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { bySize } from '../support/size.ts';

const DEFAULTS = {
  cleanup_minutes: 0,
  is_addon: 0,
  return_weeks: null,
  short_words: [],
  group_name: null,
  description: null,
  is_offered: 1,
  name_en: null,
  name_ru: null,
};
const ROUNDS = bySize(8, 200);
const UNTIL_IT_WAITS_MS = 200;

onBothEngines('the price list', () => {
  test('when the owner adds, edits or deletes a service, everybody sees the change', async () => {
    const made = await salon.admin.call('POST /services', {
      body: { name: '  Gel lak ', price: 1800.5, duration_minutes: 60 },
    });
    expect(made).toEqual({ id: made.id, name: 'Gel lak', price: 1800.5, duration_minutes: 60, ...DEFAULTS });
    const edited = await salon.admin.call('PUT /services/{id}', {
      params: { id: made.id },
      body: { duration_minutes: null },
    });
    expect(edited).toEqual({ ...made, duration_minutes: null });
    expect(await salon.visitor.call('GET /services')).toEqual([edited]);
    await salon.admin.call('DELETE /services/{id}', { params: { id: made.id } });
    expect(await salon.visitor.call('GET /services')).toEqual([]);
    await expectRefused(salon.admin.call('DELETE /services/{id}', { params: { id: made.id } }), 'not_found');
  });

  test('a service has up to three short words, without commas', async () => {
    const { id } = await salon.admin.call('POST /services', {
      body: { name: 'Korekcija', short_words: ['kor', ' korek ', 'k'] },
    });
    const change = (short_words: string[]) =>
      salon.admin.call('PUT /services/{id}', { params: { id }, body: { short_words } });
    expect((await salon.visitor.call('GET /services'))[0]?.short_words).toEqual(['kor', 'korek', 'k']);
    expect((await change(['kr'])).short_words).toEqual(['kr']);
    await expectRefused(change(['a', 'b', 'c', 'd']), 'bad_input');
    await expectRefused(change(['a,b']), 'bad_input');
    await expectRefused(change(['a'.repeat(21)]), 'bad_input');
    expect((await change([])).short_words).toEqual([]);
    await salon.admin.call('DELETE /services/{id}', { params: { id } });
  });

  test('a service has a group and a description; blank ones are none', async () => {
    const { id, ...made } = await salon.admin.call('POST /services', {
      body: { name: 'Gel', group_name: ' Manikir ', description: 'Prvi red\ndrugi red' },
    });
    expect(made).toMatchObject({ group_name: 'Manikir', description: 'Prvi red\ndrugi red' });
    const change = (body: { group_name?: string; description?: string }) =>
      salon.admin.call('PUT /services/{id}', { params: { id }, body });
    expect(await change({ group_name: ' ', description: '' })).toMatchObject({
      group_name: null,
      description: null,
    });
    await expectRefused(change({ group_name: 'a'.repeat(41) }), 'bad_input');
    await expectRefused(change({ description: 'a'.repeat(301) }), 'bad_input');
    await salon.admin.call('DELETE /services/{id}', { params: { id } });
  });

  test('a service has names in English and Russian; blank ones are none', async () => {
    const { id, ...made } = await salon.admin.call('POST /services', {
      body: { name: 'Gel lak', name_en: ' Gel polish ', name_ru: '' },
    });
    expect(made).toMatchObject({ name: 'Gel lak', name_en: 'Gel polish', name_ru: null });
    const change = (body: { name_en?: string | null; name_ru?: string }) =>
      salon.admin.call('PUT /services/{id}', { params: { id }, body });
    await change({ name_en: ' ', name_ru: 'Гель-лак' });
    expect(await salon.visitor.call('GET /services')).toMatchObject([{ name_en: null, name_ru: 'Гель-лак' }]);
    await expectRefused(change({ name_en: 'a'.repeat(101) }), 'bad_input');
    await salon.admin.call('DELETE /services/{id}', { params: { id } });
  });

  test('only staff see, book and enter a service that is not offered; a client keeps it on her booking', async () => {
    const [hidden, other] = [
      await aService(salon, { name: 'Proba' }),
      await aService(salon, { name: 'Gel' }),
    ];
    await salon.admin.call('PUT /services/{id}', { params: { id: hidden }, body: { is_offered: 0 } });
    const ana = await aClient(salon);
    const seenBy = async (who: Person) => (await who.call('GET /services')).map(({ id }) => id);
    for (const who of [salon.visitor, ana]) expect(await seenBy(who)).toEqual([other]);
    expect(await seenBy(salon.admin)).toEqual([hidden, other]);
    const day = freshDay();
    const slot = await aSlot(salon, `${day} 10:00:00`);
    const body = { ...seen(`${day} 10:00:00`), service_id: hidden };
    await expectRefused(
      ana.call('POST /appointments/{id}/book', { params: { id: slot }, body }),
      'unknown_service',
    );
    const full = { date: freshDay(), service_id: hidden };
    await expectRefused(ana.call('POST /client-notifications/free-slot', { body: full }), 'unknown_service');
    const { id } = await salon.admin.call('POST /appointments', {
      body: { start_datetime: `${day} 14:00:00`, client_id: ana.id, service_id: hidden },
    });
    const setServices = (service_ids: ServiceId[]) =>
      ana.call('POST /appointments/{id}/service', { params: { id }, body: { service_ids } });
    expect((await setServices([hidden, other])).services).toHaveLength(2);
    await setServices([other]);
    await expectRefused(setServices([hidden]), 'unknown_service');
    for (const service of [hidden, other])
      await salon.admin.call('DELETE /services/{id}', { params: { id: service } });
  });

  test('the owner can sort the services; a request that omits a service is rejected', async () => {
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C'])
      ids.push((await salon.admin.call('POST /services', { body: { name } })).id);
    const wanted = [ids[2], ids[0], ids[1]] as number[];
    expect(await salon.admin.call('PUT /services/order', { body: { ids: wanted } })).toEqual({ count: 3 });
    expect((await salon.visitor.call('GET /services')).map(({ id }) => id)).toEqual(wanted);
    await expectRefused(
      salon.admin.call('PUT /services/order', { body: { ids: wanted.slice(1) } }),
      'conflict',
    );
  });

  test('concurrent orders of the price list all succeed, and the history records each from the order before it', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await salon.admin.call('POST /services', { body: { name } });
    const listed = async () => (await salon.visitor.call('GET /services')).map(({ id }) => id);
    const order = (ids: number[]) => salon.admin.call('PUT /services/order', { body: { ids } });
    const before = await listed();
    await order(before);
    await salon.db.deleteFrom('history').execute();
    const orders = before.map((_, n) => [...before.slice(n), ...before.slice(0, n)]);
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(orders.map(order));
      expect(orders).toContainEqual(await listed());
    }
    const position = new Map<number | null, number>(before.map((id, n) => [id, n + 1]));
    const rows = await salon.db
      .selectFrom('history')
      .select(['subject_id', 'changes'])
      .orderBy('id')
      .execute();
    for (const { subject_id, changes } of rows) {
      const [{ from, to }] = JSON.parse(changes) as [{ from: number; to: number }];
      expect(from).toBe(position.get(subject_id));
      position.set(subject_id, to);
    }
    expect(rows.length).toBeGreaterThan(before.length);
  });

  test('concurrent edits of different fields of one service are all kept', async () => {
    const { id } = await salon.admin.call('POST /services', { body: { name: 'Gel' } });
    const edit = (body: object) => salon.admin.call('PUT /services/{id}', { params: { id }, body });
    for (let round = 1; round <= ROUNDS; round++) {
      const after = { name: `Gel ${round}`, price: round, duration_minutes: round };
      const { name, price, duration_minutes } = after;
      await Promise.all([edit({ name }), edit({ price }), edit({ duration_minutes })]);
      expect(await salon.visitor.call('GET /services')).toContainEqual({ id, ...after, ...DEFAULTS });
    }
  });

  test('an edit of a service returns 404 if the service is deleted concurrently', async () => {
    const { id } = await salon.admin.call('POST /services', { body: { name: 'Gel' } });
    let refused: Promise<unknown> | undefined;
    await salon.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('services').where('id', '=', id).execute();
      const editing = salon.admin.call('PUT /services/{id}', { params: { id }, body: { price: 1 } });
      refused = expectRefused(editing, 'not_found');
      await wait(UNTIL_IT_WAITS_MS);
    });
    await refused;
  });

  test('clients and visitors cannot change the price list', async () => {
    const client = await aClient(salon);
    await expectRefused(client.call('POST /services', { body: { name: 'X' } }), 'not_allowed');
    await expectRefused(salon.visitor.call('POST /services', { body: { name: 'X' } }), 'login_required');
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'X', price: -1 }, 'price'],
    [{ name: 'X', price: 0.001 }, 'price'],
    [{ name: 'X', duration_minutes: 0 }, 'duration_minutes'],
    [{ name: 'X', return_weeks: 0 }, 'return_weeks'],
    [{ name: 'X', return_weeks: 13 }, 'return_weeks'],
    [{ name: 'X', discount: 5 }, 'discount'],
  ])('rejects the service %j and names the field', async (body, field) => {
    const refusal = await expectRefused(
      salon.admin.call('POST /services', { body: body as { name: string } }),
      'bad_input',
    );
    expect(Object.keys(refusal.fields)).toEqual([field]);
  });
});
