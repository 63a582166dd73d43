import { beforeEach, describe, expect, test } from 'vitest';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { remindClients } from '../../../src/server/notifications/reminders.ts';
import { aBooking, aClient, aGuestBooking, anAppointment } from '../../support/builders.ts';
import { engines, freshPlace, openAt } from '../../support/databases/databases.ts';
import { withFailingTransaction } from '../../support/databases/first-transaction.ts';
import { outboxOf } from '../../support/outbox.ts';
import { replaceBooking } from '../../support/rows/rows.ts';
import { openSalon, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const BOOKED = '2026-11-10 09:00:00';
const START = '2026-11-17 15:00:00';

onBothEngines('reminders of appointments', () => {
  let client: Person;
  beforeEach(async () => {
    for (const table of ['client_notifications', 'outbox', 'reminders', 'appointments', 'openings'] as const)
      await salon.db.deleteFrom(table).execute();
    salon.clock.set(BOOKED);
    client = await aClient(salon);
  });
  const at = (now: WallTime) => {
    salon.clock.set(now);
    return remindClients(salon.platform);
  };
  const notifications = () => salon.db.selectFrom('client_notifications').selectAll().orderBy('id').execute();
  const counts = async () => ({
    notifications: (await notifications()).length,
    mails: (await outboxOf(salon)).filter(({ kind }) => kind === 'REMINDER_24H').length,
  });

  test.each([
    ['2026-11-16 14:59:59', { notifications: 0, mails: 0 }],
    ['2026-11-16 15:00:00', { notifications: 0, mails: 1 }],
    ['2026-11-17 12:59:59', { notifications: 0, mails: 1 }],
    ['2026-11-17 13:00:00', { notifications: 1, mails: 1 }],
    ['2026-11-17 14:59:59', { notifications: 1, mails: 1 }],
    ['2026-11-17 15:00:00', { notifications: 0, mails: 0 }],
  ] as const)('at %s, an appointment on 17 November at 15:00 has the reminders %j', async (now, expected) => {
    await aBooking(salon, START, client.id);
    await at(now);
    expect(await counts()).toEqual(expected);
  });

  test.each([
    ['2026-11-16 14:59:59', { notifications: 1, mails: 1 }],
    ['2026-11-16 15:00:00', { notifications: 1, mails: 0 }],
    ['2026-11-17 12:59:59', { notifications: 1, mails: 0 }],
    ['2026-11-17 13:00:00', { notifications: 0, mails: 0 }],
    ['2026-11-17 14:00:00', { notifications: 0, mails: 0 }],
  ] as const)(
    'an hour before its start, an appointment that was booked at %s has the reminders %j',
    async (booked, expected) => {
      salon.clock.set(booked);
      await aBooking(salon, START, client.id);
      await at('2026-11-17 14:00:01');
      expect(await counts()).toEqual(expected);
    },
  );

  test('a booking gets one reminder notification and one reminder mail, even if the reminder job runs several times', async () => {
    const id = await aBooking(salon, START, client.id, { service_name: 'Gel lak' });
    await at('2026-11-16 16:00:00');
    await at('2026-11-17 13:00:00');
    await at('2026-11-17 13:00:30');
    await at('2026-11-17 14:30:00');
    expect(await counts()).toEqual({ notifications: 1, mails: 1 });
    expect(await client.call('GET /client-notifications')).toMatchObject([
      {
        type: 'APPT_REMINDER_2H',
        message: 'Podsećamo vas na termin 17. novembra u 15:00, usluga „Gel lak“.',
        appointment_id: id,
        appt_start: START,
        created_at: '2026-11-17 13:00:00',
        read_at: null,
      },
    ]);
  });

  test('a reminder that the client deleted is not created again', async () => {
    await aBooking(salon, START, client.id);
    await at('2026-11-17 13:00:00');
    await client.call('DELETE /client-notifications', { query: { scope: 'all' } });
    await at('2026-11-17 13:30:00');
    expect(await notifications()).toEqual([]);
  });

  test('after a move, the client gets another reminder for the new start', async () => {
    const id = await aBooking(salon, START, client.id);
    await at('2026-11-17 13:00:00');
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id },
      body: { start_datetime: '2026-11-17 18:00:00', end_datetime: '2026-11-17 19:00:00' },
    });
    const reminders = async () => (await notifications()).filter(({ type }) => type === 'APPT_REMINDER_2H');
    await at('2026-11-17 15:59:59');
    expect(await reminders()).toHaveLength(1);
    await at('2026-11-17 16:00:00');
    await at('2026-11-17 16:00:30');
    expect(await reminders()).toMatchObject([{ appt_start: START }, { appt_start: '2026-11-17 18:00:00' }]);
  });

  test('canceled bookings, free slots and guests’ bookings get no reminder; a client who booked for a guest gets one', async () => {
    await anAppointment(salon, START, {
      status: 'CANCELLED',
      client_id: client.id,
      booked_at: salon.clock.ms(),
    });
    await aGuestBooking(salon, START);
    await anAppointment(salon, '2026-11-17 14:00:00');
    await at('2026-11-17 13:00:00');
    expect(await counts()).toEqual({ notifications: 0, mails: 0 });
    salon.clock.set(BOOKED);
    await aBooking(salon, '2026-11-17 12:45:00', client.id, {
      minutes: 60,
      guest_name: 'Mama',
      guest_phone: '064',
    });
    await at('2026-11-17 12:40:00');
    expect(await counts()).toEqual({ notifications: 1, mails: 1 });
  });

  test('if another client books the slot of a client who was already reminded, that other client also gets a reminder', async () => {
    const id = await aBooking(salon, START, client.id);
    await at('2026-11-17 13:00:00');
    const other = await aClient(salon);
    salon.clock.set(BOOKED);
    await replaceBooking(salon, id, { client_id: other.id, booked_at: salon.clock.ms() + 1000 });
    await at('2026-11-17 13:05:00');
    expect((await notifications()).map(({ user_id }) => user_id)).toEqual([client.id, other.id]);
  });

  test('a client without an email or with mails switched off gets reminders only in the app', async () => {
    await salon.db.updateTable('users').set({ mail_on: 0 }).where('id', '=', client.id).execute();
    const silent = await aClient(salon, { email: null });
    await aBooking(salon, START, client.id);
    await aBooking(salon, '2026-11-17 14:00:00', silent.id);
    await at('2026-11-17 13:00:00');
    expect(await counts()).toEqual({ notifications: 2, mails: 0 });
  });

  test('a failed reminder does not block later reminders', async () => {
    for (const hour of ['14:30', '15:00'] as const)
      await aBooking(salon, `2026-11-17 ${hour}:00`, client.id, { minutes: 30 });
    salon.clock.set('2026-11-17 13:00:00');
    const db = withFailingTransaction(salon.db);
    await expect(remindClients({ ...salon.platform, db })).rejects.toThrow(AggregateError);
    expect(await counts()).toEqual({ notifications: 2, mails: 1 });
    await remindClients(salon.platform);
    expect(await counts()).toEqual({ notifications: 2, mails: 2 });
  });

  test('concurrent runs send each reminder once', async () => {
    for (const hour of ['13:00', '14:00', '15:00'] as const)
      await aBooking(salon, `2026-11-17 ${hour}:00`, (await aClient(salon)).id);
    salon.clock.set('2026-11-17 12:59:00');
    await Promise.all(Array.from({ length: 8 }, () => remindClients(salon.platform)));
    expect(await counts()).toEqual({ notifications: 2, mails: 3 });
  });

  test.each([
    ['2026-03-29 10:00:00', '2026-03-28 09:59:59', '2026-03-28 10:00:00'],
    ['2026-10-25 10:00:00', '2026-10-24 09:59:59', '2026-10-24 10:00:00'],
  ] as const)(
    'sends the reminder of an appointment at %s at the same local time on the day before, despite the clock change',
    async (start, early, due) => {
      salon.clock.set('2026-01-10 09:00:00');
      await aBooking(salon, start, client.id);
      await at(early);
      expect(await counts()).toEqual({ notifications: 0, mails: 0 });
      await at(due);
      expect(await counts()).toEqual({ notifications: 0, mails: 1 });
    },
  );
});

describe.each(engines)('a restart repeats and loses no reminders (%s)', (engine) => {
  test('a restarted server sends only the reminders that were not sent before the restart', async () => {
    const place = await freshPlace(engine);
    const before = await openSalon(engine, { now: BOOKED, database: await openAt(place) });
    const { id } = await aClient(before);
    await aBooking(before, START, id);
    await aBooking(before, '2026-11-17 16:00:00', id);
    before.clock.set('2026-11-17 13:00:00');
    await remindClients(before.platform);
    await before.close();
    const after = await openSalon(engine, { now: '2026-11-17 14:00:00', database: await openAt(place) });
    await remindClients(after.platform);
    const notifications = await after.db
      .selectFrom('client_notifications')
      .select('appt_start')
      .orderBy('id')
      .execute();
    expect(notifications).toEqual([{ appt_start: START }, { appt_start: '2026-11-17 16:00:00' }]);
    await after.close();
    await place.remove();
  });
});
