import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { claimNextMail, reasonToHoldBack } from '../../../src/server/mail/channel.ts';
import { aBooking, aClient, anAppointment, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { ADMIN } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('mail limit per address', { emptyBeforeEach: true }, () => {
  let post: MailServer;
  beforeEach(async () => {
    post = await openMailServer();
  });
  afterEach(() => post.close());
  const mailsTo = (address: string) => post.mails.filter(({ to }) => to.includes(address));

  const bookFor = async (guest_email: string, person = salon.visitor) => {
    const start = atHour(freshDay(), 9);
    const id = await aSlot(salon, start);
    const guest = { guest_name: 'Nagrada na http://zla.example', guest_phone: freshPhone(), guest_email };
    await person.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(start), ...guest } });
  };
  const aWaitingClient = async (email: string, day: WallDate) => {
    const client = await aClient(salon, { email });
    await client.call('POST /client-notifications/free-slot', { body: { date: day } });
    return client;
  };
  const free = async (day: WallDate, by: 'client' | 'salon' = 'client') => {
    const other = await aClient(salon);
    const id = await aBooking(salon, atHour(day, 9), other.id);
    const body = { status: 'AVAILABLE' as const };
    if (by === 'salon') await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    else await other.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
  };

  test('strangers can cause at most five mails a day to one address in any spelling; no mail contains text that they entered', async () => {
    for (const spelling of ['z@primer.rs', 'Z@primer.rs', 'z+1@primer.rs', 'z+2@primer.rs'])
      for (let n = 0; n < 2; n++) await bookFor(spelling);
    await sendMails(salon, post.url);
    const guests = post.mails.filter(({ to }) => !to.includes(ADMIN.email));
    expect(guests).toHaveLength(5);
    for (const { raw, calendar } of guests) {
      expect(raw).not.toContain('zla.example');
      expect(calendar.join()).not.toContain('Nagrada');
    }
    const held = (await outboxOf(salon)).filter(({ given_up_at }) => given_up_at !== null);
    expect(held.map(({ last_error }) => last_error)).toEqual(Array(3).fill('too many to this address today'));
    salon.clock.advance(24 * 60);
    await bookFor('z@primer.rs');
    await sendMails(salon, post.url);
    expect(mailsTo('z@primer.rs')).not.toHaveLength(0);
    expect(post.mails.filter(({ to }) => !to.includes(ADMIN.email))).toHaveLength(6);
  });

  test('of twelve mails that are sent to one address concurrently, only five are allowed', async () => {
    const nowMs = salon.clock.ms();
    for (let n = 0; n < 12; n++) await bookFor('z@primer.rs');
    const claimed = [];
    for (let mail = await claimNextMail(salon.db, nowMs); mail; mail = await claimNextMail(salon.db, nowMs))
      if (mail.kind === 'BOOKED_GUEST') claimed.push(mail);
    expect(claimed).toHaveLength(12);
    const reasons = await Promise.all(
      claimed.map((mail) => reasonToHoldBack(salon.db, mail, 'z@primer.rs', nowMs)),
    );
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(5);
  });

  test('the limit per address never applies to mails that the owner causes or receives, nor to reset links', async () => {
    for (let n = 0; n < 7; n++) await bookFor('z@primer.rs', salon.admin);
    for (let n = 0; n < 9; n++) await bookFor('druga@primer.rs');
    await salon.visitor.call('POST /auth/forgot', { body: { email: ADMIN.email } });
    await sendMails(salon, post.url);
    expect(mailsTo('z@primer.rs')).toHaveLength(7);
    expect(mailsTo('druga@primer.rs')).toHaveLength(5);
    expect(mailsTo(ADMIN.email)).toHaveLength(9 + 1);
  });

  test('an address gets one mail about the free slots of one day, but each free slot causes a notification in the app', async () => {
    const day = freshDay();
    const client = await aWaitingClient('milica@primer.rs', day);
    await aWaitingClient('milica+2@primer.rs', day);
    for (let n = 0; n < 3; n++) {
      await free(day);
      await sendMails(salon, post.url);
      await salon.db.deleteFrom('appointments').where('status', '=', 'AVAILABLE').execute();
      await salon.db.deleteFrom('openings').execute();
    }
    expect(post.mails.filter(({ to }) => to.includes('milica'))).toHaveLength(1);
    expect(await client.call('GET /client-notifications')).toHaveLength(3);
  });

  test('an address gets at most five mails a day about slots that clients free, but any number about slots that the owner frees', async () => {
    const waitFor = async (email: string, by: 'client' | 'salon') => {
      const days = Array.from({ length: 7 }, freshDay);
      const client = await aClient(salon, { email });
      for (const date of days) await client.call('POST /client-notifications/free-slot', { body: { date } });
      for (const day of days) await free(day, by);
      await sendMails(salon, post.url);
      return mailsTo(email).length;
    };
    expect(await waitFor('ana@primer.rs', 'client')).toBe(5);
    expect(await waitFor('mira@primer.rs', 'salon')).toBe(7);
  });

  test('a mail that the mail server rejected does not count for the limit', async () => {
    await salon.admin.call('PUT /settings', { body: { owner_mail: 0 } });
    for (let n = 0; n < 6; n++) await bookFor('z@primer.rs');
    post.next({ at: 'recipient', reply: 550 });
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(5);
  });

  test('reset links are sent first, then mails from the salon, and then mails that strangers cause', async () => {
    const client = await aClient(salon, { email: 'ana@primer.rs' });
    for (let n = 0; n < 30; n++) await bookFor(`gost${n}@primer.rs`); // each booking also queues a mail to the owner
    const id = await anAppointment(salon, atHour(freshDay(), 9), {
      status: 'BOOKED',
      client_id: client.id,
      booked_at: salon.clock.ms(),
    });
    post.slowDown(100);
    const sending = sendMails(salon, post.url);
    await post.until(2);
    const body = { reason: 'Bolest' };
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body });
    await salon.visitor.call('POST /auth/forgot', { body: { email: 'ana@primer.rs' } });
    const sentBefore = post.mails.length;
    await post.until(sentBefore + 3);
    post.slowDown(0);
    await sending;
    const place = (subject: string) => post.mails.findIndex((mail) => mail.subject.startsWith(subject));
    expect(place('Nova lozinka')).toBeLessThan(sentBefore + 2); // + 2, because the worker may have claimed one other mail before the reset link was queued
    expect(place('Salon je otkazao')).toBeLessThan(sentBefore + 3);
    expect(await claimNextMail(salon.db, salon.clock.ms())).toBeUndefined();
    expect(post.mails).toHaveLength(62);
  });
});
