import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimNextMail, markHandedOver } from '../../../src/server/mail/channel.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { aMail, aReminderMail, outboxOf, sendMails } from '../../support/outbox.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const MINUTE_MS = 60_000;

onBothEngines('sending mail', () => {
  let post: MailServer;
  beforeEach(async () => {
    salon.clock.set(NOW);
    await salon.db.deleteFrom('outbox').execute();
    await salon.db.deleteFrom('appointments').execute();
    await salon.db.deleteFrom('openings').execute();
    post = await openMailServer();
  });
  afterEach(() => post.close());
  const only = async () => {
    const [row, ...more] = await outboxOf(salon);
    if (!row || more.length > 0) throw new Error(`${more.length + 1} mails`);
    return row;
  };
  const minutesLater = async (minutes: number) => {
    salon.clock.advanceMs(minutes * MINUTE_MS);
    return sendMails(salon, post.url);
  };

  test('three concurrent runs of the mail worker send a mail once', async () => {
    const client = await aReminderMail(salon);
    await Promise.all([sendMails(salon, post.url), sendMails(salon, post.url), sendMails(salon, post.url)]);
    await minutesLater(800);
    expect(post.mails).toHaveLength(1);
    expect(post.mails[0]?.to).toContain(client.email);
    expect(await only()).toMatchObject({ attempts: 1, given_up_at: null, last_error: null });
  });

  test('three concurrent runs of the mail worker send each of twenty mails once', async () => {
    const clients = [];
    for (let n = 0; n < 20; n++) clients.push(await aReminderMail(salon, n));
    await Promise.all([sendMails(salon, post.url), sendMails(salon, post.url), sendMails(salon, post.url)]);
    const addresses = post.mails.map(({ to }) => /<(.+)>/.exec(to)?.[1]);
    expect(addresses.sort()).toEqual(clients.map(({ email }) => email).sort());
  });

  test.each([
    ['recipient', 'EENVELOPE 451 RCPT TO'],
    ['content', 'EMESSAGE 451 DATA'],
  ] as const)('a mail is retried after a minute if the mail server defers its %s', async (at, why) => {
    await aReminderMail(salon);
    post.next({ at, reply: 451 });
    const log = await sendMails(salon, post.url);
    expect(log).toContain(why);
    expect(log).not.toContain('@');
    expect(await only()).toMatchObject({ handed_over_at: null, sent_at: null, last_error: why });
    salon.clock.advanceMs(MINUTE_MS - 1);
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(0);
    salon.clock.advanceMs(1);
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(1);
    expect(await only()).toMatchObject({ attempts: 2, last_error: null });
  });

  test('a permanently rejected mail is not retried, and the next mail is sent', async () => {
    await aReminderMail(salon, 0);
    await aReminderMail(salon, 1);
    post.next({ at: 'recipient', reply: 550 });
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(1);
    expect(await outboxOf(salon)).toMatchObject([
      { given_up_at: salon.clock.ms(), last_error: 'EENVELOPE 550 RCPT TO', sent_at: null },
      { given_up_at: null, sent_at: salon.clock.ms() },
    ]);
  });

  test('a deferred mail is retried after 1, 5 and 30 minutes, 2 hours and 12 hours, and is then dropped', async () => {
    await aReminderMail(salon, 0, { start: '2026-11-20 10:00:00' });
    post.next(...Array.from({ length: 7 }, () => ({ at: 'recipient' as const, reply: 451 })));
    await sendMails(salon, post.url);
    for (const minutes of [1, 5, 30, 120, 720]) {
      const { attempts } = await only();
      salon.clock.advanceMs(minutes * MINUTE_MS - 1);
      await sendMails(salon, post.url);
      expect(await only()).toMatchObject({ attempts });
      salon.clock.advanceMs(1);
      await sendMails(salon, post.url);
      expect(await only()).toMatchObject({ attempts: attempts + 1 });
    }
    expect(await only()).toMatchObject({ attempts: 6, given_up_at: salon.clock.ms() });
    await minutesLater(1000);
    expect((await only()).attempts).toBe(6);
  });

  test('a run of the mail worker stops if the mail server is unreachable; a later run sends the mails', async () => {
    const away = await openMailServer();
    await away.close();
    await aReminderMail(salon, 0);
    await aReminderMail(salon, 1);
    const log = await sendMails(salon, away.url);
    expect(log).toContain('mail not sent; will retry');
    expect((await outboxOf(salon)).map(({ attempts }) => attempts)).toEqual([1, 0]);
    const back = await openMailServer();
    salon.clock.advanceMs(MINUTE_MS);
    await sendMails(salon, back.url);
    expect(back.mails).toHaveLength(2);
    await back.close();
  });

  test('a mail is never sent again after the mail server received its content but did not respond', async () => {
    await aReminderMail(salon);
    post.next({ at: 'content', reply: 'hang-up' });
    const log = await sendMails(salon, post.url);
    expect(log).toContain('it may have arrived');
    await minutesLater(1);
    await minutesLater(800);
    expect(post.contentsSeen()).toBe(1);
    expect(await only()).toMatchObject({ attempts: 1, sent_at: null, given_up_at: null });
  });

  test('a mail is retried if the sending process ended before the mail server requested the content', async () => {
    await aReminderMail(salon);
    await claimNextMail(salon.db, salon.clock.ms());
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(0);
    await minutesLater(1);
    expect(post.mails).toHaveLength(1);
  });

  test('a mail is never sent again if the process crashed while it sent the mail’s content to the mail server', async () => {
    await aReminderMail(salon);
    const claimed = await claimNextMail(salon.db, salon.clock.ms());
    if (!claimed) throw new Error('nothing was due');
    expect(await markHandedOver(salon.db, claimed, salon.clock.ms())).toBe(true);
    expect(await markHandedOver(salon.db, claimed, salon.clock.ms())).toBe(false);
    await minutesLater(800);
    expect(post.contentsSeen()).toBe(0);
  });

  test('a slow attempt sends nothing after another attempt has claimed the mail', async () => {
    await aReminderMail(salon);
    const slow = await claimNextMail(salon.db, salon.clock.ms());
    await minutesLater(1);
    expect(post.mails).toHaveLength(1);
    expect(slow && (await markHandedOver(salon.db, slow, salon.clock.ms()))).toBe(false);
  });

  test('all attempts of a mail have the same Message-ID', async () => {
    await aReminderMail(salon, 0);
    await aReminderMail(salon, 1);
    const seen: string[] = [];
    post.onContent(({ messageId }) => seen.push(messageId));
    post.next({ at: 'content', reply: 451 });
    await sendMails(salon, post.url);
    await minutesLater(1);
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(2);
  });

  test('mails to one person about one appointment are sent in order, without delaying other mails', async () => {
    const { id, appointmentId } = await aReminderMail(salon, 0);
    await aReminderMail(salon, 1);
    const visit = { start_datetime: '2026-11-18 07:00:00', end_datetime: '2026-11-18 07:45:00' } as const;
    await aMail(salon, {
      kind: 'MOVED_CLIENT',
      userId: id,
      appointmentId,
      content: {
        visit: { ...visit, service_name: null, sequence: 2, uid: 'booking-1' },
        message: 'Druga.',
        type: 'APPT_TIME_CHANGED',
      },
    });
    post.next({ at: 'recipient', reply: 451 });
    await sendMails(salon, post.url);
    const subjects = () => post.mails.map(({ subject }) => subject.split(':')[0]);
    expect(subjects()).toEqual(['Podsetnik']);
    await minutesLater(1);
    expect(subjects()).toEqual(['Podsetnik', 'Podsetnik', 'Promenjeno vreme termina']);
  });

  test('a mail is not sent before its `visible_at`', async () => {
    await aReminderMail(salon, 0, { visibleInMs: 10_000 });
    salon.clock.advanceMs(9999);
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(0);
    salon.clock.advanceMs(1);
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(1);
  });

  test('a mail that is more than two days old is dropped', async () => {
    await aReminderMail(salon, 0, { start: '2026-11-25 10:00:00' });
    salon.clock.advanceMs(2 * 24 * 60 * MINUTE_MS + 1);
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(0);
    expect(await only()).toMatchObject({ last_error: 'too late', given_up_at: salon.clock.ms() });
  });
});
