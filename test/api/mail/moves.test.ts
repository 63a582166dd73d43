import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { aTarget, type MoveTarget, moveOwn } from '../../support/moving.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import type { ReadMail } from '../../support/read-mail.ts';
import { ADMIN } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-19';
const START = `${DAY} 10:00:00`;
const NOON = `${DAY} 12:00:00`;
const LATER = `${DAY} 15:00:00`;
const GUEST = { guest_name: 'Nagrada na http://zla.example', guest_phone: '064 111 222' };
const SETTINGS = { PUBLIC_URL: 'https://lunula.rs/', MAIL_FROM: 'Lunula <salon@lunula.rs>' };

onBothEngines('mails about moves', { settings: SETTINGS, emptyBeforeEach: true }, () => {
  let post: MailServer;
  beforeEach(async () => {
    post = await openMailServer();
  });
  afterEach(() => post.close());
  const mailed = async (): Promise<ReadMail[]> => {
    await sendMails(salon, post.url);
    return post.mails.splice(0);
  };
  const to = (mails: readonly ReadMail[], address: string) =>
    mails.filter((mail) => mail.to.includes(address));
  const whyNotSent = async () =>
    (await outboxOf(salon)).flatMap(({ kind, last_error }) => (last_error ? [`${kind}: ${last_error}`] : []));
  const aGuestsBooking = async () => {
    const id = await aSlot(salon, START);
    const body = { ...seen(START), ...GUEST, guest_email: 'mira@primer.rs' };
    const { guest_link } = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    return { id, token: guest_link ?? '' };
  };
  const moveByLink = (token: string, target: MoveTarget) =>
    salon.visitor.call('POST /guest-link/reschedule', { body: { token, ...target } });
  const line = (mail: ReadMail | undefined, name: string) =>
    mail?.calendar.find((one) => one.startsWith(name));

  test('a move sends mails to the owner and the client, each with the updated calendar entry', async () => {
    const client = await aClient(salon, { name: 'Ana Anić', email: 'ana@primer.rs' });
    const id = await aSlot(salon, START);
    await client.call('POST /appointments/{id}/book', { params: { id }, body: seen(START) });
    const [booked] = await mailed();
    await moveOwn(client, id, await aTarget(salon, NOON, 90));
    const mails = await mailed();
    expect(mails).toHaveLength(2);
    const [owners] = to(mails, ADMIN.email);
    expect(owners?.subject).toBe('Pomeren termin: 19. novembra u 12:00');
    expect(owners?.text).toContain(
      'Kada: četvrtak, 19. novembar 2026. 12:00 - 13:30\nRanije: četvrtak, 19. novembar 2026. 10:00 - 11:00\nKo: Ana Anić',
    );
    expect(owners?.calendar).toEqual(expect.arrayContaining(['METHOD:PUBLISH', 'SEQUENCE:2']));
    expect(line(owners, 'UID')).toBe(line(booked, 'UID'));
    const [own] = to(mails, 'ana@primer.rs');
    expect(own?.subject).toBe('Termin je pomeren: 19. novembra u 12:00');
    expect(own?.text).toContain('Vaš termin 19. novembra pomeren je sa 10:00 na 12:00.');
    expect(own?.text).toContain('Kada: četvrtak, 19. novembar 2026. 12:00 - 13:30');
    expect(own?.text).toContain('https://lunula.rs/appointments');
    expect(own?.calendar).toEqual(
      expect.arrayContaining(['METHOD:REQUEST', 'SEQUENCE:2', 'DTSTART:20261119T110000Z']),
    );
    expect(line(own, 'UID')).toBe(line(booked, 'UID'));
  });

  test('the mail that tells a guest about a move contains a working link, but no text that the guest entered', async () => {
    const { token } = await aGuestsBooking();
    await mailed();
    await moveByLink(token, await aTarget(salon, NOON));
    const [mail] = to(await mailed(), 'mira@primer.rs');
    expect(mail?.subject).toBe('Termin je pomeren: 19. novembra u 12:00');
    expect(mail?.text).toContain('Vaš termin 19. novembra pomeren je sa 10:00 na 12:00.');
    expect(mail?.calendar).toEqual(expect.arrayContaining(['SEQUENCE:2', 'DTSTART:20261119T110000Z']));
    expect(mail?.raw).not.toContain('zla.example');
    expect(mail?.calendar.join()).not.toContain('Nagrada');
    const link = /#termin=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await salon.visitor.call('POST /guest-link/view', { body: { token: link } })).toMatchObject({
      start_datetime: NOON,
    });
  });

  test('if a booking is moved twice before the mails are sent, client and guest get one mail each, and the owner gets one per move', async () => {
    const client = await aClient(salon, { email: 'ana@primer.rs' });
    const id = await aBooking(salon, `${DAY} 08:00:00`, client.id);
    const { token } = await aGuestsBooking();
    await moveByLink(token, await aTarget(salon, NOON));
    await moveByLink(token, await aTarget(salon, LATER));
    await moveOwn(client, id, await aTarget(salon, `${DAY} 17:00:00`));
    await moveOwn(client, id, await aTarget(salon, `${DAY} 18:00:00`));
    const mails = await mailed();
    expect(to(mails, 'mira@primer.rs').map(({ subject }) => subject)).toEqual([
      'Termin je pomeren: 19. novembra u 15:00',
    ]);
    expect(to(mails, 'ana@primer.rs').map(({ subject }) => subject)).toEqual([
      'Termin je pomeren: 19. novembra u 18:00',
    ]);
    expect(to(mails, ADMIN.email)).toHaveLength(5);
    expect((await whyNotSent()).sort()).toEqual([
      'BOOKED_GUEST: no longer true',
      'MOVED_GUEST: no longer true',
      'MOVED_OWN: no longer true',
    ]);
  });

  test('if the owner moves a booking before its mail is sent, the guest’s mail has the new time', async () => {
    const { id } = await aGuestsBooking();
    const [start_datetime, end_datetime] = [LATER, `${DAY} 16:00:00`] as const;
    await salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime, end_datetime },
    });
    const [mail] = to(await mailed(), 'mira@primer.rs');
    expect(mail?.subject).toBe('Termin je rezervisan: 19. novembra u 15:00');
    expect(mail?.text).toContain('Kada: četvrtak, 19. novembar 2026. 15:00 - 16:00');
    expect(mail?.calendar).toContain('DTSTART:20261119T140000Z');
  });

  test('if a booking is moved back and forth before the mails are sent, the guest gets one mail with the current time', async () => {
    const { token } = await aGuestsBooking();
    await mailed();
    await moveByLink(token, await aTarget(salon, NOON));
    for (const start of [START, NOON] as const) {
      const [free] = await salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } });
      if (!free) throw new Error('its old time is not free');
      await moveByLink(token, { to_id: free.id, ...seen(start) });
    }
    expect(to(await mailed(), 'mira@primer.rs').map(({ subject }) => subject)).toEqual([
      'Termin je pomeren: 19. novembra u 12:00',
    ]);
  });

  test.each([
    ['is canceled by the client', 'cancel'],
    ['is moved again by the owner', 'drag'],
    ['begins', 'begin'],
  ] as const)('the queued mail about a move is dropped if the booking %s', async (_, how) => {
    salon.clock.set('2026-11-18 09:00:00'); // less than two days before NOON: an older mail would be dropped because of its age
    const client = await aClient(salon, { email: 'ana@primer.rs' });
    const id = await aBooking(salon, START, client.id);
    await moveOwn(client, id, await aTarget(salon, NOON));
    const params = { id };
    if (how === 'cancel')
      await client.call('POST /appointments/{id}/cancel', { params, body: { reason: 'x' } });
    if (how === 'drag')
      await salon.admin.call('PUT /appointments/{id}', {
        params,
        body: { start_datetime: LATER, end_datetime: `${DAY} 16:00:00` },
      });
    if (how === 'begin') salon.clock.set(NOON);
    await mailed();
    const why = how === 'begin' ? 'too late' : 'no longer true';
    expect(await whyNotSent()).toContain(`MOVED_OWN: ${why}`);
  });

  test('drops the mail about a move by the owner if the client has moved the booking since', async () => {
    const client = await aClient(salon, { email: 'ana@primer.rs' });
    const id = await aBooking(salon, START, client.id);
    const body = { start_datetime: NOON, end_datetime: `${DAY} 13:00:00` } as const;
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    salon.clock.advance(1);
    await moveOwn(client, id, await aTarget(salon, LATER));
    expect(to(await mailed(), 'ana@primer.rs').map(({ subject }) => subject)).toEqual([
      'Termin je pomeren: 19. novembra u 15:00',
    ]);
    expect(await whyNotSent()).toEqual(['MOVED_CLIENT: no longer true']);
  });

  test('a move that the owner undoes does not drop the mail about an earlier move by the owner', async () => {
    const client = await aClient(salon, { email: 'ana@primer.rs' });
    const id = await aBooking(salon, START, client.id);
    const move = (start_datetime: WallTime, end_datetime: WallTime) =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id },
        body: { start_datetime, end_datetime },
      });
    await move(NOON, `${DAY} 13:00:00`);
    salon.clock.advanceMs(5000);
    const { undo_token } = await move(LATER, `${DAY} 16:00:00`);
    salon.clock.advanceMs(6000);
    const mails = await mailed();
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    salon.clock.advance(1);
    expect([...mails, ...(await mailed())].map(({ subject }) => subject)).toEqual([
      'Promenjeno vreme termina: 19. novembra u 12:00',
    ]);
  });

  test('users who switched mails off get no mail about a move', async () => {
    const client = await aClient(salon);
    await salon.db.updateTable('users').set({ mail_on: 0 }).where('id', '=', client.id).execute();
    await salon.admin.call('PUT /settings', { body: { owner_mail: 0 } });
    await moveOwn(client, await aBooking(salon, START, client.id), await aTarget(salon, NOON));
    expect(await outboxOf(salon)).toEqual([]);
  });

  test('repeated moves send at most five mails a day to one address', async () => {
    const client = await aClient(salon, { email: 'zrtva@primer.rs' });
    const id = await aBooking(salon, START, client.id);
    for (let n = 0; n < 7; n++) {
      await moveOwn(client, id, await aTarget(salon, atHour(freshDay(), 12)));
      await sendMails(salon, post.url);
    }
    expect(to(post.mails, 'zrtva@primer.rs')).toHaveLength(5);
    expect(to(post.mails, ADMIN.email)).toHaveLength(7);
  });
});
