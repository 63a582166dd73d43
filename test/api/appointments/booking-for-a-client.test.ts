import { beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { toId, type UserId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { liveTimes, slotsInARow } from '../../support/joined.ts';
import {
  adminNotifications,
  clientNotifications,
  mailsAbout,
  rowById,
  rowsOfDay,
} from '../../support/notifications.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let start: WallTime;
let slot: AppointmentId;
let ana: Person;
const book = (who: Person, body: object, minutes = 60, id = slot) =>
  who.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(start, minutes), ...body } });

onBothEngines('the owner books a free slot for a client', () => {
  beforeEach(async () => {
    start = `${freshDay()} 09:00:00`;
    slot = await aSlot(salon, start);
    ana = await aClient(salon, { notes: 'Voli crveno.' });
  });

  test('the booking is listed among the client’s own bookings; only the owner sees its internal fields', async () => {
    const service_id = await aService(salon, { name: 'Gel lak', price: 2000 });
    const booked = await book(salon.admin, { client_id: ana.id, service_id });
    expect(booked).toMatchObject({
      id: slot,
      status: 'BOOKED',
      client_id: ana.id,
      guest_name: null,
      service_name: 'Gel lak',
      service_price: 2000,
      client_notes: 'Voli crveno.',
      client_no_shows: 0,
      attended: null,
      guest_link: null,
    });
    const hers = await ana.call('GET /appointments/upcoming', { query: {} });
    expect(hers.map(({ id }) => id)).toEqual([slot]);
    expect(Object.keys(hers[0] ?? {})).not.toContain('client_notes');
  });

  test('the booking notifies client and owner in the app, and sends no mail', async () => {
    await book(salon.admin, { client_id: ana.id });
    const [notification, ...others] = await clientNotifications(salon, ana.id);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: 'APPT_CLIENT_CHANGED_ADDED',
      appointment_id: slot,
      appt_start: start,
    });
    expect((await adminNotifications(salon, slot)).map(({ type }) => type)).toEqual(['NEW_BOOKING']);
    expect(await mailsAbout(salon, slot)).toEqual([]);
  });

  test('the booking ends the client’s waitlist entry for that day', async () => {
    await salon.admin.call('POST /appointments/{id}/status', {
      params: { id: slot },
      body: { status: 'BLOCKED' },
    });
    await ana.call('POST /client-notifications/free-slot', { body: { date: start.slice(0, 10) as never } });
    await salon.db.updateTable('appointments').set({ status: 'AVAILABLE' }).where('id', '=', slot).execute();
    await book(salon.admin, { client_id: ana.id });
    expect(await ana.call('GET /client-notifications/free-slot')).toEqual([]);
  });

  test('accepts a guest in addition to the client if the guest has a name and a phone', async () => {
    const guest_phone = freshPhone();
    await expectRefused(
      book(salon.admin, { client_id: ana.id, guest_name: 'Mila' }),
      'guest_contact_missing',
    );
    const booked = await book(salon.admin, { client_id: ana.id, guest_name: 'Mila', guest_phone });
    expect(booked).toMatchObject({ client_id: ana.id, guest_name: 'Mila', guest_phone });
  });

  test('the owner can also book for a client at the booking limit and for an inactive client', async () => {
    for (const hour of ['06', '07', '08'])
      await aBooking(salon, `${start.slice(0, 11)}${hour}:00:00` as WallTime, ana.id);
    await salon.db.updateTable('users').set({ active: 0 }).where('id', '=', ana.id).execute();
    expect((await book(salon.admin, { client_id: ana.id })).client_id).toBe(ana.id);
  });

  test('the client of the booking cannot be the owner, a deleted client or a client who does not exist', async () => {
    await salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    for (const client_id of [toId<UserId>(999_999), ana.id, salon.admin.id])
      await expectRefused(book(salon.admin, { client_id }), 'unknown_client');
    expect((await rowById(salon, slot))?.status).toBe('AVAILABLE');
  });

  test('a booking with client_id null is a booking for a guest', async () => {
    await expectRefused(book(salon.admin, { client_id: null }), 'guest_contact_missing');
    const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    expect(await book(salon.admin, { client_id: null, ...guest })).toMatchObject({
      client_id: null,
      ...guest,
    });
  });

  test.each(['a client', 'a visitor'])('rejects client_id from %s as an unknown field', async (who) => {
    const caller = who === 'a client' ? ana : salon.visitor;
    const guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    for (const client_id of [ana.id, salon.admin.id, null]) {
      const error = await expectRefused(book(caller, { ...guest, client_id }), 'bad_input');
      expect(error.fields).toEqual({ client_id: 'Nepoznato polje.' });
    }
    expect((await rowById(salon, slot))?.status).toBe('AVAILABLE');
  });

  test('the owner can book joined slots for a client; a cancellation restores the slots', async () => {
    start = `${start.slice(0, 11)}12:00:00` as WallTime;
    const [first] = await slotsInARow(salon, start, [30, 60]);
    const service_id = await aService(salon, { duration_minutes: 90 });
    await book(salon.admin, { client_id: ana.id, service_id }, 90, first);
    expect((await liveTimes(salon, start)).slice(1)).toEqual(['BOOKED 12:00-13:30']);
    const [notification] = await clientNotifications(salon, ana.id);
    expect(notification).toMatchObject({ type: 'APPT_CLIENT_CHANGED_ADDED', appt_start: start });
    const cancelling = { reason: 'Zvala je.', asked_by: 'CLIENT', offer_again: 1 } as const;
    await salon.admin.call('POST /appointments/{id}/cancel', {
      params: { id: first as AppointmentId },
      body: cancelling,
    });
    expect((await liveTimes(salon, start)).slice(1)).toEqual([
      'AVAILABLE 12:00-12:30',
      'AVAILABLE 12:30-13:30',
    ]);
  });

  describe('idempotency keys of bookings for clients', () => {
    const send = async (body: object) =>
      (
        await salon.app.inject({
          method: 'POST',
          url: `/api/appointments/${slot}/book`,
          headers: {
            'idempotency-key': `ključ-${slot}`.normalize('NFD').replace(/[^\w-]/g, ''),
            authorization: `Bearer ${salon.admin.token}`,
          },
          payload: { ...seen(start), ...body },
        })
      ).json();

    test('a repeated booking returns the full response, notifies the client once, and stores no internal fields', async () => {
      const first = await send({ client_id: ana.id });
      expect(first).toMatchObject({ client_notes: 'Voli crveno.', client_no_shows: 0, attended: null });
      expect(await send({ client_id: ana.id })).toEqual(first);
      expect(await clientNotifications(salon, ana.id)).toHaveLength(1);
      const { answer } = await salon.db
        .selectFrom('idempotency_keys')
        .select('answer')
        .where('appointment_id', '=', slot)
        .executeTakeFirstOrThrow();
      expect(answer).not.toMatch(/Voli crveno|client_notes|client_no_shows|attended/);
    });
    test('a key that is reused for a booking for another client is rejected', async () => {
      const eva = await aClient(salon);
      await send({ client_id: ana.id });
      expect(await send({ client_id: eva.id })).toMatchObject({ code: 'key_reused' });
    });
  });

  test('when the owner concurrently books one slot for two clients, only one booking succeeds', async () => {
    const eva = await aClient(salon);
    const both = [ana, eva].map((client) => book(salon.admin, { client_id: client.id }));
    expect(await outcomesOf(both)).toEqual({ ok: 1, slot_gone: 1 });
    expect(
      (await clientNotifications(salon, ana.id)).length + (await clientNotifications(salon, eva.id)).length,
    ).toBe(1);
  });

  test('when the owner books for a client and concurrently deletes the client, only one of the two requests succeeds', async () => {
    const deleting = salon.admin.call('DELETE /users/clients/{id}', { params: { id: ana.id } });
    const outcomes = await outcomesOf([book(salon.admin, { client_id: ana.id }), deleting]);
    expect([
      { ok: 1, unknown_client: 1 },
      { ok: 1, client_has_bookings: 1 },
    ]).toContainEqual(outcomes);
    const [row] = await rowsOfDay(salon, start.slice(0, 10) as never);
    expect(row?.status).toBe('unknown_client' in outcomes ? 'AVAILABLE' : 'BOOKED');
  });
});
