import { afterEach, beforeEach, expect, test } from 'vitest';
import { aBooking, aClient } from '../../support/builders.ts';
import { openPushService, type PushService } from '../../support/push/push-service.ts';
import { aDevice, openPushLoop } from '../../support/push/pushes.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const ACCOUNTS = bySize(6, 20);
const DEVICES_EACH = 10;
const MOST_OF_ACCOUNT = 2;
const MOST_OF_SERVICE = 4;

onBothEngines('push services that never respond', { emptyBeforeEach: true }, () => {
  let hanging: PushService;
  let other: PushService;
  beforeEach(async () => {
    [hanging, other] = await Promise.all([openPushService(), openPushService()]);
    hanging.slowDown(600_000);
  });
  afterEach(() => Promise.all([hanging.close(), other.close()]));

  const aClientWith = async (service: PushService, devices: number): Promise<Person> => {
    const client = await aClient(salon);
    for (let n = 0; n < devices; n++) await aDevice(service, client);
    return client;
  };
  const queuePushes = async (clients: readonly Person[]) => {
    const ids = [];
    for (const [n, client] of clients.entries())
      ids.push(await aBooking(salon, `2026-11-${19 + (n >> 3)} ${10 + (n & 7)}:00:00`, client.id));
    await salon.admin.call('POST /appointments/cancel-many', { body: { ids, reason: 'Bolest' } });
    salon.clock.advance(1);
  };
  /** Runs the worker during `act`, and then aborts the pending deliveries. */
  const whileSending = async (act: () => Promise<void>) => {
    const abort = new AbortController();
    const loop = openPushLoop(salon, { stopping: abort.signal, abort: abort.signal });
    await loop.run();
    await act();
    abort.abort();
    await loop.ended();
  };

  test('slow push services do not delay pushes to other services, however many devices use the slow ones', async () => {
    trial({ what: 'pushes', cases: ACCOUNTS * DEVICES_EACH });
    const slow = [];
    for (let n = 0; n < ACCOUNTS; n++) slow.push(await aClientWith(hanging, DEVICES_EACH));
    await queuePushes([...slow, await aClientWith(other, 1)]);
    await whileSending(async () => {
      await other.until(1);
      await expect.poll(hanging.requests).toBe(MOST_OF_SERVICE);
    });
    expect(hanging.requests()).toBe(MOST_OF_SERVICE);
  });

  test('a push service that does not respond gets only two deliveries of one account; once it responds, it gets all of them', async () => {
    trial({ what: 'pushes', cases: DEVICES_EACH });
    await queuePushes([await aClientWith(hanging, DEVICES_EACH)]);
    await whileSending(() => expect.poll(hanging.requests).toBe(MOST_OF_ACCOUNT));
    expect(hanging.requests()).toBe(MOST_OF_ACCOUNT);
    hanging.slowDown(5);
    salon.clock.advance(5);
    const loop = openPushLoop(salon);
    await loop.run();
    await loop.ended();
    expect(hanging.requests()).toBe(MOST_OF_ACCOUNT + DEVICES_EACH);
  });
});
