import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient, aGuestBooking } from '../../support/builders.ts';
import { expectRefused } from '../../support/refused.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { type FakeGateway, openGateway, sendSms } from './sms-gateway.ts';

const NUMBER = '+381641112223';
const settings = {
  SMTP_URL: 'smtp://localhost:1',
  SMS_URL: 'http://127.0.0.1:1',
  SMS_SECRET: 'tajna',
  PUBLIC_URL: 'https://l.rs',
};

onBothEngines('SMS through the owner’s gateway', { emptyBeforeEach: true, settings }, () => {
  let fake: FakeGateway;
  let id: AppointmentId;
  beforeEach(async () => {
    fake = await openGateway('json');
    await salon.admin.call('PUT /settings', { body: { sms: 1 } });
    id = await aGuestBooking(salon, '2026-11-19 10:00:00', { name: 'Mila', phone: '064 111 22 23' });
  });
  afterEach(() => fake.close());
  const cancel = (one = id) =>
    salon.admin.call('POST /appointments/{id}/cancel', { params: { id: one }, body: { reason: 'Bolest' } });
  const sendAt = async (at: WallTime) => {
    salon.clock.set(at);
    const before = fake.received.length;
    await Promise.all([sendSms(salon, fake), sendSms(salon, fake)]);
    return fake.received.slice(before).map(({ text }) => text);
  };
  const states = async () =>
    (await salon.admin.call('GET /appointments/to-call')).map(({ state }) => state).join(' ');
  const outcomes = async () => (await salon.admin.call('GET /sms')).sends.map(({ outcome }) => outcome);

  test('a cancellation goes out once after the 10 s of undo, even from two processes, and ends “Pozovite”', async () => {
    await cancel();
    expect(await sendAt('2026-11-17 11:20:05')).toEqual([]);
    expect(await sendAt('2026-11-17 11:20:11')).toEqual([
      'Nazalost, moramo da otkazemo termin: 19. novembra u 10:00. Novi termin: https://l.rs/booking Lunula',
    ]);
    expect(fake.received[0]).toMatchObject({ to: NUMBER, ttl: 1800 });
    expect(await states()).toBe('');
    expect(await sendAt('2026-11-17 11:30:00')).toEqual([]);
    expect(await salon.admin.call('GET /sms')).toMatchObject({
      connected: true,
      sent_today: 1,
      sends: [{ kind: 'CANCELLED', to: NUMBER, outcome: 'SENT', parts: 1 }],
    });
  });

  test.each(['en', 'ru'] as const)(
    'a guest who booked in %s is written to in English, while the salon speaks it',
    async (language) => {
      await salon.admin.call('PUT /settings', { body: { languages: ['sr-Latn', language] } });
      await salon.db.updateTable('bookings').set({ language }).execute();
      await cancel();
      expect(await sendAt('2026-11-17 11:20:11')).toEqual([
        'Sorry, we have to cancel your appointment: 19 November at 10:00. Book a new time: https://l.rs/booking Lunula',
      ]);
    },
  );

  test('an answer that never came is never repeated and stands as unknown; a refusal as failed', async () => {
    await cancel();
    fake.next('hang-up');
    await sendAt('2026-11-17 11:21:00');
    expect(await outcomes()).toEqual(['SENDING']);
    expect(await sendAt('2026-11-17 11:53:00')).toEqual([]);
    expect(await outcomes()).toEqual(['UNKNOWN']);
    expect(await states()).toBe('UNKNOWN');
    id = await aGuestBooking(salon, '2026-11-20 10:00:00', { phone: '065 111 22 23' });
    await cancel();
    fake.next(403);
    await sendAt('2026-11-17 12:10:00');
    expect(await states()).toBe('UNKNOWN FAILED');
    expect(fake.received).toHaveLength(1);
  });

  test('a process that is killed after handing over never sends again', async () => {
    await cancel();
    await sendAt('2026-11-17 11:20:05'); // queues
    await salon.db
      .updateTable('sms_outbox')
      .set({ handed_over_at: salon.clock.ms(), until_at: salon.clock.ms() + 1_800_000, attempts: 1 })
      .execute();
    expect(await sendAt('2026-11-17 11:25:00')).toEqual([]);
    expect(await sendAt('2026-11-18 11:25:00')).toEqual([]);
    expect(await outcomes()).toEqual(['UNKNOWN']);
  });

  test('after a restore the people of earlier changes are called, and get no SMS', async () => {
    await cancel();
    salon.clock.set('2026-11-17 11:30:00');
    const restored_at = salon.clock.ms();
    await salon.db
      .insertInto('liveness')
      .values({ id: 1, alive_at: restored_at, grace_until: 0, restored_from: 1, restored_at })
      .execute();
    expect(await sendAt('2026-11-17 11:30:30')).toEqual([]);
    expect(await states()).toBe('NONE');
    id = await aGuestBooking(salon, '2026-11-20 10:00:00', { phone: '065 111 22 23' });
    await cancel();
    expect(await sendAt('2026-11-17 11:31:00')).toHaveLength(1);
  });

  test('a gateway that cannot be reached is tried again, and the message goes out once', async () => {
    await cancel();
    const away = { gateway: { ...fake.gateway, url: 'http://127.0.0.1:59999' } };
    salon.clock.set('2026-11-17 11:21:00');
    expect(await sendSms(salon, away)).not.toContain('tajna');
    expect(await sendAt('2026-11-17 11:25:00')).toHaveLength(1);
  });

  test('at night all waits for 9:00 except what concerns a start within 14 hours', async () => {
    salon.clock.set('2026-11-17 20:00:00');
    await cancel();
    expect(await sendAt('2026-11-17 20:01:00')).toEqual([]);
    expect(await sendAt('2026-11-18 08:59:00')).toEqual([]);
    expect(await sendAt('2026-11-18 09:00:00')).toHaveLength(1);
    id = await aGuestBooking(salon, '2026-11-19 10:00:00', { phone: '065 111 22 23' });
    salon.clock.set('2026-11-18 21:00:00');
    await cancel();
    expect(await sendAt('2026-11-18 21:00:30')).toHaveLength(1);
  });

  test('a reminder goes to whom neither push nor mail reaches, once, at 9:00 for an early start', async () => {
    const early = await aGuestBooking(salon, '2026-11-20 08:00:00', { phone: '066 111 22 23' });
    for (const one of [id, early]) await changeRow(salon, one, { booked_at: 1 });
    const ana = await aClient(salon);
    await changeRow(salon, await aBooking(salon, '2026-11-19 12:00:00', ana.id), { booked_at: 1 });
    salon.clock.set('2026-11-18 10:01:00');
    await remindClients(salon.platform);
    expect(await sendAt('2026-11-18 10:01:00')).toEqual([
      expect.stringMatching(
        /^Podsecamo vas na termin: 19\. novembra u 10:00\. Dolazite\? Potvrdite ovde: https:\/\/l\.rs\/booking#termin=[\w-]{43} Lunula$/,
      ),
    ]);
    expect(await sendAt('2026-11-18 10:30:00')).toEqual([]);
    expect(await sendAt('2026-11-19 08:30:00')).toEqual([]);
    expect(await sendAt('2026-11-19 09:00:00')).toHaveLength(1);
    const [row] = await salon.admin.call('GET /appointments/round', { query: { date: '2026-11-19' } });
    expect(row?.reached).toMatchObject([{ what: 'REMINDER', channel: 'SMS', by: null }]);
  });

  test('a reminder of an earlier start does not count for the present one: its mail comes, and no SMS before it', async () => {
    const ana = await aClient(salon, { phone: '064 999 88 77' });
    const moved = await aBooking(salon, '2026-11-18 12:00:00', ana.id);
    await changeRow(salon, moved, { booked_at: 1 });
    salon.clock.set('2026-11-17 12:00:00');
    await remindClients(salon.platform);
    const body = { start_datetime: '2026-11-20 20:15:00', end_datetime: '2026-11-20 21:15:00' } as const;
    await salon.admin.call('PUT /appointments/{id}', { params: { id: moved }, body });
    await salon.db.updateTable('outbox').set({ sent_at: salon.clock.ms() }).execute();
    await salon.db.updateTable('bookings').set({ called: null }).execute();
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
    expect(await sendAt('2026-11-19 19:30:00')).toEqual([]);
    salon.clock.set('2026-11-19 20:15:00');
    await remindClients(salon.platform);
    await salon.db
      .updateTable('outbox')
      .set({ given_up_at: salon.clock.ms() })
      .where('sent_at', 'is', null)
      .execute();
    expect(await sendAt('2026-11-20 09:00:00')).toHaveLength(1); // push and mail of this start were tried
  });

  test('a delay goes out at once, and a later one replaces what was not sent', async () => {
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { status: 'BLOCKED' } });
    await salon.db.deleteFrom('sms_outbox').execute();
    await salon.db.updateTable('bookings').set({ called: null }).execute();
    salon.clock.set('2026-11-19 09:29:00');
    await aGuestBooking(salon, '2026-11-19 11:00:00');
    salon.clock.set('2026-11-19 10:30:00');
    await salon.admin.call('PUT /delay', { body: { minutes: 15 } });
    expect(await sendAt('2026-11-19 10:30:05')).toEqual([]);
    await salon.admin.call('PUT /delay', { body: { minutes: 30 } });
    const [text] = await sendAt('2026-11-19 10:30:20');
    expect(text).toMatch(/^Salon kasni: ocekujemo vas oko 11:30\./);
    expect(fake.received).toHaveLength(1);
    const [row] = await salon.admin.call('GET /appointments/round', { query: { date: '2026-11-19' } });
    expect(row).toMatchObject({ to_tell: null, reached: [{ what: 'DELAY', channel: 'SMS' }] });
  });

  test('never to whom wants no SMS, to other numbers, or with the setting off', async () => {
    const link = await salon.admin.call('POST /appointments/{id}/link', { params: { id } });
    const body = { token: link.url.split('=')[1] ?? '' };
    await salon.visitor.call('POST /guest-link/no-sms', { body });
    await salon.visitor.call('POST /guest-link/no-sms', { body });
    await cancel();
    const abroad = await aGuestBooking(salon, '2026-11-20 10:00:00', { phone: '+43 664 1234567' });
    await cancel(abroad);
    const ana = await aClient(salon, { email: null, phone: '064 999 88 77' });
    await ana.call('PUT /auth/me/notifications', { body: { sms_on: 0 } });
    await cancel(await aBooking(salon, '2026-11-21 10:00:00', ana.id));
    expect(await sendAt('2026-11-17 12:00:00')).toEqual([]);
    await ana.call('PUT /auth/me/notifications', { body: { sms_on: 1 } });
    await salon.admin.call('PUT /settings', { body: { sms: 0 } });
    expect(await sendAt('2026-11-17 12:01:00')).toEqual([]);
    await salon.admin.call('PUT /settings', { body: { sms: 1 } });
    expect(await sendAt('2026-11-17 12:02:00')).toHaveLength(1);
  });

  test('a person without SMS gets none to another typed number, and none that was queued before', async () => {
    const { person_id } = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    const params = { id: person_id ?? (0 as never) };
    salon.clock.set('2026-11-17 20:10:00');
    await cancel();
    expect(await sendAt('2026-11-17 20:10:20')).toEqual([]); // waits for the morning
    await salon.admin.call('PUT /people/{id}', { params, body: { no_sms: 1, phone: '065 777 66 55' } });
    expect(await sendAt('2026-11-18 09:00:00')).toEqual([]);
    expect(await states()).toBe('FAILED');
    const other = await aGuestBooking(salon, '2026-11-20 10:00:00', { phone: '064 111 22 23' });
    await changeRow(salon, other, { person_id: person_id ?? null });
    await cancel(other);
    expect(await sendAt('2026-11-18 12:00:00')).toEqual([]);
    expect(await states()).toBe('FAILED NONE');
  });

  test('to a number without a visit at most 2 a day, and not more parts a day than the owner allows', async () => {
    const more = [11, 12, 13].map((hour) => `2026-11-19 ${hour}:00:00` as const);
    for (const start of more) await cancel(await aGuestBooking(salon, start, { phone: '064 111 22 23' }));
    expect(await sendAt('2026-11-17 12:00:00')).toHaveLength(2);
    await changeRow(salon, await aGuestBooking(salon, '2026-11-16 10:00:00', { phone: '067 111 22 23' }), {});
    await salon.admin.call('PUT /settings', { body: { sms_per_day: 3 } });
    for (const start of more.slice(0, 2))
      await cancel(await aGuestBooking(salon, start, { phone: '067 111 22 23' }));
    expect(await sendAt('2026-11-17 12:30:00')).toHaveLength(1);
    expect(await states()).toBe('FAILED FAILED');
  });

  test('the owner tries a number; a number that is no mobile in Serbia is refused', async () => {
    await salon.admin.call('POST /sms/test', { body: { to: '064 111 22 23' } });
    expect(await sendAt('2026-11-17 11:20:11')).toEqual(['Probna poruka iz programa Lunula. SMS radi.']);
    const refused = salon.admin.call('POST /sms/test', { body: { to: '021 111 222' } });
    await expect(refused).rejects.toMatchObject({ code: 'bad_input' });
  });

  describe('with a phone as the gateway', () => {
    beforeEach(async () => {
      await fake.close();
      fake = await openGateway('android');
      await cancel();
      await sendAt('2026-11-17 11:21:00');
    });

    test('a message went out once the phone says Sent or Delivered', async () => {
      expect(fake.received).toHaveLength(1);
      expect(await states()).toBe('SENDING');
      fake.state = 'Processed';
      await sendAt('2026-11-17 11:22:00');
      expect(await states()).toBe('SENDING');
      fake.state = 'Delivered';
      await sendAt('2026-11-17 11:23:00');
      expect(await states()).toBe('');
      expect(fake.received).toHaveLength(1);
    });

    test('Failed is listed; without an answer it is unknown a minute after its time', async () => {
      fake.state = 'Failed';
      await sendAt('2026-11-17 11:22:00');
      expect(await states()).toBe('FAILED');
      id = await aGuestBooking(salon, '2026-11-20 10:00:00', { phone: '065 111 22 23' });
      await cancel();
      fake.state = 'Pending';
      await sendAt('2026-11-17 11:30:00');
      await sendAt('2026-11-17 12:01:00');
      expect(await outcomes()).toEqual(['SENDING', 'FAILED']);
      await sendAt('2026-11-17 12:01:01');
      expect(await outcomes()).toEqual(['UNKNOWN', 'FAILED']);
    });
  });
});

onBothEngines('without a gateway', {}, () => {
  test('a test message is refused', async () => {
    await expectRefused(salon.admin.call('POST /sms/test', { body: { to: '064 111 22 23' } }), 'sms_off');
    expect((await salon.admin.call('GET /sms')).connected).toBe(false);
  });
});
