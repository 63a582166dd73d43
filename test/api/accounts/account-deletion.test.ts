import { expect, test } from 'vitest';
import { accountEndpoints } from '../../../src/contract/accounts.ts';
import type { UserId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, aWait, seen } from '../../support/builders.ts';
import { atHour } from '../../support/days.ts';
import { rowById } from '../../support/notifications.ts';
import { outboxOf } from '../../support/outbox.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { accountById } from '../../support/rows/rows.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const PASSWORD = 'tajna-lozinka';

onBothEngines('export and deletion of an account', () => {
  const someone = () => aClient(salon, { password: PASSWORD });
  const leave = (person: Person, body: { password?: string; cancel_bookings?: boolean } = {}) =>
    person.call('POST /auth/me/delete', { body: { password: PASSWORD, ...body } });
  const rowOf = (id: UserId) => accountById(salon, id);

  test('the export contains all data of the client, but no hashes and no data of other people', async () => {
    const client = await someone();
    const other = await someone();
    await aBooking(salon, '2026-11-19 08:00:00', other.id, { notes: 'tuđa beleška' });
    await aBooking(salon, '2026-11-18 08:00:00', client.id, {
      notes: 'bez acetona',
      service_name: 'Gel lak',
    });
    await anAppointment(salon, '2026-11-01 08:00:00', {
      status: 'CANCELLED',
      client_id: client.id,
      cancel_reason: 'Put',
      cancelled_at: salon.clock.ms(),
    });
    const at = { created_at: salon.clock.ms(), visible_at: salon.clock.ms() };
    await salon.db
      .insertInto('client_notifications')
      .values([
        { ...at, user_id: client.id, type: 'APPT_TIME_CHANGED', message: 'Poruka' },
        {
          ...at,
          user_id: client.id,
          type: 'APPT_TIME_CHANGED',
          message: 'Još ne',
          visible_at: at.visible_at + 1,
        },
      ])
      .execute();
    const services = [await aService(salon), await aService(salon)];
    await aWait(salon, {
      day: '2026-11-20',
      client_id: client.id,
      services,
      technician_id: OWNERS_TECHNICIAN,
      created_at: at.created_at,
    });
    const data = await client.call('GET /auth/me/export');
    expect(data).toMatchObject({
      exported_at: '2026-11-17 11:20:00',
      profile: {
        id: client.id,
        email: client.email,
        role: 'CLIENT',
        mail_on: 1,
        created_at: '2026-11-17 11:20:00',
      },
      appointments: [
        { status: 'CANCELLED', cancel_reason: 'Put', cancelled_at: '2026-11-17 11:20:00' },
        { status: 'BOOKED', notes: 'bez acetona', service_name: 'Gel lak' },
      ],
      notifications: [{ message: 'Poruka', created_at: '2026-11-17 11:20:00', read_at: null }],
      waitlist: [{ date: '2026-11-20', service_ids: services, technician_id: 1 }],
      sessions: [{ created_at: '2026-11-17 11:20:00', expires_at: '2026-12-17 11:20:00' }],
    });
    const text = JSON.stringify(data);
    for (const secret of ['hash', 'argon2', client.token ?? '', 'tuđa', 'Još ne'])
      expect(text).not.toContain(secret);
  });

  test('deletes a client’s account and data after a password check', async () => {
    const client = await someone();
    await expectRefused(leave(client, { password: '' }), 'old_password_missing');
    await expectRefused(leave(client, { password: 'pogrešna' }), 'old_password_wrong');
    await leave(client);
    expect(await rowOf(client.id)).toMatchObject({ name: 'Obrisan klijent', email: null, active: 0 });
    await expectRefused(client.call('GET /auth/me'), 'login_required');
    const login = { email: client.email ?? '', password: PASSWORD };
    await expectRefused(salon.visitor.call('POST /auth/login', { body: login }), 'login_failed');
  });

  test('refuses to delete an account with an upcoming booking, unless the client also asks to cancel the booking', async () => {
    const client = await someone();
    const waiting = await someone();
    const past = await aBooking(salon, '2026-11-02 10:00:00', client.id);
    const late = await aBooking(salon, '2026-11-17 18:00:00', client.id);
    const far = await aBooking(salon, '2026-12-02 10:00:00', client.id);
    await salon.db
      .insertInto('waitlist_entries')
      .values({ day: '2026-12-02', client_id: waiting.id, created_at: 1 })
      .execute();
    await expectRefused(leave(client), 'client_has_bookings');
    expect(await client.call('GET /auth/me')).toMatchObject({ id: client.id });
    await leave(client, { cancel_bookings: true });
    const rows = await salon.db
      .selectFrom('appointments')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select(['appointments.id', 'status', 'cancelled_by', 'is_late'])
      .where('client_id', '=', client.id)
      .orderBy('start_datetime')
      .execute();
    expect(rows).toEqual([
      { id: past, status: 'BOOKED', cancelled_by: null, is_late: 0 },
      { id: late, status: 'CANCELLED', cancelled_by: 'CLIENT', is_late: 1 },
      { id: far, status: 'CANCELLED', cancelled_by: 'CLIENT', is_late: 0 },
    ]);
    const free = await salon.visitor.call('GET /appointments', {
      query: { from: '2026-12-02', to: '2026-12-02' },
    });
    expect(free).toMatchObject([{ start_datetime: '2026-12-02 10:00:00', status: 'AVAILABLE' }]);
    expect(await waiting.call('GET /client-notifications')).toMatchObject([{ type: 'FREE_SLOT_AVAILABLE' }]);
    const notifications = await salon.admin.call('GET /notifications', { query: { type: 'CANCELLED' } });
    expect(notifications.slice(0, 2)).toMatchObject([
      { client_name: 'Obrisan klijent' },
      { client_name: 'Obrisan klijent' },
    ]);
    const mails = (await outboxOf(salon)).filter(({ kind }) => kind === 'CANCELLED_ADMIN');
    expect(mails.map(({ appointment_id }) => appointment_id)).toEqual([late, far]);
  });

  test('an account with a booking that can no longer be canceled cannot be deleted; the contract lists the error', async () => {
    const client = await someone();
    const id = await aBooking(salon, '2026-11-18 10:00:00', client.id);
    await salon.admin.call('PUT /settings', { body: { cancel_until_hours: 24 } });
    await expectRefused(leave(client, { cancel_bookings: true }), 'cancel_too_late', 24);
    await salon.admin.call('PUT /settings', { body: { cancel_until_hours: 0 } });
    const params = { id };
    expect(await client.call('GET /appointments/{id}', { params })).toMatchObject({ status: 'BOOKED' });
    const listed = accountEndpoints.find(({ operationId }) => operationId === 'deleteOwnAccount')?.errors;
    expect(listed).toContain('cancel_too_late');
  });

  test('the owner’s account cannot be deleted, even with the right password', async () => {
    await expectRefused(leave(salon.admin), 'not_allowed');
    expect(await rowOf(salon.admin.id)).toMatchObject({ role: 'ADMIN', active: 1 });
  });

  test('a booking concurrent with the account deletion is either canceled or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const client = await someone();
      const start = atHour(addDays('2026-12-03', round), 12);
      const id = await aSlot(salon, start);
      await outcomesOf([
        leave(client, { cancel_bookings: true }),
        client.call('POST /appointments/{id}/book', { params: { id }, body: seen(start) }),
      ]);
      expect(await rowOf(client.id)).toMatchObject({ name: 'Obrisan klijent' });
      const row = await rowById(salon, id);
      expect([row?.status, row?.client_id === client.id]).toEqual(
        row?.status === 'CANCELLED' ? ['CANCELLED', true] : ['AVAILABLE', false],
      );
    }
  });
});

onBothEngines('rate limit of account deletion', { settings: { RATE_LIMIT: 'on' } }, () => {
  test('a wrong password for an account deletion counts as a failed login', async () => {
    const client = await aClient(salon, { password: PASSWORD });
    const attempt = (password: string) => client.call('POST /auth/me/delete', { body: { password } });
    for (let n = 0; n < 10; n++) await expectRefused(attempt(`pogodi-${n}`), 'old_password_wrong');
    await expectRefused(attempt(PASSWORD), 'too_many_logins');
    salon.clock.advance(16);
    await attempt(PASSWORD);
  });
});
