import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { queueOwnerMorning } from '../../../src/server/push/push.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  aService,
  aSlot,
  aTechnicianPerson,
  seen,
} from '../../support/builders.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { type Device, openPushService, type PushService } from '../../support/push/push-service.ts';
import { aDevice, pushAll, shownOn } from '../../support/push/pushes.ts';
import { ADMIN, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** What the owner and technicians are told, in the script of their profiles. docs/spec/behaviour.md §33.4 */

const START = '2026-11-19 10:00:00';
const SMTP = { emptyBeforeEach: true, settings: { SMTP_URL: 'smtp://127.0.0.1:9' } };

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

const readsIn = ({ id }: Pick<Person, 'id'>, language: 'sr-Latn' | 'sr-Cyrl') =>
  salon.db.updateTable('users').set({ language }).where('id', '=', id).execute();
const sendAll = async () => {
  salon.clock.set('2026-11-17 13:00:00');
  await pushAll(salon);
  await sendMails(salon, post.url);
};
const feedOf = async (technician_id?: TechnicianId) => {
  const { url } = await salon.admin.call('POST /calendar-feed', {
    query: technician_id ? { technician_id } : {},
  });
  const file = await salon.app.inject({ url: new URL(url).pathname });
  return file.body.replaceAll('\r\n ', '');
};

onBothEngines('what staff are told, in their script', SMTP, () => {
  let phone: Device;
  beforeEach(async () => {
    post.mails.length = 0;
    await readsIn(salon.admin, 'sr-Cyrl');
    phone = await aDevice(service, salon.admin);
  });
  const booked = async (guest = {}) => {
    const client = await aClient(salon, { name: 'Ana Anić', phone: '064 111 222' });
    const service_id = await aService(salon, { name: 'Gel lak' });
    const id = await aSlot(salon, START);
    await client.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(START), service_id, ...guest },
    });
    await salon.db.updateTable('bookings').set({ note: 'Kasnim malo' }).execute();
    return { client, id };
  };
  const owners = () => post.mails.filter(({ to }) => to.includes(ADMIN.email));

  test('push and mail of a booking; what people typed stays as typed', async () => {
    await booked({ guest_name: 'Mila', guest_phone: '065 333 444' });
    await sendAll();
    expect(shownOn(phone)).toEqual(['Нови термин: Ana Anić, за: Mila, Gel lak, 19. новембра у 10:00']);
    const [mail] = owners();
    expect(mail?.subject).toBe('Нови термин: 19. новембра у 10:00');
    expect(mail?.text).toContain(
      [
        'Када: четвртак, 19. новембар 2026. 10:00 - 11:00',
        'Ко: Mila (налог: Ana Anić)',
        'Телефон: 065 333 444',
        'Услуга: Gel lak',
        'Напомена: Kasnim malo',
        '',
        'Отвори нотификације:',
      ].join('\n'),
    );
    expect(mail?.html).toContain('<html lang="sr-Cyrl">');
  });

  test('a late cancellation with a built-in reason', async () => {
    await salon.admin.call('PUT /settings', { body: { late_cancel_hours: 48 } });
    const { client, id } = await booked();
    salon.clock.set('2026-11-18 08:00:00');
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Posao' } });
    salon.clock.set('2026-11-18 09:00:00');
    await pushAll(salon);
    await sendMails(salon, post.url);
    expect(shownOn(phone).at(-1)).toBe('Касно отказивање: Ana Anić, Gel lak, 19. новембра у 10:00');
    const mail = owners().at(-1);
    expect(mail?.subject).toBe('Отказан термин: 19. новембра у 10:00');
    expect(mail?.text).toMatch(/^Касно отказивање\n/);
    expect(mail?.text).toContain('Разлог отказивања: Посао');
  });

  test('the morning push', async () => {
    await salon.admin.call('PUT /settings', { body: { owner_morning_at: '07:00' } });
    await aGuestBooking(salon, '2026-11-18 08:00:00');
    await aGuestBooking(salon, '2026-11-18 09:00:00');
    salon.clock.set('2026-11-18 07:00:00');
    await queueOwnerMorning(salon.platform);
    await pushAll(salon);
    expect(shownOn(phone)).toEqual(['Данашњи термини: Данас 2 термина, први у 08:00']);
  });

  test('the feed is in the script of its reader: the owner or the technician', async () => {
    const mina = await aTechnicianPerson(salon, { name: 'Mina' });
    const ana = await aClient(salon, { name: 'Ana' });
    await aBooking(salon, START, ana.id, { guest_name: 'Mila', technician_id: mina.technician });
    expect(await feedOf()).toContain('SUMMARY:Ana\\, за: Mila\\, Mina\r\n');
    expect(await feedOf(mina.technician)).toContain('SUMMARY:Ana\\, za: Mila\r\n');
    await readsIn(mina, 'sr-Cyrl');
    await readsIn(salon.admin, 'sr-Latn');
    expect(await feedOf(mina.technician)).toContain('SUMMARY:Ana\\, за: Mila\r\n');
    expect(await feedOf()).toContain('SUMMARY:Ana\\, za: Mila\\, Mina\r\n');
  });

  test('the link to a new password, though the salon has one language', async () => {
    await salon.app.inject({
      method: 'POST',
      url: '/api/auth/forgot',
      payload: { email: ADMIN.email },
    });
    await sendAll();
    expect(owners().map(({ subject }) => subject)).toEqual(['Нова лозинка']);
  });
});
