import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce, onCommitted } from '../../../src/server/platform/db/announcements/announcements.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { aBooking, aClient, aSlot, seen } from '../../support/builders.ts';
import { askForEvents, follow, type Listener, urlOf } from '../../support/listener.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const HEARD_MS = 500;
const GUEST = { guest_name: 'Gošća', guest_phone: '063 555 100' };

onBothEngines('events', () => {
  let url: string;
  const open: Listener[] = [];
  const listen = async (token: string | null = null): Promise<Listener> => {
    const listener = await follow(url, { token });
    open.push(listener);
    return listener;
  };
  beforeAll(async () => {
    url = await urlOf(salon.app);
    // on PostgreSQL it hears of the others from the first stream on, and tells all of it once they are heard
    await listen();
    await wait(HEARD_MS);
  });
  afterAll(() => {
    for (const listener of open) listener.leave();
  });

  test('a booking is told to everybody as a day, and to nobody but the owner and the client as more', async () => {
    const [client, other] = [await aClient(salon), await aClient(salon)];
    const id = await aSlot(salon, '2026-11-19 10:00:00');
    const own = await listen(client.token);
    const others = await listen(other.token);
    const visitor = await listen();
    const owner = await listen(salon.admin.token);
    await client.call('POST /appointments/{id}/book', { params: { id }, body: seen('2026-11-19 10:00:00') });
    await visitor.hears('slots 2026-11-19');
    await owner.hears('slots 2026-11-19', 'appointments', 'notifications');
    await own.hears('slots 2026-11-19', 'appointments');
    await others.hears('slots 2026-11-19');
  });

  test('a visitor’s booking concerns no client', async () => {
    const client = await aClient(salon);
    const id = await aSlot(salon, '2026-11-20 10:00:00');
    const own = await listen(client.token);
    const owner = await listen(salon.admin.token);
    const body = { ...seen('2026-11-20 10:00:00'), ...GUEST };
    await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    await owner.hears('slots 2026-11-20', 'appointments', 'notifications');
    await own.hears('slots 2026-11-20');
  });

  test('what the owner changes of a client’s booking is told to the client, and no slot to anybody', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, '2026-11-23 10:00:00', client.id);
    const own = await listen(client.token);
    const visitor = await listen();
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id },
      body: { start_datetime: '2026-11-23 12:00:00', end_datetime: '2026-11-23 13:00:00' },
    });
    await own.hears('appointments', 'notifications');
    expect(visitor.heard()).toEqual([]);
  });

  test('of a day that is over the owner alone is told', async () => {
    const id = await aSlot(salon, '2026-11-16 10:00:00');
    const [visitor, owner] = [await listen(), await listen(salon.admin.token)];
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
    await owner.hears('appointments');
    expect(visitor.heard()).toEqual([]);
  });

  test('the days of an absence are told to everybody as far as times are offered', async () => {
    const visitor = await listen();
    const body = { date_from: '2026-11-16', date_to: '2026-11-18' };
    const { id } = await salon.admin.call('POST /annual', { body });
    await visitor.hears('slots 2026-11-17 2026-11-18');
    await salon.admin.call('DELETE /annual/{id}', { params: { id } });
    await visitor.hears('slots 2026-11-17 2026-11-18');
    const far = { date_from: '2027-01-15', date_to: '2028-01-01' };
    const added = await salon.admin.call('POST /annual', { body: far });
    await visitor.hears('slots 2027-01-15 2027-01-16');
    await salon.admin.call('DELETE /annual/{id}', { params: { id: added.id } });
  });

  test('notifications that are read or deleted on one device are told to the other', async () => {
    await salon.visitor.call('POST /auth/register', {
      body: { name: 'Nova', email: 'nova@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
    });
    const [notice] = await salon.admin.call('GET /notifications', { query: { limit: 1 } });
    const id = notice?.id ?? 0;
    const owner = await listen(salon.admin.token);
    await salon.admin.call('POST /notifications/{id}/read', { params: { id } });
    await owner.hears('notifications');
    await salon.admin.call('POST /notifications/{id}/read', { params: { id } }); // it was read already
    await salon.admin.call('DELETE /notifications/{id}', { params: { id } });
    await owner.hears('notifications');
  });

  test('a transaction is told of once it is committed, and never when it failed', async () => {
    const rows = () =>
      salon.db.selectFrom('services').select('name').where('name', 'like', 'Glasno%').execute();
    const seenThen: Promise<{ name: string }[]>[] = [];
    const listener = () => void seenThen.push(rows());
    const add = (name: string, fails: boolean) =>
      inTransaction(salon.db, async (trx) => {
        announce(trx, { appointments: ['ADMIN'] });
        await trx
          .insertInto('services')
          .values({ name, price: 0, duration_minutes: 30, position: 1 })
          .execute();
        if (fails) throw new Error('it fails');
      });
    onCommitted(salon.db, listener);
    await expect(add('Glasno, pa ništa', true)).rejects.toThrow('it fails');
    expect(seenThen).toEqual([]);
    await add('Glasno', false);
    expect(await Promise.all(seenThen)).toEqual([[{ name: 'Glasno' }]]);
  });

  test('a stream begins with a full refresh, and ignores the `age` that pages of older releases send', async () => {
    const first = async (query: string, token: string | null): Promise<string[]> => {
      const leaving = new AbortController();
      const response = await askForEvents(url, { token, query }, leaving.signal);
      const read = await response.body?.getReader().read();
      leaving.abort();
      const text = new TextDecoder().decode(read?.value);
      return text.match(/"kind":"\w+"/g) ?? [];
    };
    const { token } = await aClient(salon);
    for (const query of ['', '?age=0', '?age=600000']) {
      expect(await first(query, token)).toEqual([
        '"kind":"slots"',
        '"kind":"appointments"',
        '"kind":"notifications"',
      ]);
      expect(await first(query, null)).toEqual(['"kind":"slots"']);
    }
  });

  test('a stream is for whoever asks for events: a dead token is refused, anything else gets a first line and the end', async () => {
    const dead = await askForEvents(url, { token: 'x'.repeat(43) });
    expect([dead.status, await dead.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'login_required' }),
    ]);
    for (const method of ['GET', 'HEAD'] as const) {
      const accept = method === 'GET' ? 'application/json' : '*/*';
      const response = await fetch(`${url}/api/events`, { method, headers: { accept } });
      expect([response.status, await response.text()]).toEqual([
        200,
        method === 'GET' ? 'retry: 3000\n\n' : '',
      ]);
    }
    const leaving = new AbortController();
    const { headers } = await askForEvents(url, {}, leaving.signal);
    leaving.abort();
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });
});
