import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toId } from '../../src/domain/ids.ts';
import { deleteOutdatedRows } from '../../src/server/start.ts';
import { aBooking, aClient, aGuestBooking, aService, aSlot, seen } from '../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../support/days.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { rowById } from '../support/notifications.ts';
import { sendMails } from '../support/outbox.ts';
import { expectRefused } from '../support/refused.ts';
import { changeRow } from '../support/rows/rows.ts';
import { ADMIN, type Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

/** The limits that guests and new accounts of one IP network share (docs/spec/behaviour.md §4.4 and §9.3). */

const RATE_LIMIT_ON = { settings: { RATE_LIMIT: 'on' }, emptyBeforeEach: true };
const HERE = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';
const THIRD = '203.0.113.9';
const DAY_MINUTES = 24 * 60;
const REASON = { reason: 'Ne mogu' };

const times = async (count: number, act: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await act(n);
};
const guestOf = ({ token }: Person) =>
  token === null ? { guest_name: 'Gošća', guest_phone: freshPhone() } : {};
/** Adds `slots` adjacent slots on a new day and books them together. */
const book = async (person: Person, slots = 1) => {
  const day = freshDay();
  const start = atHour(day, 9);
  const id = await aSlot(salon, start);
  for (let n = 1; n < slots; n++) await aSlot(salon, atHour(day, 9 + n));
  const service_id = slots > 1 ? await aService(salon, { duration_minutes: 60 * slots }) : null;
  return person.call('POST /appointments/{id}/book', {
    params: { id },
    body: { ...seen(start, 60 * slots), service_id, ...guestOf(person) },
  });
};
const cancelOwn = async (person: Person, id: number) =>
  person.call('POST /appointments/{id}/cancel', { params: { id: toId(id) }, body: REASON });
const join = (person: Person, date = freshDay()) =>
  person.call('POST /client-notifications/free-slot', { body: { date, ...guestOf(person) } });

let registered = 0;
const register = (person: Person) =>
  person.call('POST /auth/register', {
    body: {
      name: 'Ana Ilić',
      email: `nova${++registered}@primer.rs`,
      password: 'lozinka',
      password_confirm: 'lozinka',
    },
  });
/** Registers `count` accounts from the address `at`. Their later requests come from the address `from`. */
const accounts = async (count: number, at = HERE, from = at): Promise<Person[]> => {
  const people: Person[] = [];
  await times(count, async () => people.push(salon.from(from, (await register(salon.from(at))).token)));
  return people;
};
const idOf = async (person: Person) => (await person.call('GET /auth/me')).id;

onBothEngines('limits of an IP network with new accounts', RATE_LIMIT_ON, () => {
  let here: Person;
  beforeEach(() => {
    here = salon.from(HERE);
  });

  test('allows guests and new accounts of an IP network ten bookings in ten minutes', async () => {
    const people = await accounts(3);
    await times(6, () => book(here));
    await expectRefused(book(here), 'too_many_actions');
    await times(4, async (n) => book(people[n % 2] ?? here));
    await expectRefused(book(people[2] ?? here), 'too_many_actions');
    salon.clock.advance(10);
    await book(people[2] ?? here);
  });

  test('each slot of a joined booking counts for the limit of bookings, both for guests and for new accounts', async () => {
    const [ana, mila] = await accounts(2);
    await book(here, 5);
    await expectRefused(book(here, 2), 'too_many_actions');
    await book(ana ?? here, 4);
    await expectRefused(book(mila ?? here, 2), 'too_many_actions');
    await book(mila ?? here);
    await expectRefused(book(here), 'too_many_actions');
  });

  test('the first booking of an IP network can join more slots than the limit allows', async () => {
    await book(here, 7);
    await expectRefused(book(here), 'too_many_actions');
  });

  test('an IP network can have at most 20 active slots, and book at most 24 slots a day', async () => {
    const people = await accounts(13);
    const booked: number[] = [];
    await times(20, async (n) => {
      if (n % 10 === 0) salon.clock.advance(10);
      booked.push((await book(people[n % 10] ?? here)).id);
    });
    salon.clock.advance(10);
    const others = [people[10], people[11], people[12]].map((person) => person ?? here);
    await expectRefused(book(others[0] ?? here), 'too_many_actions');
    await expectRefused(book(here), 'too_many_actions');
    await times(5, (n) => cancelOwn(people[n] ?? here, booked[n] ?? 0));
    await times(4, (n) => book(others[n % 3] ?? here));
    await expectRefused(book(others[2] ?? here), 'too_many_actions');
    salon.clock.advance(DAY_MINUTES);
    await book(others[2] ?? here);
  });

  test('a new account’s booking counts for the IP network where the account was registered and for the network of the request', async () => {
    const people = await accounts(5, HERE, ELSEWHERE);
    await times(10, (n) => book(people[n % 5] ?? here));
    await expectRefused(book(here), 'too_many_actions');
    await expectRefused(book(salon.from(ELSEWHERE)), 'too_many_actions');
    await book(salon.from(THIRD));
    const list = await salon.admin.call('GET /appointments/list', {
      query: { from: '2026-11-17', to: '2027-11-17', status: 'BOOKED' },
    });
    expect(list.map(({ same_address }) => same_address).sort()).toEqual([0, ...Array(10).fill(9)]);
  });

  test('the filter `same_address` with a client’s booking also finds bookings by guests from the IP network where the client’s account was registered', async () => {
    await book(here);
    const [ana = here] = await accounts(1, HERE, ELSEWHERE);
    const { id } = await book(ana);
    await book(salon.from(ELSEWHERE));
    await book(salon.from(THIRD));
    const found = await salon.admin.call('GET /appointments/list', {
      query: { from: '2026-11-17', to: '2027-11-17', same_address: String(id) },
    });
    expect(found).toHaveLength(3);
  });

  test.each([
    ['an account that is 29 days old counts', { minutes: 30 * DAY_MINUTES - 1 }, 'too_many_actions'],
    ['an account that is 30 days old does not count', { minutes: 30 * DAY_MINUTES }, undefined],
    ['an account with an attended appointment does not count', { attended: 1 }, undefined],
    ['an account with a missed appointment counts', { attended: 0 }, 'too_many_actions'],
    ['an account that the salon made does not count', { isMade: true }, undefined],
  ] as const)('%s for the limits of its IP network', async (_, given, code) => {
    const [own = here] = await accounts(1);
    const id = 'isMade' in given ? (await aClient(salon)).id : await idOf(own);
    if ('minutes' in given) salon.clock.advance(given.minutes);
    const person = salon.from(HERE, (await salon.loggedIn(id)).token); // a new session, because the first one has expired if more than 30 days have passed
    if ('attended' in given) await aBooking(salon, '2026-11-16 10:00:00', id, { attended: given.attended });
    await book(here, 6);
    await book((await accounts(1))[0] ?? here, 4);
    if (code) await expectRefused(book(person), code);
    else await book(person);
  });

  test('a move to joined slots is refused if the bookings of one IP network would then take more slots than allowed', async () => {
    const service_id = await aService(salon, { duration_minutes: 120 });
    const start = atHour(freshDay(), 9);
    const id = await aSlot(salon, start);
    const body = { ...seen(start), service_id, ...guestOf(here) };
    const { guest_link } = await here.call('POST /appointments/{id}/book', { params: { id }, body });
    const { booker_network = null } = (await rowById(salon, id)) ?? {};
    for (let n = 0; n < 11; n++) {
      const other = await aGuestBooking(salon, atHour(freshDay(), 9), { phone: freshPhone() });
      await changeRow(salon, other, { booker_network });
    }
    const target = async (slots: number) => {
      const day = freshDay();
      const at = atHour(day, 9);
      const to_id = await aSlot(salon, at);
      if (slots === 2) await aSlot(salon, atHour(day, 10));
      return { token: guest_link ?? '', to_id, ...seen(at, 60 * slots) };
    };
    const move = async (slots: number) =>
      salon.from(THIRD).call('POST /guest-link/reschedule', { body: await target(slots) });
    await expectRefused(move(2), 'too_many_actions');
    await move(1);
    const others = salon.db.selectFrom('bookings').select('id').where('guest_name', '=', 'Gošća');
    await salon.db
      .deleteFrom('appointments')
      .where('booking_id', 'in', others)
      .where('id', '<>', id)
      .execute();
    await move(2);
  });

  test('allows guests and new accounts of an IP network 24 cancellations a day', async () => {
    const people = await accounts(3);
    await times(24, async (n) => {
      const person = people[n % 3] ?? here;
      await cancelOwn(person, await aBooking(salon, atHour(freshDay(), 9), await idOf(person)));
    });
    const [ana = here] = people;
    const id = await aBooking(salon, atHour(freshDay(), 9), await idOf(ana));
    await expectRefused(cancelOwn(ana, id), 'too_many_actions');
    const { guest_link } = await book(here);
    const byGuest = () =>
      here.call('POST /guest-link/cancel', { body: { token: guest_link ?? '', ...REASON } });
    await expectRefused(byGuest(), 'too_many_actions');
    salon.clock.advance(DAY_MINUTES);
    await byGuest();
  });

  test('allows guests and new accounts of an IP network 24 waitlist entries a day; joining the same day again does not count', async () => {
    const [ana = here] = await accounts(1);
    const day = freshDay();
    await times(14, () => join(here));
    await join(ana, day);
    await join(ana, day);
    await times(9, () => join(ana));
    await expectRefused(join(ana), 'too_many_actions');
    await expectRefused(join(here), 'too_many_actions');
    await join(salon.from(ELSEWHERE));
    salon.clock.advance(DAY_MINUTES);
    await join(ana);
  });

  test('an account can have fifteen waitlist entries at the same time', async () => {
    const client = await aClient(salon);
    const days = Array.from({ length: 15 }, freshDay);
    await times(15, (n) => join(client, days[n]));
    await join(client, days[3]);
    await expectRefused(join(client), 'too_many_actions');
    await client.call('DELETE /client-notifications/free-slot', { query: { date: days[3] ?? '' } });
    await join(client);
  });

  test.each(['service', 'guest'] as const)(
    'allows a client to change the %s of a booking twenty times a day, and the owner any number of times',
    async (what) => {
      const client = await aClient(salon);
      const id = await aBooking(salon, atHour(freshDay(), 9), client.id);
      const services = [await aService(salon), await aService(salon)];
      const change = (person: Person, n: number) =>
        what === 'service'
          ? person.call('POST /appointments/{id}/service', {
              params: { id },
              body: { service_id: services[n % 2] ?? null },
            })
          : person.call('POST /appointments/{id}/guest', {
              params: { id },
              body: { guest_name: `Gošća ${n}`, guest_phone: '064 123456' },
            });
      await times(20, (n) => change(client, n));
      await change(client, 19); // the same change again changes nothing, so it does not count
      await expectRefused(change(client, 20), 'too_many_actions');
      await times(3, (n) => change(salon.admin, n));
      salon.clock.advance(DAY_MINUTES);
      await change(client, 21);
    },
  );

  test('once an IP network has reached its limit, its guests get the same refusal for every phone number, also for a number at the booking limit', async () => {
    const phone = freshPhone();
    for (const hour of [10, 12])
      await aGuestBooking(salon, atHour(freshDay(), hour), { phone: phone.replaceAll(' ', '') });
    const attempt = async (guest_phone: string) => {
      const start = atHour(freshDay(), 9);
      return here.call('POST /appointments/{id}/book', {
        params: { id: await aSlot(salon, start) },
        body: { ...seen(start), guest_name: 'Gošća', guest_phone },
      });
    };
    await expectRefused(attempt(phone), 'booking_limit', 2);
    await times(6, () => attempt(freshPhone()));
    await expectRefused(attempt(phone), 'too_many_actions');
    await expectRefused(attempt(freshPhone()), 'too_many_actions');
  });

  test('for 30 days after a registration, requests with the account’s token count for the IP network that registered it', async () => {
    const { token } = await register(here);
    await times(19, () => register(salon.from(HERE, token)));
    await expectRefused(register(salon.from(HERE, token)), 'too_many_actions');
    const networks = async () => {
      const rows = await salon.db.selectFrom('users').select('registered_network').distinct().execute();
      return rows.flatMap(({ registered_network }) => registered_network ?? []);
    };
    expect(await networks()).toEqual([expect.stringMatching(/^[\w-]{22}$/)]);
    salon.clock.advance(30 * DAY_MINUTES - 1);
    await deleteOutdatedRows(salon.platform);
    expect(await networks()).toHaveLength(1);
    salon.clock.advance(1);
    await deleteOutdatedRows(salon.platform);
    expect(await networks()).toEqual([]);
  });

  test('the IP networks of a booking are deleted after its end, and the IP network of an account is deleted with the account', async () => {
    const [ana = here, mila = here] = await accounts(2);
    const { id } = await book(ana);
    const networks = () =>
      salon.db
        .selectFrom('bookings')
        .innerJoin('appointments', 'booking_id', 'bookings.id')
        .select(['booker_network', 'account_network'])
        .where('appointments.id', '=', id)
        .execute();
    expect(await networks()).toEqual([
      { booker_network: expect.any(String), account_network: expect.any(String) },
    ]);
    await mila.call('POST /auth/me/delete', { body: { password: 'lozinka' } });
    const ofAccounts = await salon.db
      .selectFrom('users')
      .select('registered_network')
      .where('role', '=', 'CLIENT')
      .orderBy('id')
      .execute();
    expect(ofAccounts.map(({ registered_network }) => registered_network)).toEqual([
      expect.any(String),
      null,
    ]);
    salon.clock.set('2028-01-01 10:00:00');
    await deleteOutdatedRows(salon.platform);
    expect(await networks()).toEqual([{ booker_network: null, account_network: null }]);
  });
});

onBothEngines('messages that tell the owner about bookings from one IP network', RATE_LIMIT_ON, () => {
  let post: MailServer;
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());
  beforeEach(() => {
    post.mails.length = 0;
  });

  const ownersMails = async () => {
    await sendMails(salon, post.url);
    return post.mails.filter(({ to }) => to.includes(ADMIN.email));
  };
  /** Books and cancels `count` times. Each round causes two notifications and two mails for the owner. */
  const bookAndCancel = async (people: readonly Person[], count: number) =>
    times(count, async (n) => {
      const person = people[n % people.length] ?? salon.visitor;
      await cancelOwn(person, (await book(person)).id);
      if (n % 10 === 9) salon.clock.advance(10);
    });
  const summaries = async () =>
    (await salon.admin.call('GET /notifications')).filter(({ type }) => type === 'MORE_FROM_NETWORK');

  test('the owner gets 30 notifications and 30 mails a day about an IP network, and then a summary with the number of omitted messages', async () => {
    const people = await accounts(4);
    await bookAndCancel(people, 13); // causes 30 notifications: 4 for the new accounts, 13 for the bookings and 13 for the cancellations
    expect(await summaries()).toEqual([]);
    await bookAndCancel(people, 2);
    expect(await summaries()).toMatchObject([{ more_count: 4, appointment_id: null, read_at: null }]);
    await book(people[0] ?? salon.visitor); // without the limit, this booking would cause the 31st mail
    await register(salon.from(HERE));
    expect(await summaries()).toMatchObject([{ more_count: 6 }]);
    expect(await salon.admin.call('GET /notifications')).toHaveLength(31);
    await cancelOwn(people[0] ?? salon.visitor, (await book(people[0] ?? salon.visitor)).id);
    expect(await ownersMails()).toHaveLength(30);
    salon.clock.advance(60);
    const mails = await ownersMails();
    expect(mails).toHaveLength(31);
    expect(mails.at(-1)?.text).toContain(
      'U poslednja 24 sata sa iste adrese stiglo vam je 30 poruka. Izostavljeno: 3.',
    );

    await book(salon.from(ELSEWHERE));
    expect(await salon.admin.call('GET /notifications')).toHaveLength(32);
    salon.clock.advance(DAY_MINUTES);
    await book(salon.from(HERE));
    expect(await salon.admin.call('GET /notifications')).toHaveLength(33);
    expect(await ownersMails()).toHaveLength(33);
  });

  test('the owner gets at most 30 notifications a day about waiting guests of one IP network, even if clients of other networks free the slots', async () => {
    const days = Array.from({ length: 5 }, freshDay);
    const here = salon.from(HERE);
    for (const day of days) for (let n = 0; n < 3; n++) await join(here, day);
    const free = async () => {
      const client = await aClient(salon);
      await times(days.length, async (n) => {
        const start = atHour(days[n] ?? '2026-11-20', 9);
        await salon.db.deleteFrom('appointments').where('start_datetime', '=', start).execute();
        await cancelOwn(client, await aBooking(salon, start, client.id));
      });
    };
    await free();
    await free();
    const ofType = async (type: string) =>
      (await salon.admin.call('GET /notifications')).filter((notification) => notification.type === type);
    expect(await ofType('FREE_SLOT_GUEST')).toHaveLength(30);
    salon.clock.advance(DAY_MINUTES - 1);
    await free();
    expect(await ofType('FREE_SLOT_GUEST')).toHaveLength(30);
    expect(await ofType('MORE_FROM_NETWORK')).toMatchObject([{ more_count: 15 }]);
    expect(await ofType('CANCELLED')).toHaveLength(15);
  });
});
