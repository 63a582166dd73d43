import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type AppointmentId, toId, type UserId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import { countAttempt } from '../../../src/server/platform/auth/login-attempts.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment } from '../../support/builders.ts';
import { rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { accountById, bookingOf } from '../../support/rows/rows.ts';
import type { Salon } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const CANARY = 'kanarinac';
const SERVICE = { service_name: 'Gel lak', service_price: 1800 };
const PAST = '2026-11-10 09:00:00';

/** Returns the contents of all tables as one text. */
async function everything({ db }: Salon): Promise<string> {
  const tables = await db.introspection.getTables();
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db as Kysely<unknown>);
    texts.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return texts.join('\n');
}

/** Adds a client with the text `canary` in every free-text field of every table. */
async function aKnownClient(salon: Salon, canary: string, start: WallTime, phone: string) {
  const { db, clock } = salon;
  const client = await aClient(salon, {
    name: `${canary} ime`,
    email: `${canary}@primer.rs`,
    phone,
    city: `${canary} grad`,
    notes: `${canary} beleška`,
    password: 'lozinka',
  });
  const guest = {
    guest_name: `${canary} gost`,
    guest_phone: phone,
  };
  const booking = await aBooking(salon, start, client.id, {
    ...guest,
    ...SERVICE,
    guest_email: `${canary}-gost@primer.rs`,
    notes: `${canary} napomena`,
  });
  await anAppointment(salon, start, {
    status: 'CANCELLED',
    client_id: client.id,
    ...guest,
    cancel_reason: `${canary} razlog`,
    cancelled_by: 'CLIENT',
    cancelled_at: 1,
  });
  await knownToNotifications(salon, client.id, booking, guest, canary);
  await db
    .insertInto('waitlist_entries')
    .values({ day: '2026-11-30', client_id: client.id, created_at: 1 })
    .execute();
  await db
    .insertInto('reset_links')
    .values({ token_hash: `${canary} link`, user_id: client.id, expires_at: clock.ms() + 1 })
    .execute();
  await db
    .insertInto('guest_links')
    .values({ token_hash: `${canary} gost`, booking_id: await bookingOf(salon, booking) })
    .execute();
  await countAttempt(db, {
    account: `${canary}@primer.rs`,
    address: `${canary} adresa`,
    nowMs: clock.ms(),
    limited: true,
  });
  return { client, booking };
}

async function knownToNotifications(
  salon: Salon,
  id: UserId,
  booking: AppointmentId,
  guest: { guest_name: string; guest_phone: string },
  canary: string,
): Promise<void> {
  const { db, clock } = salon;
  const at = { created_at: clock.ms(), visible_at: clock.ms() };
  const { guest_name, guest_phone } = guest;
  const notification = { ...at, guest_name, guest_phone, cancelled_reason: `${canary} razlog` };
  await db
    .insertInto('admin_notifications')
    .values([
      { ...notification, type: 'CANCELLED', client_id: id, appointment_id: toId<AppointmentId>(999_999) },
      { ...notification, type: 'NEW_BOOKING', client_id: null, appointment_id: booking },
    ])
    .execute();
  await db
    .insertInto('client_notifications')
    .values({ ...at, user_id: id, type: 'APPT_TIME_CHANGED', message: `${canary} poruka` })
    .execute();
  const about = { appointment_id: booking, booking_id: await bookingOf(salon, booking) };
  const mail = { ...at, next_try_at: 1, kind: 'MOVED_CLIENT', ...about };
  await db
    .insertInto('outbox')
    .values([
      { ...mail, once_key: `${canary} 1`, user_id: id, content: `${canary} poruka` },
      { ...mail, once_key: `${canary} 2`, to_email: `${canary}-gost@primer.rs`, content: '{}' },
    ])
    .execute();
  const answered = { request_hash: 'h', answer: `${canary} odgovor`, created_at: 1 };
  await db
    .insertInto('idempotency_keys')
    .values([
      {
        ...answered,
        caller: `user:${id}`,
        key_hash: 'k1',
        user_id: id,
        appointment_id: toId<AppointmentId>(999_999),
      },
      { ...answered, caller: 'guest', key_hash: `k2 ${canary}`, appointment_id: booking },
    ])
    .execute();
  const step = { made_at: 1, expires_at: clock.ms() + 10_000 };
  await db
    .insertInto('undo_steps')
    .values([
      { ...step, token_hash: `${canary} 1`, content: JSON.stringify([{ client_id: id, notes: canary }]) },
      { ...step, token_hash: `${canary} 2`, content: JSON.stringify([{ notes: canary, client_id: id }]) },
    ])
    .execute();
}

onBothEngines('deleting a client', () => {
  const remove = (id: number) => salon.admin.call('DELETE /users/clients/{id}', { params: { id } });

  test('a deleted client leaves no personal data in any table, and other people’s data is kept', async () => {
    const { client: other } = await aKnownClient(salon, 'komšinica', '2026-11-11 09:00:00', '065 1');
    const others = (await everything(salon)).split('komšinica').length;
    const { client, booking } = await aKnownClient(salon, CANARY, PAST, '064 777 888');
    expect((await everything(salon)).split(CANARY).length).toBeGreaterThan(20);
    await remove(client.id);
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config); // forgets the people for whom the client booked
    const after = await everything(salon);
    for (const trace of [CANARY, '064 777 888', '64777888'])
      expect(after.split('\n').filter((table) => table.includes(trace))).toEqual([]);
    expect(after.split('komšinica').length).toBe(others);
    expect(await salon.admin.call('GET /users/{id}', { params: { id: other.id } })).toMatchObject({
      active: 1,
    });
    await expectRefused(client.call('GET /auth/me'), 'login_required');
    expect(await accountById(salon, client.id)).toMatchObject({
      name: 'Obrisan klijent',
      email: null,
      phone: null,
      number: null,
      active: 0,
      search_text: null,
    });
    expect(await rowById(salon, booking)).toMatchObject({
      ...SERVICE,
      start_datetime: PAST,
      status: 'BOOKED',
      client_id: client.id,
      version: 2,
    });
  });

  test('a deleted client is in no list and cannot be read, edited or deleted again; the email can be used again', async () => {
    const client = await aClient(salon, { name: 'Odlazi', email: 'odlazi@primer.rs' });
    await remove(client.id);
    const params = { id: client.id };
    expect(await salon.admin.call('GET /users', { query: { q: 'Obrisan' } })).toEqual([]);
    const listed = await salon.admin.call('GET /users/clients');
    expect(listed.map(({ id }) => id)).not.toContain(client.id);
    await expectRefused(salon.admin.call('GET /users/{id}', { params }), 'not_found');
    await expectRefused(salon.admin.call('PUT /users/{id}', { params, body: { active: 1 } }), 'not_found');
    await expectRefused(remove(client.id), 'not_found');
    await salon.admin.call('POST /users/clients', { body: { name: 'Nova', email: 'odlazi@primer.rs' } });
  });

  test('a client with an upcoming booking cannot be deleted; canceled and past bookings do not prevent the deletion', async () => {
    const client = await aClient(salon);
    await anAppointment(salon, '2026-11-20 09:00:00', { status: 'CANCELLED', client_id: client.id });
    await aBooking(salon, '2026-11-16 09:00:00', client.id);
    await aGuestBooking(salon, '2026-11-20 09:00:00', { name: client.name });
    const ahead = await aBooking(salon, '2026-11-17 11:25:00', client.id);
    await expectRefused(remove(client.id), 'client_has_bookings');
    await client.call('GET /auth/me');
    await salon.db.deleteFrom('appointments').where('id', '=', ahead).execute();
    await remove(client.id);
  });
});
