import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import {
  aBooking,
  aClient,
  anAppointment,
  aService,
  aSlot,
  aTechnicianPerson,
} from '../../support/builders.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { aSubscription } from '../../support/push/push-service.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { aSubscriber, connectedUrl } from '../../support/subscriber.ts';

const DAY = '2026-11-20' as const;
const SEEN = { seen_start: `${DAY} 11:00:00`, seen_end: `${DAY} 12:00:00` } as const;

onBothEngines('notifications of a technician', { emptyBeforeEach: true }, () => {
  let mina: Awaited<ReturnType<typeof aTechnicianPerson>>;
  let sara: Awaited<ReturnType<typeof aTechnicianPerson>>;
  let ana: Awaited<ReturnType<typeof aClient>>;
  let slot: AppointmentId;
  beforeEach(async () => {
    salon.clock.set(NOW);
    [mina, sara] = [await aTechnicianPerson(salon), await aTechnicianPerson(salon, { name: 'Sara' })];
    ana = await aClient(salon, { phone: '064 111 222' });
    slot = await anAppointment(salon, SEEN.seen_start, { technician_id: mina.technician });
  });
  const book = (person: Person, id = slot) =>
    person.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...SEEN, ...(person === ana ? {} : { client_id: ana.id }) },
    });
  const listOf = (person: Person) => person.call('GET /notifications');
  const typesOf = async (person: Person) => (await listOf(person)).map(({ type }) => type);

  test('a booking notifies the owner and its technician; the technician sees no email, and sees the phone only if allowed', async () => {
    await book(ana);
    expect(await typesOf(salon.admin)).toEqual(['NEW_BOOKING']);
    expect(await listOf(mina)).toMatchObject([
      { type: 'NEW_BOOKING', client_phone: '064 111 222', client_email: null },
    ]);
    expect(await typesOf(sara)).toEqual([]);
    const params = { id: mina.technician };
    await salon.admin.call('PUT /technicians/{id}', { params, body: { sees_phones: 0 } });
    expect(await listOf(mina)).toMatchObject([{ client_phone: null }]);
  });

  test('the owner and a technician each read and delete only their own notifications', async () => {
    await book(ana);
    const [hers] = await listOf(mina);
    const [owners] = await listOf(salon.admin);
    const params = { id: hers?.id ?? (0 as never) };
    await expectRefused(salon.admin.call('DELETE /notifications/{id}', { params }), 'not_found');
    await expectRefused(
      mina.call('POST /notifications/{id}/read', { params: { id: owners?.id ?? (0 as never) } }),
      'not_found',
    );
    await mina.call('POST /notifications/{id}/read', { params });
    expect(await mina.call('GET /notifications/unread-count')).toEqual({ count: 0 });
    expect(await salon.admin.call('GET /notifications/unread-count')).toEqual({ count: 1 });
    await salon.admin.call('DELETE /notifications');
    expect([await typesOf(salon.admin), await typesOf(mina)]).toEqual([[], ['NEW_BOOKING']]);
  });

  test('a move to a colleague notifies both technicians; a cancellation notifies the technician of the booking', async () => {
    await book(ana);
    const other = await anAppointment(salon, `${DAY} 15:00:00`, { technician_id: sara.technician });
    await ana.call('POST /appointments/{id}/reschedule', {
      params: { id: slot },
      body: {
        to_id: other,
        seen_start: `${DAY} 15:00:00`,
        seen_end: `${DAY} 16:00:00`,
        any_technician: 1,
      },
    });
    expect([await typesOf(mina), await typesOf(sara)]).toEqual([['MOVED', 'NEW_BOOKING'], ['MOVED']]);
    await ana.call('POST /appointments/{id}/cancel', { params: { id: slot }, body: { reason: 'Ne mogu.' } });
    expect([await typesOf(mina), await typesOf(sara)]).toEqual([
      ['MOVED', 'NEW_BOOKING'],
      ['CANCELLED', 'MOVED'],
    ]);
  });

  test('a change by the owner notifies the technician of the booking; undoing the change deletes the notification', async () => {
    const { id } = await salon.admin.call('POST /appointments', {
      body: { client_id: ana.id, technician_id: mina.technician, start_datetime: `${DAY} 13:00:00` },
    });
    const params = { id };
    const at = (start: 14 | 15) =>
      ({
        start_datetime: `${DAY} ${start}:00:00`,
        end_datetime: `${DAY} ${start + 1}:00:00` as WallTime,
      }) as const;
    const move = { params, body: at(14) };
    const { undo_token } = await salon.admin.call('PUT /analytics/appointments/{id}/move', move);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    await salon.admin.call('PUT /appointments/{id}', { params, body: at(15) });
    await salon.admin.call('PUT /appointments/{id}', { params, body: { technician_id: sara.technician } });
    await salon.admin.call('POST /appointments/{id}/cancel', { params, body: { reason: 'Bolest' } });
    expect(await typesOf(mina)).toEqual(['MOVED', 'MOVED', 'NEW_BOOKING']);
    expect(await listOf(sara)).toMatchObject([
      { type: 'CANCELLED', cancelled_reason: 'Bolest', technician_id: sara.technician },
      { type: 'MOVED', from_start: `${DAY} 15:00:00`, technician_name: 'Sara' },
    ]);
    expect(await typesOf(salon.admin)).toEqual([]);
  });

  test('a client’s notification of a new booking and the reminder contain the technician’s name', async () => {
    const { id } = await salon.admin.call('POST /appointments', {
      body: { client_id: ana.id, technician_id: sara.technician, start_datetime: `${DAY} 13:00:00` },
    });
    salon.clock.set(`${DAY} 11:30:00`);
    await remindClients(salon.platform);
    const received = await ana.call('GET /client-notifications');
    expect(received.map(({ type, message, appointment_id }) => [type, message, appointment_id])).toEqual([
      ['APPT_REMINDER_2H', 'Podsećamo vas na termin 20. novembra u 13:00 (radnica: Sara).', id],
      ['APPT_CLIENT_CHANGED_ADDED', 'Salon vas je upisao za 20. novembar u 13:00 (radnica: Sara).', id],
    ]);
  });

  test('the reminder mail, sent a day before the appointment, contains the technician’s name', async () => {
    await aBooking(salon, `${DAY} 13:00:00`, ana.id, { technician_id: sara.technician });
    salon.clock.set('2026-11-19 14:00:00');
    await remindClients(salon.platform);
    const post = await openMailServer();
    await sendMails(salon, post.url);
    await post.close();
    expect(post.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('Podsećamo vas na termin 20. novembra u 13:00 (radnica: Sara).'),
    ]);
  });

  test('a technician’s own booking notifies the owner in the app, without a mail', async () => {
    await book(mina);
    expect([await typesOf(salon.admin), await typesOf(mina)]).toEqual([['NEW_BOOKING'], []]);
    expect(await outboxOf(salon)).toEqual([]);
  });

  test('a series sends its technician one notification for each booking, but only one push', async () => {
    await mina.call('POST /push', { body: aSubscription() });
    const starts = [`${DAY} 13:00:00`, '2026-11-27 13:00:00'] as const;
    await salon.admin.call('POST /appointments/series', {
      body: {
        client_id: ana.id,
        service_ids: [await aService(salon)],
        technician_id: mina.technician,
        start_datetime: starts[0],
        every_weeks: 1,
        count: 2,
        rows: starts.map((start_datetime) => ({ start_datetime })),
      },
    });
    expect(await typesOf(mina)).toEqual(['NEW_BOOKING', 'NEW_BOOKING']);
    expect(await salon.db.selectFrom('push_outbox').select('id').execute()).toHaveLength(1);
  });

  test('swapping, freeing or deleting bookings notifies their technicians', async () => {
    const a = await aBooking(salon, `${DAY} 13:00:00`, ana.id, { technician_id: mina.technician });
    const b = await aBooking(salon, `${DAY} 15:00:00`, ana.id, { technician_id: sara.technician });
    await salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id: a, b_id: b } });
    await salon.admin.call('PUT /appointments/{id}', { params: { id: a }, body: { status: 'AVAILABLE' } });
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: b }, query: {} });
    salon.clock.advanceMs(20_000); // the notification of the swap is visible once undo is no longer possible
    expect([await typesOf(mina), await typesOf(sara)]).toEqual([
      ['CANCELLED', 'MOVED', 'MOVED'],
      ['CANCELLED', 'MOVED', 'MOVED'],
    ]);
    expect((await listOf(mina))[0]).toMatchObject({ client_name: ana.name, appointment_id: null });
  });

  test('a change by a technician notifies the owner, but not the technician who made the change', async () => {
    const body = { start_datetime: `${DAY} 13:00:00`, client_id: ana.id } as const;
    const { id } = await mina.call('POST /appointments', { body });
    await mina.call('PUT /appointments/{id}', { params: { id }, body: { notes: 'gel' } });
    await mina.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
    await book(mina);
    expect(await typesOf(salon.admin)).toEqual(['NEW_BOOKING', 'CANCELLED', 'NEW_BOOKING']);
    expect(await typesOf(mina)).toEqual([]);
  });

  test('a booking with the owner as technician, or with a technician without a login, notifies only the owner', async () => {
    const free = await aSlot(salon, SEEN.seen_start);
    await book(ana, free);
    await salon.db
      .updateTable('technicians')
      .set({ user_id: null })
      .where('id', '=', sara.technician)
      .execute();
    const hers = await anAppointment(salon, SEEN.seen_start, { technician_id: sara.technician });
    await book(salon.admin, hers);
    const rows = await salon.db.selectFrom('admin_notifications').select('recipient_id').execute();
    expect(rows).toEqual([{ recipient_id: null }, { recipient_id: null }]);
  });

  test('a booking is pushed to the owner and to its technician, except to the person who booked', async () => {
    const devices = new Map([
      [salon.admin, 'owner'],
      [mina, 'mina'],
      [sara, 'sara'],
    ]);
    for (const person of devices.keys()) await person.call('POST /push', { body: aSubscription() });
    const pushed = async () => {
      const rows = await salon.db
        .selectFrom('push_outbox')
        .select('user_id')
        .where('kind', '=', 'OWNER_NOTICE')
        .execute();
      await salon.db.deleteFrom('push_outbox').execute();
      const names = [...devices].map(([{ id }, name]) => [id, name] as const);
      return rows.map(({ user_id }) => new Map(names).get(user_id)).sort();
    };
    await book(ana);
    expect(await pushed()).toEqual(['mina', 'owner']);
    const next = () => anAppointment(salon, SEEN.seen_start, { technician_id: mina.technician });
    const again = async (person: Person) => {
      await salon.db.deleteFrom('appointments').execute();
      await salon.db.deleteFrom('openings').execute();
      await book(person, await next());
      return pushed();
    };
    expect(await again(salon.admin)).toEqual(['mina']);
    expect(await again(mina)).toEqual(['owner']);
  });

  test('a technician’s event stream contains no events about other technicians’ appointments and notifications', async () => {
    const url = await connectedUrl(salon);
    const ofMina = await aSubscriber(url, { token: mina.token });
    const ofSara = await aSubscriber(url, { token: sara.token });
    await book(ana);
    await ofMina.receives(`slots ${DAY}`, 'appointments', 'notifications');
    await ofSara.receives(`slots ${DAY}`);
    await salon.admin.call('POST /annual', { body: { date_from: '2027-06-01', date_to: '2027-06-01' } });
    await ofMina.receives('appointments');
    await ofSara.receives('appointments');
    for (const subscriber of [ofMina, ofSara]) subscriber.close();
  });
});
