import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { TIMEOUTS } from '../../../src/server/platform/http/hardening.ts';
import { aClient } from '../../support/builders.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { WAIT_MS } from '../../support/size.ts';
import { aSubscriber, requestEvents, type Subscriber, urlOf } from '../../support/subscriber.ts';

/** Heartbeats also end the streams of ended sessions. With this interval, no heartbeat occurs during a test. */
const RARE_HEARTBEATS = { ...TIMEOUTS, checkEveryMs: 60, heartbeatMs: 60_000 };
const FREQUENT_HEARTBEATS = { ...RARE_HEARTBEATS, heartbeatMs: 100 };
/** Only for tests of the idle timeout: with so short a timeout, a busy server closes some connections before it has read the request. */
const SHORT_IDLE = { ...RARE_HEARTBEATS, idleMs: 500 };
const STAYS_MS = 300;
const NEW_PASSWORD = 'nova-lozinka';

async function isOpen({ ended }: Subscriber, waitMs = STAYS_MS): Promise<boolean> {
  return (await Promise.race([ended.then(() => 'ended'), wait(waitMs, 'open')])) === 'open';
}
const endsSoon = async (subscriber: Subscriber): Promise<void> =>
  expect(await isOpen(subscriber, WAIT_MS / 3)).toBe(false);

/** Actions that end either the current session or all sessions of a client. */
const ACTS: readonly (readonly [
  what: string,
  act: (client: Person) => Promise<unknown>,
  ends: 'all' | 'one',
])[] = [
  ['logout', (client) => client.call('POST /auth/logout'), 'one'],
  [
    'a password change',
    (client) =>
      client.call('PUT /auth/me', {
        body: { old_password: 'lozinka', new_password: NEW_PASSWORD, new_password_confirm: NEW_PASSWORD },
      }),
    'all',
  ],
  [
    'deactivation',
    ({ id }) => salon.admin.call('PUT /users/{id}', { params: { id }, body: { active: 0 } }),
    'all',
  ],
  [
    'deletion by the owner',
    ({ id }) => salon.admin.call('DELETE /users/clients/{id}', { params: { id } }),
    'all',
  ],
  [
    'account deletion by the client',
    (client) => client.call('POST /auth/me/delete', { body: { password: 'lozinka' } }),
    'all',
  ],
];

onBothEngines('event streams of ended sessions', { timeouts: RARE_HEARTBEATS }, () => {
  let url: string;
  beforeAll(async () => {
    url = await urlOf(salon);
  });

  test.each(ACTS)('%s ends only the event streams of the ended sessions', async (_, act, ends) => {
    const client = await aClient(salon, { password: 'lozinka' });
    const elsewhere = await salon.loggedIn(client.id);
    const own = await aSubscriber(url, { token: client.token });
    const ofOtherSession = await aSubscriber(url, { token: elsewhere.token });
    const others = await aSubscriber(url, { token: (await aClient(salon)).token });
    const visitor = await aSubscriber(url);
    await act(client);
    await endsSoon(own);
    if (ends === 'all') await endsSoon(ofOtherSession);
    else expect(await isOpen(ofOtherSession)).toBe(true);
    expect(await isOpen(others)).toBe(true);
    expect(await isOpen(visitor)).toBe(true);
    for (const one of [ofOtherSession, others, visitor]) one.close();
  });
});

onBothEngines('idle event streams', { timeouts: SHORT_IDLE }, () => {
  test('an event stream without events stays open after the idle timeout of the connection', async () => {
    const visitor = await aSubscriber(await urlOf(salon));
    expect(await isOpen(visitor, SHORT_IDLE.idleMs * 4)).toBe(true);
    visitor.close();
  });
});

onBothEngines('heartbeats and expired sessions', { timeouts: FREQUENT_HEARTBEATS }, () => {
  test('the server sends heartbeats, and ends a stream when its session expires', async () => {
    const client = await aClient(salon);
    const url = await urlOf(salon);
    const own = await aSubscriber(url, { token: client.token });
    const visitor = await aSubscriber(url);
    await expect.poll(own.heartbeats, { timeout: WAIT_MS }).toBeGreaterThan(1);
    salon.clock.advance(31 * 24 * 60);
    await endsSoon(own);
    expect(await isOpen(visitor)).toBe(true);
    visitor.close();
  });
});

onBothEngines('event streams during shutdown', { timeouts: RARE_HEARTBEATS }, () => {
  test('the shutdown ends every stream immediately and rejects new streams', async () => {
    const url = await urlOf(salon);
    const streams = [await aSubscriber(url), await aSubscriber(url, { token: salon.admin.token })];
    salon.app.shutdown.begin();
    for (const stream of streams) await endsSoon(stream);
    const refused = await requestEvents(url);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'stopping' }),
    ]);
  });
});
