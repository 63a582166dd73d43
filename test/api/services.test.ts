import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aClient } from '../support/builders.ts';
import { expectRefused } from '../support/refused.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { bySize } from '../support/size.ts';

const DEFAULTS = { is_addon: 0, return_weeks: null };
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
