import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language/languages.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient, aSlot, seen } from '../../support/builders.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { type Device, openPushService, type PushService } from '../../support/push/push-service.ts';
import { aDevice, pushAll, shownOn } from '../../support/push/pushes.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** What people are told, in their language. docs/spec/behaviour.md §33 */

const START = '2026-11-19 10:00:00';
const SMTP = { emptyBeforeEach: true, settings: { SMTP_URL: 'smtp://127.0.0.1:9' } };
const REASON = 'Bolest u kući';

let service: PushService;
let post: MailServer;
beforeAll(async () => {
  service = await openPushService();
  post = await openMailServer();
});
afterAll(async () => {
  await service.close();
  await post.close();
});

onBothEngines('what people are told, in their language', SMTP, () => {
  let client: Person & { name: string };
  let phone: Device;
  beforeEach(async () => {
    post.mails.length = 0;
    await offer(LANGUAGES);
    client = await aClient(salon, { name: 'Ana' });
    await salon.db.updateTable('users').set({ language: 'ru' }).where('id', '=', client.id).execute();
    phone = await aDevice(service, client);
  });
  const offer = (languages: readonly Language[]) =>
    salon.admin.call('PUT /settings', { body: { languages: [...languages] } });
  const cancel = (id: number) =>
    salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: REASON } });
  const sendAll = async () => {
    salon.clock.set('2026-11-17 13:00:00');
    await pushAll(salon);
    await sendMails(salon, post.url);
  };
  const readIn = async (language: string) => {
    const answer = await salon.app.inject({
      url: '/api/client-notifications',
      headers: { authorization: `Bearer ${client.token}`, 'accept-language': language },
    });
    return answer.json()[0];
  };

  test('a notification is written when it is read, in the language of the page', async () => {
    await cancel(await aBooking(salon, START, client.id));
    salon.clock.set('2026-11-17 13:00:00');
    const russian = await readIn('ru');
    expect(russian.message).toMatch(/^Салон отменил вашу запись на 19.+ Причина: Bolest u kući$/);
    expect(russian.text).toBe(russian.message.replace(` Причина: ${REASON}`, ''));
    expect(russian.reason).toBe(REASON);
    expect(await readIn('sr')).toMatchObject({
      message: `Salon je otkazao vaš termin 19. novembra u 10:00. Razlog: ${REASON}`,
      text: 'Salon je otkazao vaš termin 19. novembra u 10:00.',
      reason: REASON,
    });
    expect((await readIn('en')).message).toMatch(/^The salon cancelled your appointment on 19.+ Reason: /);
    expect((await readIn('sr-Cyrl')).message).toMatch(/^Салон је отказао ваш термин 19.+ Разлог: Bolest/);
  });

  test('push, mail and calendar file are in her language, and the push has no reason', async () => {
    await cancel(await aBooking(salon, START, client.id));
    await sendAll();
    expect(shownOn(phone)).toEqual([
      expect.stringMatching(/^Салон отменил запись: Салон отменил вашу запись на 19[^П]+$/),
    ]);
    const [mail] = post.mails;
    expect(mail?.subject).toMatch(/^Салон отменил запись: 19/);
    expect(mail?.text).toMatch(
      /^Здравствуйте, Ana!\n\nСалон отменил .+ Причина: Bolest u kući\n\nМои записи:/,
    );
    expect(mail?.html).toContain('<html lang="ru">');
    expect(mail?.calendar).toContain('PRODID:-//Lunula//Lunula//RU');
  });

  test('what she asked for has its own title', async () => {
    const id = await aBooking(salon, START, client.id);
    const body = { reason: REASON, asked_by: 'CLIENT' as const };
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body });
    await sendAll();
    expect(shownOn(phone)).toEqual([expect.stringMatching(/^Запись отменена: .+ по вашей просьбе\.$/)]);
    expect(await readIn('ru')).toMatchObject({ on_request: 1 });
  });

  test('a language that the salon no longer offers is Serbian', async () => {
    await cancel(await aBooking(salon, START, client.id));
    await offer(['sr-Latn', 'en']);
    await sendAll();
    expect(shownOn(phone)).toEqual([
      'Salon je otkazao termin: Salon je otkazao vaš termin 19. novembra u 10:00.',
    ]);
    expect(post.mails[0]).toMatchObject({
      subject: 'Salon je otkazao termin: 19. novembra u 10:00',
      html: expect.stringContaining('<html lang="sr-Latn">'),
    });
  });

  test('a reminder is in her language', async () => {
    await aBooking(salon, START, client.id);
    salon.clock.set('2026-11-18 10:30:00');
    await remindClients(salon.platform);
    await pushAll(salon);
    await sendMails(salon, post.url);
    expect(shownOn(phone)).toEqual([
      expect.stringMatching(/^Напоминание о записи: Напоминаем о вашей записи/),
    ]);
    expect(post.mails[0]?.subject).toMatch(/^Напоминание: 19/);
  });

  test('services have her names, if the owner has translated them', async () => {
    const names = { name: 'Gel lak', name_ru: 'Гель-лак' };
    await aBooking(salon, START, client.id, {
      services: [{ ...names, service_id: null, price: 1800, duration_minutes: 60 }],
    });
    salon.clock.set('2026-11-18 10:30:00');
    await remindClients(salon.platform);
    await pushAll(salon);
    await sendMails(salon, post.url);
    expect(shownOn(phone)).toEqual([expect.stringMatching(/, «Гель-лак»\.$/)]);
    expect(post.mails[0]?.calendar).toContainEqual(expect.stringMatching(/^SUMMARY:.*: Гель-лак$/));
  });

  test('a guest’s mail is in the language in which she booked, and so is its link; the owner’s is Serbian', async () => {
    const id = await aSlot(salon, START);
    const answer = await salon.app.inject({
      method: 'POST',
      url: `/api/appointments/${id}/book`,
      headers: { 'accept-language': 'en' },
      payload: {
        ...seen(START),
        guest_name: 'Eva',
        guest_phone: '063 555 100',
        guest_email: 'eva@primer.rs',
      },
    });
    expect(answer.statusCode).toBe(200);
    await sendAll();
    const [guests] = post.mails.filter(({ to }) => to.includes('eva@primer.rs'));
    expect(guests?.subject).toMatch(/^Appointment booked: 19/);
    expect(guests?.text).toMatch(/\/booking\?jezik=en#termin=/);
    const owners = post.mails.filter(({ to }) => !to.includes('eva@primer.rs'));
    expect(owners.map(({ subject }) => subject)).toEqual(['Novi termin: 19. novembra u 10:00']);
  });

  test('a link that the owner copies opens the page in the language of its reader', async () => {
    const linkOf = async (id: number) =>
      (await salon.admin.call('POST /appointments/{id}/link', { params: { id } })).url;
    const own = await aBooking(salon, START, client.id);
    expect(await linkOf(own)).toMatch(/\/booking\?jezik=ru#termin=/);
    await offer(['sr-Latn']);
    expect(await linkOf(own)).toMatch(/\/booking#termin=/);
  });

  test('a built-in reason is in her language', async () => {
    await salon.admin.call('POST /appointments/{id}/cancel', {
      params: { id: await aBooking(salon, START, client.id) },
      body: { reason: 'Bolest' },
    });
    salon.clock.set('2026-11-17 13:00:00');
    expect((await readIn('en')).message).toMatch(/ Reason: Illness$/);
    expect((await readIn('sr')).message).toMatch(/ Razlog: Bolest$/);
  });

  test('the report of a deleted account is in the language of the page', async () => {
    const gone = await aClient(salon, { name: 'Gone', password: 'lozinka-123' });
    await salon.app.inject({
      method: 'POST',
      url: '/api/auth/me/delete',
      headers: { authorization: `Bearer ${gone.token}`, 'accept-language': 'en' },
      payload: { password: 'lozinka-123' },
    });
    await sendMails(salon, post.url);
    expect(post.mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });

  test('a notification of an earlier release keeps its text', async () => {
    const row = { user_id: client.id, created_at: 1, visible_at: 1, appt_start: START } as const;
    const message = 'Salon je otkazao vaš termin 19. novembra u 10:00.';
    await salon.db
      .insertInto('client_notifications')
      .values({ ...row, type: 'APPT_CANCELLED_BY_ADMIN', message, reason: REASON })
      .execute();
    expect(await readIn('ru')).toMatchObject({ text: message, reason: REASON });
    expect((await readIn('sr')).message).toBe(`${message} Razlog: ${REASON}`);
  });
});
