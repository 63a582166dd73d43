import { describe, expect, test } from 'vitest';
import { MAX_PUSH_SUBSCRIPTIONS } from '../../../src/domain/limits.ts';
import { ensurePushKeys } from '../../../src/server/push/subscriptions.ts';
import { deleteOutdatedRows } from '../../../src/server/start.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import { aSubscription } from '../../support/push/push-service.ts';
import { pushAll, pushesOf, subscriptionsOf } from '../../support/push/pushes.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const PASSWORD = 'tajna-lozinka';

onBothEngines('push subscriptions', { emptyBeforeEach: true }, () => {
  const someone = () => aClient(salon, { password: PASSWORD });
  const subscribed = async (person: Person, subscription = aSubscription()) => {
    await person.call('POST /push', { body: subscription });
    return subscription;
  };
  const endpoints = async () => (await subscriptionsOf(salon)).map(({ endpoint }) => endpoint);
  const queuePush = async (person: Person) => {
    const id = await aBooking(salon, '2026-11-19 10:00:00', person.id);
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
  };

  test('every logged-in user gets the same public P-256 key', async () => {
    const { public_key } = await salon.admin.call('GET /push/key');
    expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
    expect(await (await someone()).call('GET /push/key')).toEqual({ public_key });
    const [{ value = '' } = {}, ...more] = await salon.db
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', 'push_keys')
      .execute();
    expect(more).toEqual([]);
    const { privateKey } = JSON.parse(value);
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await salon.admin.call('GET /auth/me/export'))).not.toContain(privateKey);
  });

  test('the next run of the push worker creates the keys if an imported salon has none', async () => {
    await salon.db.deleteFrom('secrets').where('name', '=', 'push_keys').execute();
    await expectRefused(salon.admin.call('GET /push/key'), 'not_found');
    await Promise.all([pushAll(salon), pushAll(salon)]);
    const keys = await Promise.all([salon.admin.call('GET /push/key'), salon.admin.call('GET /push/key')]);
    expect(keys[0]).toEqual(keys[1]);
  });

  test('concurrent calls that create the keys return the same pair of keys', async () => {
    await salon.db.deleteFrom('secrets').where('name', '=', 'push_keys').execute();
    const made = await Promise.all(Array.from({ length: 8 }, () => ensurePushKeys(salon.db, 1)));
    expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1);
  });

  test('a subscription that is sent twice is stored once', async () => {
    const client = await someone();
    const { endpoint, keys } = await subscribed(client);
    await subscribed(client, { endpoint, keys });
    expect(await subscriptionsOf(salon)).toMatchObject([{ user_id: client.id, endpoint, ...keys }]);
  });

  test('a subscription belongs to the last session that sent it; pushes queued for its previous user are deleted', async () => {
    const client = await someone();
    const subscription = await subscribed(client);
    await queuePush(client);
    expect(await pushesOf(salon)).toHaveLength(1);
    const again = await salon.loggedIn(client.id);
    await subscribed(again, subscription);
    expect(await pushesOf(salon)).toHaveLength(1);
    const other = await someone();
    await subscribed(other, subscription);
    expect(await subscriptionsOf(salon)).toMatchObject([{ user_id: other.id }]);
    expect(await pushesOf(salon)).toEqual([]);
    await client.call('POST /auth/logout');
    expect(await subscriptionsOf(salon)).toHaveLength(1);
  });

  test('the eleventh subscription of an account ends the account’s oldest subscription', async () => {
    const client = await someone();
    const other = await subscribed(await someone());
    const all = [];
    for (let n = 0; n <= MAX_PUSH_SUBSCRIPTIONS; n++) {
      salon.clock.advanceMs(1000);
      all.push((await subscribed(client)).endpoint);
    }
    expect(await endpoints()).toEqual([other.endpoint, ...all.slice(1)]);
  });

  test('only the user of a subscription can end it; ending it twice causes no error', async () => {
    const client = await someone();
    const { endpoint } = await subscribed(client);
    const end = (person: Person) => person.call('DELETE /push', { body: { endpoint } });
    await end(await someone());
    await end(salon.admin);
    expect(await endpoints()).toEqual([endpoint]);
    await end(client);
    await end(client);
    expect(await endpoints()).toEqual([]);
  });

  describe('the end of a session', () => {
    const ENDS: readonly (readonly [
      string,
      (client: Person & { email: string | null }) => Promise<unknown>,
    ])[] = [
      ['by logging out', (client) => client.call('POST /auth/logout')],
      [
        'by a new password',
        (client) =>
          client.call('PUT /auth/me', {
            body: {
              old_password: PASSWORD,
              new_password: 'nova-lozinka',
              new_password_confirm: 'nova-lozinka',
            },
          }),
      ],
      [
        'by deactivation',
        (client) => salon.admin.call('PUT /users/{id}', { params: { id: client.id }, body: { active: 0 } }),
      ],
      [
        'by a password that the salon sets',
        (client) =>
          salon.admin.call('PUT /users/clients/{id}', {
            params: { id: client.id },
            body: { password_hash: 'nova-lozinka' },
          }),
      ],
      [
        'by deletion by the salon',
        (client) => salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } }),
      ],
      [
        'by deletion of the user’s own account',
        (client) =>
          client.call('POST /auth/me/delete', { body: { password: PASSWORD, cancel_bookings: true } }),
      ],
      [
        'by expiry',
        async () => {
          salon.clock.set('2026-12-20 11:20:00');
          await deleteOutdatedRows(salon.platform);
        },
      ],
    ];
    test.each(ENDS)(
      'a subscription and its queued pushes are deleted when its session ends %s',
      async (_, end) => {
        const client = await someone();
        await subscribed(client);
        await queuePush(client);
        expect(await pushesOf(salon)).toHaveLength(1);
        await end(client);
        expect(await subscriptionsOf(salon)).toEqual([]);
        expect(await pushesOf(salon)).toEqual([]);
      },
    );

    test('the end of a session keeps the subscriptions of the account’s other sessions', async () => {
      const client = await someone();
      await subscribed(client);
      const { endpoint } = await subscribed(await salon.loggedIn(client.id));
      await client.call('POST /auth/logout');
      expect(await endpoints()).toEqual([endpoint]);
    });

    test('no subscription remains if the session ends while the subscription is being stored', async () => {
      for (let round = 0; round < 10; round++) {
        const client = await someone();
        const outcomes = await outcomesOf([
          client.call('POST /push', { body: aSubscription() }),
          client.call('POST /auth/logout'),
        ]);
        expect(['ok', 'login_required']).toEqual(expect.arrayContaining(Object.keys(outcomes)));
      }
      expect(await subscriptionsOf(salon)).toEqual([]);
    });
  });

  test('concurrent requests with the same push endpoint store one subscription', async () => {
    const subscription = aSubscription();
    const people = await Promise.all(Array.from({ length: 6 }, someone));
    const outcomes = await outcomesOf(people.map((one) => one.call('POST /push', { body: subscription })));
    expect(outcomes).toEqual({ ok: 6 });
    expect(await endpoints()).toEqual([subscription.endpoint]);
  });

  test.each([
    ['an endpoint in a private network', { endpoint: 'http://192.168.1.1/push' }],
    ['an endpoint on the internet with plain HTTP', { endpoint: 'http://push.example.net/abc' }],
    ['a key outside the curve', { p256dh: `BA${'A'.repeat(85)}` }],
  ])(
    'rejects a subscription with %s',
    async (_, { endpoint, p256dh }: { endpoint?: string; p256dh?: string }) => {
      const { keys, ...rest } = aSubscription();
      const body = { ...rest, ...(endpoint && { endpoint }), keys: { ...keys, ...(p256dh && { p256dh }) } };
      await expectRefused((await someone()).call('POST /push', { body }), 'push_subscription_refused');
      expect(await subscriptionsOf(salon)).toEqual([]);
    },
  );

  test.each([
    ['an endpoint that is no URL', { endpoint: 'nigde' }],
    ['an endpoint that is too long', { endpoint: `https://push.example.net/${'a'.repeat(1000)}` }],
    ['a key of another length', { keys: { p256dh: 'BA', auth: 'A'.repeat(22) } }],
    ['a field that browsers do not send', { p256dh: 'BA' }],
  ])('rejects a subscription with %s as invalid', async (_, changed) => {
    const body = { ...aSubscription(), ...changed };
    await expectRefused((await someone()).call('POST /push', { body }), 'bad_input');
  });

  test('the export of a user’s data contains devices and pushes, but no endpoint and no key', async () => {
    const client = await someone();
    const { endpoint, keys } = await subscribed(client);
    await queuePush(client);
    const data = await client.call('GET /auth/me/export');
    expect(data).toMatchObject({
      profile: { push_on: 1 },
      devices: [{ created_at: '2026-11-17 11:20:00' }],
      pushes: [{ kind: 'CLIENT_NOTICE', created_at: '2026-11-17 11:20:00', sent_at: null }],
    });
    for (const secret of [endpoint, keys.p256dh, keys.auth])
      expect(JSON.stringify(data)).not.toContain(secret);
  });

  test('the profile returns and saves whether pushes are on', async () => {
    const client = await someone();
    expect(await client.call('GET /auth/me')).toMatchObject({ push_on: 1, mail_on: 1 });
    await client.call('PUT /auth/me', { body: { old_password: PASSWORD, push_on: 0 } });
    expect(await client.call('GET /auth/me')).toMatchObject({ push_on: 0, mail_on: 1 });
  });

  test('the switches for mails and pushes are saved without the password, and change nothing else', async () => {
    const client = await someone();
    const before = await client.call('GET /auth/me');
    const save = (body: { mail_on?: 0 | 1; push_on?: 0 | 1 }) =>
      client.call('PUT /auth/me/notifications', { body });
    expect(await save({ push_on: 0 })).toEqual({ ...before, push_on: 0 });
    expect(await save({ mail_on: 0 })).toEqual({ ...before, push_on: 0, mail_on: 0 });
    expect(await save({})).toEqual({ ...before, push_on: 0, mail_on: 0 });
    await Promise.all([save({ push_on: 1 }), save({ mail_on: 1 })]);
    expect(await client.call('GET /auth/me')).toEqual(before);
  });
});

onBothEngines(
  'a salon in production',
  { settings: { NODE_ENV: 'production', PUSH_HOSTS: 'push.example.org' } },
  () => {
    test.each([
      'https://127.0.0.1/abc',
      'https://localhost/abc',
      'https://[::1]/abc',
      'https://[::ffff:127.0.0.1]/abc',
      'https://[fe80::1]/abc',
      'https://169.254.169.254/latest/meta-data',
      'https://2130706433/abc',
      'http://fcm.googleapis.com/abc',
      'https://fcm.googleapis.com:0/abc',
      'https://push.example.net/abc',
    ])('rejects a subscription with the endpoint %s', async (endpoint) => {
      const client = await aClient(salon);
      await expectRefused(
        client.call('POST /push', { body: aSubscription(endpoint) }),
        'push_subscription_refused',
      );
    });

    test('accepts a subscription at a known push service or at a host listed in PUSH_HOSTS', async () => {
      const client = await aClient(salon);
      await client.call('POST /push', { body: aSubscription('https://fcm.googleapis.com/fcm/send/abc') });
      await client.call('POST /push', { body: aSubscription('https://push.example.org/abc') });
      expect(await subscriptionsOf(salon)).toHaveLength(2);
    });
  },
);
