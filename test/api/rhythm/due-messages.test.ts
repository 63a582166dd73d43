import { beforeEach, describe, expect, test } from 'vitest';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { dueMessages } from '../../../src/server/rhythm/due-messages.ts';
import { aBooking, aClient, aGuestBooking } from '../../support/builders.ts';
import { engines, freshPlace, openAt } from '../../support/databases/databases.ts';
import { beforeFirstTransaction, withFailingTransaction } from '../../support/databases/first-transaction.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { allRows, changeRow } from '../../support/rows/rows.ts';
import { openSalon, type Person, type Salon } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TODAY: WallDate = '2026-11-17';
const at = (daysAgo: number): WallTime => wallTimeOn(addDays(TODAY, -daysAgo), '10:00');

const agree = (who: Person, marketing_on: 0 | 1 = 1) =>
  who.call('PUT /auth/me/notifications', { body: { marketing_on } });
const sendDueMessages = (platform: Salon['platform']) => dueMessages(platform)();
const messages = (of: Salon) =>
  of.db
    .selectFrom('client_notifications')
    .select(['user_id', 'message'])
    .where('type', '=', 'TIME_TO_RETURN')
    .execute();

onBothEngines('messages to clients who are due', { emptyBeforeEach: true }, () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await aClient(salon);
    await aBooking(salon, at(30), ana.id, { service_name: 'Gel lak' });
  });

  test('a client who is due for a new appointment and has consented gets one message, as a notification and as a mail', async () => {
    expect(await agree(ana)).toMatchObject({ marketing_on: 1 });
    await sendDueMessages(salon.platform);
    await sendDueMessages(salon.platform);
    const message = 'Vreme je za novi termin, usluga „Gel lak“. Izaberite dan i sat koji vam odgovaraju.';
    expect(await messages(salon)).toEqual([{ user_id: ana.id, message }]);
    expect((await outboxOf(salon)).map(({ kind }) => kind)).toEqual(['RETURN_CLIENT']);
    expect(await salon.admin.call('GET /clients/due')).toEqual([]);
    const hidden = await salon.admin.call('GET /clients/due', { query: { hidden: '1' } });
    expect(hidden).toMatchObject([{ contacted_at: salon.clock.wall() }]);
  });

  test('an automatic message hides a client from the list of due clients; RESUME shows the client again without a second message', async () => {
    await agree(ana);
    await sendDueMessages(salon.platform);
    const key = `c${ana.id}`;
    await salon.admin.call('POST /clients/due/{key}', { params: { key }, body: { action: 'RESUME' } });
    expect(await salon.admin.call('GET /clients/due')).toMatchObject([{ key }]);
    expect(await salon.admin.call('GET /clients/due', { query: { hidden: '1' } })).toEqual([]);
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toHaveLength(1);
  });

  test('a client who got a message gets the next message only after another appointment', async () => {
    await agree(ana);
    await sendDueMessages(salon.platform);
    salon.clock.set(wallTimeOn(addDays(TODAY, 30), '12:00'));
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toHaveLength(1);
    await aBooking(salon, at(-1), ana.id);
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toHaveLength(2);
  });

  test('no message is sent to guests, nor to clients who did not consent, have an upcoming booking, or were marked STOP or CONTACTED', async () => {
    const [eva, mila, vera] = [await aClient(salon), await aClient(salon), await aClient(salon)];
    for (const [n, who] of [eva, mila, vera].entries()) {
      await agree(who);
      await aBooking(salon, at(31 + n), who.id);
    }
    await aBooking(salon, at(-3), eva.id);
    for (const [{ id }, action] of [
      [mila, 'STOP'],
      [vera, 'CONTACTED'],
    ] as const)
      await salon.admin.call('POST /clients/due/{key}', { params: { key: `c${id}` }, body: { action } });
    await aGuestBooking(salon, at(40));
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toEqual([]);
  });

  test('a client gets no message about the appointment of a guest with the same phone', async () => {
    await aGuestBooking(salon, at(40), { name: 'Jelena', phone: '0657777071' });
    const stranger = await aClient(salon, { phone: '+381 65 777 7071' });
    await agree(stranger);
    await sendDueMessages(salon.platform);
    expect(await stranger.call('GET /client-notifications')).toEqual([]);
    await aBooking(salon, at(50), stranger.id, { service_name: 'Pedikir' });
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toEqual([]);
    await aBooking(salon, at(29), stranger.id, { service_name: 'Gel lak' });
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toMatchObject([
      { user_id: stranger.id, message: expect.stringContaining('Gel lak') },
    ]);
  });

  test('a client who is due gets a message although she has an upcoming booking for another person', async () => {
    await agree(ana);
    await aBooking(salon, at(-3), ana.id, { guest_name: 'Mila', guest_phone: '065222222' });
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toHaveLength(1);
  });

  test.each([
    ['08:59', 0],
    ['09:00', 1],
    ['19:59', 1],
    ['20:00', 0],
  ] as const)('at %s, the number of messages sent to clients who are due is %i', async (clock, count) => {
    await agree(ana);
    salon.clock.set(wallTimeOn(TODAY, clock));
    await sendDueMessages(salon.platform);
    expect(await messages(salon)).toHaveLength(count);
  });

  test('a client gets no message about an appointment that the owner has just given to another person', async () => {
    await agree(ana);
    const eva = { client_id: null, guest_name: 'Eva', guest_phone: '065' };
    const db = beforeFirstTransaction(salon.db, async () => {
      for (const { id } of await allRows(salon)) await changeRow(salon, id, eva);
    });
    await dueMessages({ ...salon.platform, db })();
    expect(await messages(salon)).toEqual([]);
  });

  test('a message that fails delays no other message, and is sent an hour later', async () => {
    const eva = await aClient(salon);
    for (const who of [ana, eva]) await agree(who);
    await aBooking(salon, at(29), eva.id);
    const recipients = async () => (await messages(salon)).map(({ user_id }) => user_id);
    const job = dueMessages({ ...salon.platform, db: withFailingTransaction(salon.db) });
    await expect(job()).rejects.toThrow('1 of 2 failed');
    expect(await recipients()).toEqual([eva.id]);
    const start = salon.clock.wall();
    salon.clock.set(addMinutes(start, 59));
    await job();
    expect(await recipients()).toEqual([eva.id]);
    salon.clock.set(addMinutes(start, 60));
    await job();
    expect(await recipients()).toEqual([eva.id, ana.id]);
  });

  test('a mail to a client who is due links to the booking page and the profile; it is dropped at night or if the client withdraws consent', async () => {
    const post = await openMailServer();
    const send = async (before: () => unknown) => {
      await salon.db.deleteFrom('due_marks').execute();
      await salon.db.deleteFrom('outbox').execute();
      await agree(ana);
      await sendDueMessages(salon.platform);
      await before();
      await sendMails(salon, post.url);
      return (await outboxOf(salon)).map(({ last_error }) => last_error);
    };
    expect(await send(() => undefined)).toEqual([null]);
    expect(post.mails[0]?.subject).toBe('Vreme je za novi termin');
    expect(post.mails[0]?.text).toMatch(/\/booking[\s\S]*„Podsetnik za novi termin“[\s\S]*\/profile/);
    expect(await send(() => agree(ana, 0))).toEqual(['switched off']);
    expect(await send(() => salon.clock.set(wallTimeOn(TODAY, '20:00')))).toEqual(['too late']);
    await post.close();
  });
});

describe.each(engines)('messages that two processes send to clients who are due (%s)', (engine) => {
  test('two processes send a client only one message', async () => {
    const place = await freshPlace(engine);
    const one = await openSalon(engine, { database: await openAt(place) });
    // with SQLite, `one` and `two` are the same process, because SQLite allows only one process
    const two = engine === 'sqlite' ? one : await openSalon(engine, { database: await openAt(place) });
    const { id } = await aClient(one);
    await one.db.updateTable('users').set({ marketing_on: 1 }).where('id', '=', id).execute();
    await aBooking(one, at(30), id);
    await Promise.all([one, two, one, two].map(({ platform }) => sendDueMessages(platform)));
    expect(await messages(one)).toHaveLength(1);
    await Promise.all([one, ...(two === one ? [] : [two])].map((own) => own.close()));
    await place.remove();
  });
});
