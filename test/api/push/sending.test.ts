import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/server/platform/config.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import {
  aSubscription,
  type Device,
  openPushService,
  type PushService,
} from '../../support/push/push-service.ts';
import { aDevice, openPushLoop, pushAll, pushesOf, subscriptionsOf } from '../../support/push/pushes.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const MINUTE_MS = 60_000;
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-23'] as const;

onBothEngines('sending pushes', { emptyBeforeEach: true }, () => {
  let service: PushService;
  let client: Person;
  let phone: Device;
  beforeEach(async () => {
    service = await openPushService();
    client = await aClient(salon);
    phone = await aDevice(service, client);
  });
  afterEach(() => service.close());
  const cancelled = (id: number) =>
    salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
  const queuePushes = async (person: Person, count = 1) => {
    for (const day of DAYS.slice(0, count)) {
      const id = await aBooking(salon, `${day} 10:00:00`, person.id);
      await salon.admin.call('POST /appointments/{id}/cancel', {
        params: { id },
        body: { reason: 'Bolest' },
      });
      await salon.db.deleteFrom('appointments').where('id', '=', id).execute();
    }
  };
  const only = async () => {
    const [row, ...more] = await pushesOf(salon);
    if (!row || more.length > 0) throw new Error(`${more.length + 1} pushes`);
    return row;
  };
  const minutesLater = (minutes: number) => {
    salon.clock.advanceMs(minutes * MINUTE_MS);
    return pushAll(salon);
  };

  test('concurrent runs of the push worker send each push once', async () => {
    const laptop = await aDevice(service, client);
    await queuePushes(client, 3);
    await Promise.all([pushAll(salon), pushAll(salon), pushAll(salon)]);
    await minutesLater(600);
    const days = (device: Device) =>
      device.pushes.map(({ message: { body } }) => /\d+\. novembra/.exec(body)?.[0]);
    expect(days(phone)).toEqual(['19. novembra', '20. novembra', '21. novembra']);
    expect(days(laptop)).toEqual(days(phone));
    expect(service.requests()).toBe(6);
    expect(await pushesOf(salon)).toMatchObject(
      Array.from({ length: 6 }, () => ({ attempts: 1, given_up_at: null, last_error: null })),
    );
  });

  test('a push is dropped if its device now belongs to another user', async () => {
    await queuePushes(client);
    const now = await aClient(salon);
    await salon.db.updateTable('push_subscriptions').set({ user_id: now.id }).execute();
    await pushAll(salon);
    expect(service.requests()).toBe(0);
    expect(await only()).toMatchObject({ last_error: 'nobody' });
  });

  test.each([404, 410])(
    'the response status %i ends the subscription and deletes its queued pushes',
    async (status) => {
      await queuePushes(client, 2);
      service.next(status);
      const log = await pushAll(salon);
      expect(log).toContain('push subscription ended');
      expect(await subscriptionsOf(salon)).toEqual([]);
      expect(await pushesOf(salon)).toEqual([]);
      expect(service.requests()).toBe(1);
    },
  );

  test.each([429, 500, 503, 'hang-up'] as const)(
    'retries a push one minute after the response %s',
    async (response) => {
      await queuePushes(client);
      service.next(response);
      const log = await pushAll(salon);
      expect(log).toContain('push not sent; will retry');
      for (const secret of [phone.subscription.endpoint, service.origin]) expect(log).not.toContain(secret);
      salon.clock.advanceMs(MINUTE_MS - 1);
      await pushAll(salon);
      expect(phone.pushes).toEqual([]);
      salon.clock.advanceMs(1);
      await pushAll(salon);
      expect(phone.pushes).toHaveLength(1);
      expect(await only()).toMatchObject({ attempts: 2, last_error: null });
    },
  );

  test.each([
    ['600', 10],
    ['99999999', 60],
    ['-5', 1],
    ['tomorrow', 1],
  ])('with the response header Retry-After %s, retries after %i minutes', async (seconds, minutes) => {
    await queuePushes(client);
    service.next({ status: 429, headers: { 'retry-after': seconds } });
    await pushAll(salon);
    salon.clock.advanceMs(minutes * MINUTE_MS - 1);
    await pushAll(salon);
    expect(service.requests()).toBe(1);
    salon.clock.advanceMs(1);
    await pushAll(salon);
    expect(phone.pushes).toHaveLength(1);
  });

  test.each([301, 302, 307, 400, 401, 403, 413])(
    'drops a push after the response status %i, and sends the next push',
    async (status) => {
      await queuePushes(client, 2);
      service.next({ status, headers: { location: `${service.origin}/elsewhere` } });
      const log = await pushAll(salon);
      expect(log).toContain('push not sent; given up');
      expect(phone.pushes).toHaveLength(1);
      expect(service.requests()).toBe(2);
      expect(await pushesOf(salon)).toMatchObject([
        { given_up_at: salon.clock.ms(), last_error: String(status), sent_at: null },
        { given_up_at: null, sent_at: salon.clock.ms() },
      ]);
    },
  );

  test('a push is retried with growing delays, and dropped after the tenth attempt', async () => {
    const id = await aBooking(salon, '2026-11-30 10:00:00', client.id);
    await cancelled(id);
    service.next(...Array.from({ length: 20 }, () => 500));
    await pushAll(salon);
    for (const minutes of [1, 2, 5, 15, 30, 60, 120, 180, 240]) {
      const before = service.requests();
      salon.clock.advanceMs(minutes * MINUTE_MS - 1);
      await pushAll(salon);
      expect(service.requests()).toBe(before);
      salon.clock.advanceMs(1);
      await pushAll(salon);
      expect(service.requests()).toBe(before + 1);
    }
    expect(await only()).toMatchObject({ given_up_at: salon.clock.ms(), last_error: '500' });
    await minutesLater(240);
    expect(service.requests()).toBe(10);
  });

  test('a push that is more than twelve hours old is dropped', async () => {
    const id = await aBooking(salon, '2026-11-30 10:00:00', client.id);
    await cancelled(id);
    await minutesLater(12 * 60 + 1);
    expect(await only()).toMatchObject({ given_up_at: salon.clock.ms(), last_error: 'too late' });
    expect(service.requests()).toBe(0);
  });

  test('a push whose appointment has begun is dropped', async () => {
    const id = await aBooking(salon, '2026-11-17 11:25:00', client.id);
    await cancelled(id);
    service.next(500);
    await pushAll(salon);
    await minutesLater(5);
    expect(await only()).toMatchObject({ last_error: 'too late', sent_at: null });
    expect(service.requests()).toBe(1);
  });

  test('if a push service does not respond, its push is retried, and pushes to other services are not delayed', async () => {
    const silent = createServer((socket: Socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const hanging = await aClient(salon);
    await hanging.call('POST /push', { body: aSubscription(`http://127.0.0.1:${port}/never`) });
    await queuePushes(hanging, 3);
    await queuePushes(client, 3);
    const loop = openPushLoop(salon, { responseTimeoutMs: 1500 });
    await loop.run();
    await service.until(3);
    await aBooking(salon, '2026-11-24 10:00:00', client.id).then(cancelled);
    await loop.run();
    await service.until(4);
    const connections = await new Promise((resolve) => silent.getConnections((_, count) => resolve(count)));
    expect(connections).toBe(1);
    expect((await pushesOf(salon)).filter(({ attempts }) => attempts === 0)).toHaveLength(2);
    expect(await loop.ended()).toContain('TimeoutError');
    const waiting = (await pushesOf(salon)).filter(({ user_id }) => user_id === hanging.id);
    expect(waiting.map(({ attempts, sent_at }) => ({ attempts, sent_at }))).toEqual([
      { attempts: 1, sent_at: null },
      { attempts: 0, sent_at: null },
      { attempts: 0, sent_at: null },
    ]);
  });

  test('a server that is stopping starts no new delivery and aborts the current delivery', async () => {
    await queuePushes(client, 2);
    service.slowDown(60_000);
    const stopping = new AbortController();
    const abort = new AbortController();
    const sending = pushAll(salon, { stopping: stopping.signal, abort: abort.signal });
    while (service.requests() === 0) await wait(5);
    stopping.abort();
    abort.abort();
    expect(await sending).toContain('AbortError');
    expect(service.requests()).toBe(1);
  });

  test('the push that a crashed process had claimed is retried after a minute', async () => {
    await queuePushes(client);
    const { id } = await only();
    const next_try_at = salon.clock.ms() + MINUTE_MS; // simulates that another process has claimed the push
    await salon.db
      .updateTable('push_outbox')
      .set({ attempts: 1, next_try_at })
      .where('id', '=', id)
      .execute();
    await pushAll(salon);
    expect(phone.pushes).toEqual([]);
    await minutesLater(1);
    expect(phone.pushes).toHaveLength(1);
  });

  test.each([
    ['A_KIND_OF_TOMORROW', '{}'],
    ['REMINDER_24H', '{}'],
    ['OWNER_MORNING', '{"day":"danas"}'],
  ])('drops a push of kind %s with content %s, and sends the next push', async (kind, content) => {
    await queuePushes(client, 2);
    const [first] = await pushesOf(salon);
    await salon.db
      .updateTable('push_outbox')
      .set({ kind, content })
      .where('id', '=', first?.id ?? (0 as never))
      .execute();
    await pushAll(salon);
    expect(phone.pushes).toHaveLength(1);
    expect((await pushesOf(salon))[0]).toMatchObject({ last_error: 'unreadable: queued by another release' });
  });

  test('if the host name of a subscription resolves to a loopback address, the server ends the subscription without connecting', async () => {
    await queuePushes(client);
    const { port } = new URL(service.origin);
    const endpoint = `http://localhost:${port}/send`;
    await salon.db.updateTable('push_subscriptions').set({ endpoint }).execute();
    const log = await pushAll(salon, { connecting: readConfig({ NODE_ENV: 'production' }) });
    expect(log).toContain('no public address');
    expect(service.requests()).toBe(0);
    expect(await subscriptionsOf(salon)).toEqual([]);
  });

  test('in production, the server does not connect to a loopback address', async () => {
    await queuePushes(client);
    await pushAll(salon, { config: readConfig({}) });
    expect(service.requests()).toBe(0);
    expect(await subscriptionsOf(salon)).toEqual([]);
  });
});
