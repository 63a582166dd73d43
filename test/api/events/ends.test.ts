import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { aClient } from '../../support/builders.ts';
import { askForEvents, follow, type Listener, urlOf } from '../../support/listener.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { WAIT_MS } from '../../support/size.ts';

/** Far longer than the tests wait for a stream to end: it is the act that ends it. */
const SELDOM = { requestMs: 12_000, idleMs: 200, checkEveryMs: 60, heartbeatMs: 60_000 };
const OFTEN = { ...SELDOM, heartbeatMs: 100 };
const STAYS_MS = 300;
const NEW_PASSWORD = 'nova-lozinka';

async function isOpen({ ended }: Listener, waitMs = STAYS_MS): Promise<boolean> {
  return (await Promise.race([ended.then(() => 'ended'), wait(waitMs, 'open')])) === 'open';
}
const endsSoon = async (listener: Listener): Promise<void> =>
  expect(await isOpen(listener, WAIT_MS / 3)).toBe(false);

/** Every act that ends the sessions of a client, all of them but where it is said. */
const ACTS: readonly (readonly [
  what: string,
  act: (client: Person) => Promise<unknown>,
  ends: 'all' | 'one',
])[] = [
  ['logging out', (client) => client.call('POST /auth/logout'), 'one'],
  [
    'a new password',
    (client) =>
      client.call('PUT /auth/me', {
        body: { old_password: 'lozinka', new_password: NEW_PASSWORD, new_password_confirm: NEW_PASSWORD },
      }),
    'all',
  ],
  [
    'being deactivated',
    ({ id }) => salon.admin.call('PUT /users/{id}', { params: { id }, body: { active: 0 } }),
    'all',
  ],
  [
    'being deleted by the owner',
    ({ id }) => salon.admin.call('DELETE /users/clients/{id}', { params: { id } }),
    'all',
  ],
  [
    'deleting one’s own account',
    (client) => client.call('POST /auth/me/delete', { body: { password: 'lozinka' } }),
    'all',
  ],
];

onBothEngines('streams and sessions', { timeouts: SELDOM }, () => {
  let url: string;
  beforeAll(async () => {
    url = await urlOf(salon.app);
  });

  test.each(ACTS)('%s ends the streams of the session, and nobody else’s', async (_, act, ends) => {
    const client = await aClient(salon, { password: 'lozinka' });
    const elsewhere = await salon.loggedIn(client.id);
    const own = await follow(url, { token: client.token });
    const ofOtherSession = await follow(url, { token: elsewhere.token });
    const others = await follow(url, { token: (await aClient(salon)).token });
    const visitor = await follow(url);
    await act(client);
    await endsSoon(own);
    if (ends === 'all') await endsSoon(ofOtherSession);
    else expect(await isOpen(ofOtherSession)).toBe(true);
    expect(await isOpen(others)).toBe(true);
    expect(await isOpen(visitor)).toBe(true);
    for (const one of [ofOtherSession, others, visitor]) one.leave();
  });

  test('a stream on which nothing happens is not taken for a slow reader', async () => {
    const visitor = await follow(url);
    expect(await isOpen(visitor, SELDOM.idleMs * 8)).toBe(true);
    visitor.leave();
  });
});

onBothEngines('streams and time', { timeouts: OFTEN }, () => {
  test('a stream has a heartbeat, and ends when its session expires', async () => {
    const client = await aClient(salon);
    const url = await urlOf(salon.app);
    const own = await follow(url, { token: client.token });
    const visitor = await follow(url);
    await expect.poll(own.heartbeats, { timeout: WAIT_MS }).toBeGreaterThan(1);
    salon.clock.advance(31 * 24 * 60);
    await endsSoon(own);
    expect(await isOpen(visitor)).toBe(true);
    visitor.leave();
  });
});

onBothEngines('streams and the end', { timeouts: SELDOM }, () => {
  test('when the server is told to stop every stream ends at once, and none is opened', async () => {
    const url = await urlOf(salon.app);
    const streams = [await follow(url), await follow(url, { token: salon.admin.token })];
    salon.app.shutdown.begin();
    for (const stream of streams) await endsSoon(stream);
    const refused = await askForEvents(url);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'stopping' }),
    ]);
  });
});
