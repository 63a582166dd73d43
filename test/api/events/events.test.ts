import { afterAll, beforeAll, expect, test } from 'vitest';
import { toId, type UserId } from '../../../src/domain/ids.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { publishOnCommit, subscribe } from '../../../src/server/platform/events/publish.ts';
import { aBooking, aClient, aSlot, seen } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { aSubscriber, connectedUrl, requestEvents, type Subscriber } from '../../support/subscriber.ts';

const GUEST = { guest_name: 'Gošća', guest_phone: '063 555 100' };

onBothEngines('events', () => {
  let url: string;
  const opened: Subscriber[] = [];
  const open = async (token: string | null = null): Promise<Subscriber> => {
    const subscriber = await aSubscriber(url, { token });
    opened.push(subscriber);
    return subscriber;
  };
  beforeAll(async () => {
    url = await connectedUrl(salon);
  });
  afterAll(() => {
    for (const subscriber of opened) subscriber.close();
  });

  test('a client’s booking sends a slots event to everybody, and an appointments event only to the owner and the client', async () => {
    const [client, other] = [await aClient(salon), await aClient(salon)];
    const id = await aSlot(salon, '2026-11-19 10:00:00');
    const own = await open(client.token);
    const others = await open(other.token);
    const visitor = await open();
    const owner = await open(salon.admin.token);
    await client.call('POST /appointments/{id}/book', { params: { id }, body: seen('2026-11-19 10:00:00') });
    await visitor.receives('slots 2026-11-19');
    await owner.receives('slots 2026-11-19', 'appointments', 'notifications');
    await own.receives('slots 2026-11-19', 'appointments');
    await others.receives('slots 2026-11-19');
  });

  test('a visitor’s booking sends clients only a slots event with the day of the booking', async () => {
    const client = await aClient(salon);
    const id = await aSlot(salon, '2026-11-20 10:00:00');
    const own = await open(client.token);
    const owner = await open(salon.admin.token);
    const body = { ...seen('2026-11-20 10:00:00'), ...GUEST };
    await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    await owner.receives('slots 2026-11-20', 'appointments', 'notifications');
    await own.receives('slots 2026-11-20');
  });

  test('a change of a booking by the owner sends an event to the client, and to no visitor', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, '2026-11-23 10:00:00', client.id);
    const own = await open(client.token);
    const visitor = await open();
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id },
      body: { start_datetime: '2026-11-23 12:00:00', end_datetime: '2026-11-23 13:00:00' },
    });
    await own.receives('appointments', 'notifications');
    expect(visitor.received()).toEqual([]);
  });

  test('a change of an appointment on a past day sends an event only to the owner', async () => {
    const id = await aSlot(salon, '2026-11-16 10:00:00');
    const [visitor, owner] = [await open(), await open(salon.admin.token)];
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
    await owner.receives('appointments');
    expect(visitor.received()).toEqual([]);
  });

  test('adding or deleting an absence sends everybody a slots event with the absence’s days on which slots can be offered', async () => {
    const visitor = await open();
    const body = { date_from: '2026-11-16', date_to: '2026-11-18' };
    const { id } = await salon.admin.call('POST /annual', { body });
    await visitor.receives('slots 2026-11-17 2026-11-18');
    await salon.admin.call('DELETE /annual/{id}', { params: { id } });
    await visitor.receives('slots 2026-11-17 2026-11-18');
    const far = { date_from: '2027-01-15', date_to: '2028-01-01' };
    const added = await salon.admin.call('POST /annual', { body: far });
    await visitor.receives('slots 2027-01-15 2027-01-16');
    await salon.admin.call('DELETE /annual/{id}', { params: { id: added.id } });
  });

  test('reading or deleting a notification on one device sends an event to the user’s other device', async () => {
    await salon.visitor.call('POST /auth/register', {
      body: { name: 'Nova', email: 'nova@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
    });
    const [notification] = await salon.admin.call('GET /notifications', { query: { limit: 1 } });
    const id = notification?.id ?? 0;
    const owner = await open(salon.admin.token);
    await salon.admin.call('POST /notifications/{id}/read', { params: { id } });
    await owner.receives('notifications');
    await salon.admin.call('POST /notifications/{id}/read', { params: { id } }); // sends no event, because the notification is already read
    await salon.admin.call('DELETE /notifications/{id}', { params: { id } });
    await owner.receives('notifications');
  });

  test('events are published after the commit, but not for a rolled-back transaction or a failed attempt that is retried', async () => {
    const names = async () => {
      const rows = salon.db.selectFrom('services').select('name').where('name', 'like', 'Objava%');
      return (await rows.orderBy('name').execute()).map(({ name }) => name);
    };
    const published: { users: unknown[]; committed: Promise<string[]> }[] = [];
    subscribe(salon.db, ({ appointments }) =>
      published.push({ users: [...appointments], committed: names() }),
    );
    const add = (name: string, user: number, error?: Error) =>
      inTransaction(salon.db, async (trx) => {
        publishOnCommit(trx, { appointments: [toId<UserId>(user)] });
        const row = { name, price: 0, duration_minutes: 30, position: 1 };
        await trx.insertInto('services').values(row).execute();
        if (error) throw error;
      });
    const failed = await Promise.allSettled([add('Objava 1', 1, new Error('fails')), add('Objava 2', 2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    let attempts = 0;
    await inTransaction(salon.db, async (trx) => {
      publishOnCommit(trx, { appointments: [toId<UserId>(10 + ++attempts)] });
      if (attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect(published.map(({ users }) => users)).toEqual([[2], [12]]);
    expect(await published[0]?.committed).toEqual(['Objava 2']);
  });

  test('a stream starts with a full refresh, even if a page of an older release sends `age`', async () => {
    const first = async (query: string, token: string | null): Promise<string[]> => {
      const closing = new AbortController();
      const response = await requestEvents(url, { token, query }, closing.signal);
      const read = await response.body?.getReader().read();
      closing.abort();
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

  test('GET /events rejects an invalid token; a request that does not accept an event stream gets only the first line of the stream', async () => {
    const dead = await requestEvents(url, { token: 'x'.repeat(43) });
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
    const closing = new AbortController();
    const { headers } = await requestEvents(url, {}, closing.signal);
    closing.abort();
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });
});
