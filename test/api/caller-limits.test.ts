import { beforeEach, describe, expect, test } from 'vitest';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { deleteOutdatedRows } from '../../src/server/start.ts';
import { aBooking, aClient, aSlot, seen } from '../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../support/days.ts';
import { aTarget, moveOwn } from '../support/moving.ts';
import { expectRefused, outcomesOf } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

const RATE_LIMIT_ON = { settings: { RATE_LIMIT: 'on' }, emptyBeforeEach: true };
const HERE = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';

const aFreeTime = async () => {
  const start = atHour(freshDay(), 9);
  return { id: await aSlot(salon, start), start };
};
const guest = () => ({ guest_name: 'Gošća', guest_phone: freshPhone() });
const book = async (person: Person, { id, start } = { id: 0, start: '' as WallTime }) => {
  const free = id === 0 ? await aFreeTime() : { id, start };
  return person.call('POST /appointments/{id}/book', {
    params: { id: free.id },
    body: { ...seen(free.start), ...guest() },
  });
};
const cancelByLink = (person: Person, token: string | null) =>
  person.call('POST /guest-link/cancel', { body: { token: token ?? '', reason: 'Ne mogu' } });
const times = async (count: number, act: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await act(n);
};
const join = (person: Person, date = freshDay(), phone = freshPhone()) =>
  person.call('POST /client-notifications/free-slot', {
    body: { date, guest_name: 'Gošća', guest_phone: phone },
  });
const retryAfter = async (url: string, payload: object) => {
  const { statusCode, headers } = await salon.app.inject({
    method: 'POST',
    url: `/api${url}`,
    payload,
    remoteAddress: HERE,
  });
  expect(statusCode).toBe(429);
  return Number(headers['retry-after']);
};

onBothEngines('limits per IP network and client', RATE_LIMIT_ON, () => {
  let here: Person;
  beforeEach(() => {
    here = salon.from(HERE);
  });

  test('an IP network can make six bookings in ten minutes; after that, Retry-After says when the next booking is possible', async () => {
    await times(6, async (n) => {
      if (n === 1) salon.clock.advance(2);
      await book(here);
    });
    const free = await aFreeTime();
    await expectRefused(book(here, free), 'too_many_actions');
    const wait = await retryAfter(`/appointments/${free.id}/book`, { ...seen(free.start), ...guest() });
    expect(wait).toBe(8 * 60);
    salon.clock.advanceMs(wait * 1000 - 1);
    await expectRefused(book(here, free), 'too_many_actions');
    salon.clock.advanceMs(1);
    await book(here, free);
    await expectRefused(book(here), 'too_many_actions');
  });

  test('a booking refused by the limit leaves the slot free, and no IP address is stored in plain text', async () => {
    await times(6, () => book(here));
    const free = await aFreeTime();
    await expectRefused(book(here, free), 'too_many_actions');
    await book(salon.from(ELSEWHERE), free);
    expect(JSON.stringify(await salon.db.selectFrom('counted_acts').selectAll().execute())).not.toContain(
      '203.0',
    );
  });

  test('a client can change the notification switches of the profile thirty times a day', async () => {
    const ana = await aClient(salon);
    const change = (n: number) =>
      ana.call('PUT /auth/me/notifications', { body: { push_on: n % 2 === 0 ? 0 : 1 } });
    await times(30, change);
    await expectRefused(change(30), 'too_many_actions');
    salon.clock.advance(24 * 60);
    await change(31);
  });

  test('of fifty concurrent bookings from one IP network, six succeed', async () => {
    const frees = [];
    for (let n = 0; n < 50; n++) frees.push(await aFreeTime());
    expect(await outcomesOf(frees.map((free) => book(here, free)))).toEqual({ ok: 6, too_many_actions: 44 });
  });

  test('allows an IP network twelve upcoming bookings and fifteen bookings a day', async () => {
    const tokens: (string | null)[] = [];
    await times(12, async (n) => {
      if (n % 6 === 0) salon.clock.advance(11);
      tokens.push((await book(here)).guest_link);
    });
    salon.clock.advance(11);
    await expectRefused(book(here), 'too_many_actions');
    await times(3, async (n) => {
      await cancelByLink(here, tokens[n] ?? null);
      await book(here);
    });
    await cancelByLink(here, tokens[3] ?? null);
    await expectRefused(book(here), 'too_many_actions');
    salon.clock.advance(24 * 60);
    await book(here);
  });

  test.each([
    ['the same /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 'too_many_actions'],
    ['an IPv4-mapped address', HERE, `::ffff:${HERE}`, 'too_many_actions'],
    ['another /64', '2001:db8:1:2::1', '2001:db8:1:3::1', undefined],
    ['another address', HERE, ELSEWHERE, undefined],
  ] as const)(
    'after six bookings from one address, the error for a booking from %s is $3',
    async (_what, first, second, code) => {
      await times(6, () => book(salon.from(first)));
      if (code) await expectRefused(book(salon.from(second)), code);
      else await book(salon.from(second));
    },
  );

  test('requests repeated with the same idempotency key and refused requests do not count for the limits', async () => {
    const free = await aFreeTime();
    const repeated = () =>
      salon.app.inject({
        method: 'POST',
        url: `/api/appointments/${free.id}/book`,
        headers: { 'idempotency-key': 'jedan' },
        payload: { ...seen(free.start), guest_name: 'Gošća', guest_phone: '065 100001' },
        remoteAddress: HERE,
      });
    await times(8, async () => expect((await repeated()).statusCode).toBe(200));
    await times(8, () => expectRefused(book(here, free), 'slot_gone'));
    await times(5, () => book(here));
    await expectRefused(book(here), 'too_many_actions');
    expect((await repeated()).statusCode).toBe(200);
  });

  test('the limits per IP network do not apply to clients, the owner, or visitors on the machine of the server', async () => {
    await times(6, () => book(here));
    const client = await aClient(salon);
    await book(salon.from(HERE, client.token));
    await times(7, () => book(salon.visitor));
    await times(7, () => book(salon.from(HERE, salon.admin.token)));
  });

  test('allows an IP network fifteen cancellations a day', async () => {
    const tokens: (string | null)[] = [];
    await times(16, async () => tokens.push((await book(salon.visitor)).guest_link));
    await times(15, (n) => cancelByLink(here, tokens[n] ?? null));
    await expectRefused(cancelByLink(here, tokens[15] ?? null), 'too_many_actions');
    await cancelByLink(salon.from(ELSEWHERE), tokens[15] ?? null);
  });

  test('allows a client ten cancellations a day from any IP network, and the owner any number', async () => {
    const client = await aClient(salon);
    const cancel = async (person: Person) =>
      person.call('POST /appointments/{id}/cancel', {
        params: { id: await aBooking(salon, atHour(freshDay(), 9), client.id) },
        body: { reason: 'Ne mogu' },
      });
    await times(10, (n) => cancel(n % 2 ? client : salon.from(HERE, client.token)));
    await expectRefused(cancel(client), 'too_many_actions');
    await times(12, () => cancel(salon.admin));
    salon.clock.advance(24 * 60);
    await cancel(client);
  });

  test('a move counts as a cancellation by the client or the IP network; a refused move does not count', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, atHour(freshDay(), 9), client.id);
    const gone = await aTarget(salon, atHour(freshDay(), 9));
    await salon.db.deleteFrom('appointments').where('id', '=', gone.to_id).execute();
    await times(11, () => expectRefused(moveOwn(client, id, gone), 'slot_gone'));
    const another = async () => aTarget(salon, atHour(freshDay(), 9));
    await times(10, async () => moveOwn(client, id, await another()));
    await expectRefused(moveOwn(client, id, await another()), 'too_many_actions');
    const body = { reason: 'Ne mogu' };
    const cancelling = client.call('POST /appointments/{id}/cancel', { params: { id }, body });
    await expectRefused(cancelling, 'too_many_actions');

    const { guest_link } = await book(here);
    const token = guest_link ?? '';
    const moveByLink = async (person: Person) =>
      person.call('POST /guest-link/reschedule', { body: { token, ...(await another()) } });
    await times(15, () => moveByLink(here));
    await expectRefused(moveByLink(here), 'too_many_actions');
    await expectRefused(cancelByLink(here, token), 'too_many_actions');
    await moveByLink(salon.from(ELSEWHERE));
    salon.clock.advance(24 * 60);
    await moveByLink(here);
  });

  test('allows an IP network fifteen waitlist entries at a time; joining the same day again does not count', async () => {
    const [day, phone] = [freshDay(), freshPhone()];
    await join(here, day, phone);
    await times(14, () => join(here));
    await join(here, day, phone);
    await expectRefused(join(here), 'too_many_actions');
    const body = { date: freshDay(), guest_name: 'Gošća', guest_phone: freshPhone() };
    const wait = await retryAfter('/client-notifications/free-slot', body);
    salon.clock.advanceMs(wait * 1000); // after this wait, the day of the first waitlist entry is in the past
    await join(here);
    await join(salon.from(ELSEWHERE));
  });

  test('allows an IP network twenty registrations a day; registrations with an email that is in use are refused, but count', async () => {
    await aClient(salon, { email: 'ana@primer.rs' });
    const register = (n: number) =>
      here.call('POST /auth/register', {
        body: {
          name: 'Ana',
          email: n % 2 ? 'ana@primer.rs' : `ana${n}@primer.rs`,
          password: 'lozinka',
          password_confirm: 'lozinka',
        },
      });
    const outcomes = await outcomesOf(Array.from({ length: 25 }, (_, n) => register(n)));
    expect(outcomes.too_many_actions).toBe(5);
    expect((outcomes.ok ?? 0) + (outcomes.email_taken ?? 0)).toBe(20);
  });

  test('outdated counters and the IP network of an ended booking are deleted', async () => {
    await book(here);
    const networks = () => salon.db.selectFrom('bookings').select('booker_network').execute();
    expect((await networks())[0]?.booker_network).toMatch(/^[\w-]{22}$/);
    salon.clock.set('2028-01-01 10:00:00');
    await deleteOutdatedRows(salon.platform);
    expect(await salon.db.selectFrom('counted_acts').selectAll().execute()).toEqual([]);
    expect(await networks()).toEqual([{ booker_network: null }]);
  });

  test('all IP networks are hashed with one key, which GET /settings does not return', async () => {
    await book(here);
    const secrets = await salon.db.selectFrom('secrets').selectAll().where('name', '=', 'hash_key').execute();
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify(await salon.admin.call('GET /settings'))).not.toContain(secrets[0]?.value);
  });
});

describe('RATE_LIMIT=off', () => {
  onBothEngines('limits per IP network and client', { emptyBeforeEach: true }, () => {
    test('RATE_LIMIT=off removes the limits per IP network, but bookings still store their IP network', async () => {
      const here = salon.from(HERE);
      await times(20, async () => cancelByLink(here, (await book(here)).guest_link));
      await times(16, () => join(here));
      const rows = await salon.db.selectFrom('bookings').select('booker_network').distinct().execute();
      expect(rows.filter(({ booker_network }) => booker_network !== null)).toHaveLength(1);
    });
  });
});
