import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppointmentId, TechnicianId } from '../../../src/domain/ids.ts';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { pushOwnerNotification } from '../../../src/server/push/push.ts';
import { sameTimeAgain } from '../../../src/server/rhythm/rhythm.ts';
import {
  aBooking,
  aClient,
  aService,
  aSlot,
  aTechnician,
  aTechnicianPerson,
  seen,
} from '../../support/builders.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { type Device, openPushService, type PushService } from '../../support/push/push-service.ts';
import { aDevice, pushAll, pushesOf, shownOn } from '../../support/push/pushes.ts';
import { ADMIN, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-19 10:00:00';

let service: PushService;
beforeAll(async () => {
  service = await openPushService();
});
afterAll(() => service.close());

onBothEngines('pushed notifications', { emptyBeforeEach: true }, () => {
  let client: Person & { name: string };
  let phone: Device;
  beforeEach(async () => {
    client = await aClient(salon, { name: 'Milica Đurić' });
    phone = await aDevice(service, client);
  });
  const cancel = (id: number, by: Person = salon.admin) =>
    by.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest u kući' } });
  const book = async (start: WallTime, by: Person, body: object = {}) => {
    const id = await aSlot(salon, start);
    await by.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(start), ...body } });
    return id;
  };
  const GUEST = { guest_name: 'Ana Ilić', guest_phone: '063 555 100' };

  test('a client’s notification is pushed to each device of the client, without the reason of the cancellation', async () => {
    const laptop = await aDevice(service, await salon.loggedIn(client.id));
    await cancel(await aBooking(salon, START, client.id));
    await pushAll(salon);
    const [notification] = await client.call('GET /client-notifications');
    expect(notification?.message).toContain('Razlog: Bolest u kući');
    const message = {
      kind: 'APPT_CANCELLED_BY_ADMIN',
      title: 'Salon je otkazao termin',
      body: 'Salon je otkazao vaš termin 19. novembra u 10:00.',
      tag: `notice-${notification?.id}`,
      url: '/profile?tab=notifikacije',
    };
    const { public_key: signedBy } = await client.call('GET /push/key');
    const contact = `mailto:${ADMIN.email}`;
    const push = { message, topic: message.tag, urgency: 'high', ttl: 12 * 3600, signedBy, contact };
    expect(phone.pushes).toEqual([push]);
    expect(laptop.pushes).toEqual([push]);
  });

  test('an edit with several notifications is one push, with the sentences of all', async () => {
    const service_id = await aService(salon, { name: 'Gel lak' });
    const id = await aBooking(salon, START, client.id);
    const times = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:30:00' } as const;
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { ...times, service_id } });
    await pushAll(salon);
    const notifications = await client.call('GET /client-notifications');
    expect(notifications).toHaveLength(3);
    expect(phone.pushes).toHaveLength(1);
    const [push] = shownOn(phone);
    for (const { message } of notifications.slice(0, 2)) expect(push).toContain(message);
    expect(push).toMatch(/^Promenjeno vreme termina: /);
  });

  test('pushes to the owner contain the technician’s name; pushes to the technician contain it only for a move', async () => {
    const mina = await aTechnicianPerson(salon, { name: 'Mina' });
    const [owners, hers] = [await aDevice(service, salon.admin), await aDevice(service, mina)];
    const id = await aBooking(salon, START, client.id, { technician_id: mina.technician });
    const body = { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' } as const;
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
    await pushAll(salon);
    const bodies = (device: Device) => device.pushes.map(({ message }) => message.body).sort();
    expect(bodies(owners)).toEqual(['Milica Đurić, 19. novembra u 12:00 (radnica: Mina)']);
    expect(bodies(hers)).toEqual([
      'Milica Đurić, 19. novembar u 10:00 → 19. novembar u 12:00 (radnica: Mina)',
      'Milica Đurić, 19. novembra u 12:00',
    ]);
  });

  test('a push contains PUBLIC_URL as the contact for the push service', async () => {
    await cancel(await aBooking(salon, START, client.id));
    await pushAll(salon, { config: { ...salon.platform.config, publicUrl: 'https://salon.primer.rs' } });
    expect(phone.pushes).toMatchObject([{ contact: 'https://salon.primer.rs' }]);
  });

  test('the TTL of a push ends at the start of its appointment', async () => {
    await cancel(await aBooking(salon, '2026-11-17 13:20:00', client.id));
    await pushAll(salon);
    expect(phone.pushes).toMatchObject([{ ttl: 2 * 3600 }]);
  });

  test('a change that can be undone is pushed after the undo period; an undone change is never pushed', async () => {
    const move = async (id: number, start_datetime: WallTime, end_datetime: WallTime) => {
      const params = { id };
      const body = { start_datetime, end_datetime };
      return (await salon.admin.call('PUT /analytics/appointments/{id}/move', { params, body })).undo_token;
    };
    const id = await aBooking(salon, START, client.id);
    const undo_token = await move(id, '2026-11-19 12:00:00', '2026-11-19 13:00:00');
    await pushAll(salon);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    salon.clock.advanceMs(11_000);
    await pushAll(salon);
    expect(phone.pushes).toEqual([]);
    expect(await pushesOf(salon)).toMatchObject([{ sent_at: null, last_error: 'no longer true' }]);
    await move(id, '2026-11-19 14:00:00', '2026-11-19 15:00:00');
    salon.clock.advanceMs(9_999);
    await pushAll(salon);
    expect(phone.pushes).toEqual([]);
    salon.clock.advanceMs(1);
    await pushAll(salon);
    expect(shownOn(phone)).toEqual([
      'Promenjeno vreme termina: Vaš termin 19. novembra pomeren je sa 10:00 na 14:00.',
    ]);
  });

  test('a client on the waitlist gets a push about a free slot', async () => {
    await salon.db
      .insertInto('waitlist_entries')
      .values({ day: '2026-11-19', client_id: client.id, created_at: 1 })
      .execute();
    const id = await aBooking(salon, START, (await aClient(salon)).id);
    const body = { reason: 'Bolest', offer_again: 1 as const };
    await salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body });
    await pushAll(salon);
    expect(shownOn(phone)).toEqual(['Oslobodio se termin: 19. novembra, 10:00 - 11:00.']);
    const [notification] = await client.call('GET /client-notifications');
    expect(notification).toMatchObject({ day: '2026-11-19', appt_start: START });
    expect(notification?.appointment_id).not.toBeNull();
  });

  const addAbsence = (day: WallDate) =>
    salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });

  test.each([
    [
      'it is booked',
      async (id: AppointmentId) => {
        const other = await aClient(salon);
        await other.call('POST /appointments/{id}/book', { params: { id }, body: seen(START) });
      },
    ],
    ['an absence is added', () => addAbsence('2026-11-19')],
    [
      'its technician leaves',
      (_: AppointmentId, id: TechnicianId) =>
        salon.admin.call('DELETE /technicians/{id}', { params: { id } }),
    ],
  ])('a push and a mail about a free slot are not sent if %s before the delivery', async (_, change) => {
    await salon.db
      .insertInto('waitlist_entries')
      .values({ day: '2026-11-19', client_id: client.id, created_at: 1 })
      .execute();
    const technician_id = await aTechnician(salon);
    const slot = await salon.admin.call('POST /appointments/slot', {
      body: { start_datetime: START, duration_minutes: 60, technician_id },
    });
    await change(slot.id, technician_id);
    await pushAll(salon);
    expect(phone.pushes).toEqual([]);
    expect(await pushesOf(salon)).toMatchObject([{ last_error: 'no longer true' }]);
    const post = await openMailServer();
    await sendMails(salon, post.url);
    expect(post.mails.filter(({ subject }) => subject.startsWith('Oslobodio se'))).toEqual([]);
    await post.close();
  });

  test('pushes to the owner about bookings, moves and cancellations contain no phone number and no cancellation reason', async () => {
    const owners = await aDevice(service, salon.admin);
    const service_id = await aService(salon, { name: 'Gel lak' });
    const id = await book(START, client, { service_id });
    const to_id = await aSlot(salon, '2026-11-20 09:00:00');
    await client.call('POST /appointments/{id}/reschedule', {
      params: { id },
      body: { to_id, ...seen('2026-11-20 09:00:00') },
    });
    await cancel(id, client);
    await book('2026-11-21 10:00:00', salon.visitor, GUEST);
    await pushAll(salon);
    expect(shownOn(owners)).toEqual([
      'Novi termin: Milica Đurić, Gel lak, 19. novembra u 10:00',
      'Pomeren termin: Milica Đurić, Gel lak, 19. novembar u 10:00 → 20. novembar u 09:00',
      'Otkazan termin: Milica Đurić, Gel lak, 20. novembra u 09:00',
      'Novi termin: Ana Ilić, gošća, 21. novembra u 10:00',
    ]);
    const notifications = (await salon.admin.call('GET /notifications')).toReversed();
    expect(owners.pushes.map(({ message: { tag } }) => tag)).toEqual(
      notifications.map((one) => `notice-${one.id}`),
    );
    expect(owners.pushes[0]?.message).toMatchObject({ kind: 'NEW_BOOKING', url: '/admin/notifications' });
    expect(phone.pushes).toEqual([]);
  });

  test('the owner gets a push for each guest who waits for a free slot, but none for a client’s registration', async () => {
    const owners = await aDevice(service, salon.admin);
    for (const guest_name of ['Ana Ilić', 'Eva Kos'])
      await salon.visitor.call('POST /client-notifications/free-slot', {
        body: { date: '2026-11-19', guest_name, guest_phone: `063 555 10${guest_name.length}` },
      });
    await salon.visitor.call('POST /auth/register', {
      body: { name: 'N', email: 'nova@primer.rs', password: 'lozinka', password_confirm: 'lozinka' },
    });
    await salon.admin.call('POST /appointments/slot', { body: { start_datetime: START } });
    await pushAll(salon);
    expect(shownOn(owners).sort()).toEqual([
      'Oslobodio se termin: Pozovite: Ana Ilić, 19. novembra u 10:00',
      'Oslobodio se termin: Pozovite: Eva Kos, 19. novembra u 10:00',
    ]);
    expect(new Set(owners.pushes.map(({ message: { tag } }) => tag)).size).toBe(2);
  });

  test('two notifications created in the same millisecond are pushed separately', async () => {
    await aDevice(service, salon.admin);
    const at = salon.clock.ms();
    const [one, other] = [await aSlot(salon, START), await aSlot(salon, '2026-11-20 10:00:00')];
    const notification = { type: 'NEW_BOOKING', created_at: at, visible_at: at } as const;
    const notifications = await salon.db
      .insertInto('admin_notifications')
      .values([one, other].map((appointment_id) => ({ ...notification, appointment_id })))
      .returning('id')
      .execute();
    const timing = { nowMs: at, visibleAtMs: at };
    for (const { id } of notifications)
      await inTransaction(salon.db, (trx) => pushOwnerNotification(trx, id, timing));
    expect((await pushesOf(salon)).map(({ subject_id }) => subject_id)).toEqual(
      notifications.map(({ id }) => id),
    );
  });

  test('the person who makes a change gets no push about it', async () => {
    const owners = await aDevice(service, salon.admin);
    await book(START, salon.admin, GUEST);
    await cancel(await book('2026-11-20 10:00:00', client), client);
    await pushAll(salon);
    expect(shownOn(owners).filter((text) => text.includes('Ana'))).toEqual([]);
    expect(owners.pushes).toHaveLength(2);
    expect(phone.pushes).toEqual([]);
  });

  test('queued pushes are dropped when the user switches pushes off', async () => {
    await cancel(await aBooking(salon, START, client.id));
    await salon.db.updateTable('users').set({ push_on: 0 }).where('id', '=', client.id).execute();
    await cancel(await aBooking(salon, '2026-11-20 10:00:00', client.id));
    await pushAll(salon);
    expect(phone.pushes).toEqual([]);
    expect(await pushesOf(salon)).toMatchObject([{ last_error: 'switched off' }]);
  });

  test('a device whose session has expired gets no push, even if the session is not deleted yet', async () => {
    await cancel(await aBooking(salon, START, client.id));
    await salon.db.updateTable('sessions').set({ expires_at: 1 }).where('user_id', '=', client.id).execute();
    await pushAll(salon);
    expect(phone.pushes).toEqual([]);
    expect(await pushesOf(salon)).toMatchObject([{ last_error: 'nobody' }]);
  });

  test('pushes queued before a client is deleted do not contain the client’s name', async () => {
    const owners = await aDevice(service, salon.admin);
    await cancel(await book('2026-11-19 10:00:00', client), client);
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } });
    expect(JSON.stringify(await pushesOf(salon))).not.toContain('Milica');
    await pushAll(salon);
    for (const text of shownOn(owners)) expect(text).toContain('Obrisan klijent');
  });

  test('a client gets one push a day before the appointment, and one push and one notification two hours before', async () => {
    const id = await aBooking(salon, START, client.id, { service_name: 'Gel lak' });
    const at = async (now: WallTime) => {
      salon.clock.set(now);
      await remindClients(salon.platform);
      await pushAll(salon);
    };
    const reminder = 'Podsećamo vas na termin 19. novembra u 10:00, usluga „Gel lak“.';
    await at('2026-11-18 09:59:59');
    expect(phone.pushes).toEqual([]);
    await at('2026-11-18 10:00:00');
    await at('2026-11-18 10:00:30');
    expect(phone.pushes).toMatchObject([
      {
        message: {
          kind: 'APPT_REMINDER_24H',
          title: 'Podsetnik za termin',
          body: reminder,
          tag: `reminder-${id}`,
          url: `/booking#termin=${id}`,
        },
      },
    ]);
    expect(await client.call('GET /client-notifications')).toEqual([]);
    await at('2026-11-19 08:00:00');
    await at('2026-11-19 08:00:30');
    expect(shownOn(phone)).toEqual([
      `Podsetnik za termin: ${reminder}`,
      `Podsetnik: termin za 2 sata: ${reminder}`,
    ]);
    const mails = await salon.db.selectFrom('outbox').select('kind').execute();
    expect(mails).toEqual([{ kind: 'REMINDER_24H' }]);
  });

  test.each([
    ['proposes the free slot three weeks later', 'nothing'],
    ['does not propose a slot that was deleted before the delivery', 'deletion'],
    ['does not propose a slot within an absence that was added before the delivery', 'absence'],
  ] as const)('the reminder of the day before, as a push and as a mail, %s', async (_, change) => {
    const post = await openMailServer();
    await aBooking(salon, START, client.id, { service_name: 'Gel lak' });
    const later = await aSlot(salon, '2026-12-10 11:00:00');
    salon.clock.set('2026-11-18 10:00:00');
    await remindClients(salon.platform, (booking) => sameTimeAgain(salon.platform, booking));
    if (change === 'deletion') await salon.db.deleteFrom('appointments').where('id', '=', later).execute();
    if (change === 'absence') await addAbsence('2026-12-10');
    const isFree = change === 'nothing';
    await pushAll(salon);
    await sendMails(salon, post.url);
    const offer = isFree ? ' Isti termin za 3 nedelje je slobodan: 10. decembra u 11:00.' : '';
    expect(shownOn(phone)).toEqual([
      `Podsetnik za termin: Podsećamo vas na termin 19. novembra u 10:00, usluga „Gel lak“.${offer}`,
    ]);
    expect(post.mails).toHaveLength(1);
    expect(post.mails[0]?.text.includes('Isti termin')).toBe(isFree);
    expect(post.mails[0]?.text).toContain(offer.trim());
    await post.close();
  });

  test.each([
    ['canceled', (id: number) => cancel(id, client)],
    [
      'moved by the salon',
      (id: number) =>
        salon.admin.call('PUT /appointments/{id}', {
          params: { id },
          body: { start_datetime: '2026-11-19 12:00:00', end_datetime: '2026-11-19 13:00:00' },
        }),
    ],
    [
      'assigned to another client',
      async (id: number) =>
        salon.admin.call('PUT /appointments/{id}', {
          params: { id },
          body: { client_id: (await aClient(salon)).id },
        }),
    ],
  ] as const)(
    'drops a queued reminder of an appointment that is %s before the delivery',
    async (_, change) => {
      const id = await aBooking(salon, START, client.id);
      salon.clock.set('2026-11-18 10:00:00');
      await remindClients(salon.platform);
      await change(id);
      await pushAll(salon);
      expect(phone.pushes.filter(({ message: { kind } }) => kind === 'APPT_REMINDER_24H')).toEqual([]);
    },
  );
});
