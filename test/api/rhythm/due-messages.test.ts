import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, type WallDate, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { sendDueMessages } from '../../../src/server/rhythm/due-messages.ts';
import { aBooking, aClient, aGuestBooking } from '../../support/builders.ts';
import { engines, freshPlace, openAt } from '../../support/databases/databases.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { openSalon, type Person, type Salon } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TODAY: WallDate = '2026-11-17';
const at = (daysAgo: number): WallTime => wallTimeOn(addDays(TODAY, -daysAgo), '10:00');

const agree = (who: Person, marketing_on: 0 | 1 = 1) =>
  who.call('PUT /auth/me/notifications', { body: { marketing_on } });
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
