import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { phoneNumber } from '../../../src/domain/clients/phone.ts';
import { addMinutes, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment, aService, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { adminNotifications, mailsAbout, rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, openSalon, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let guest: { guest_name: string; guest_phone: string };

const book = (who: Person, id: number, body: object = seen(start)) =>
  who.call('POST /appointments/{id}/book', { params: { id }, body: body as ReturnType<typeof seen> });

onBothEngines('booking', (engine) => {
  beforeEach(() => {
    day = freshDay();
    start = `${day} 09:00:00`;
    guest = { guest_name: 'Mila', guest_phone: freshPhone() };
  });
  afterEach(() => salon.clock.set(NOW));

  test('a client’s booking copies name and price of the service, and notifies the owner', async () => {
    const service = await aService(salon, { name: 'Gel lak', price: 1800.5 });
    const ana = await aClient(salon, { name: 'Ana', phone: '064 100001' });
    const id = await aSlot(salon, start);
    const booked = await book(ana, id, { ...seen(start), service_id: service, notes: ' Molim bez laka. ' });
    expect(booked).toEqual({
      id,
      booking_id: expect.any(Number),
      start_datetime: start,
      end_datetime: addMinutes(start, 60),
      status: 'BOOKED',
      service_id: service,
      service_name: 'Gel lak',
      service_price: 1800.5,
      client_id: ana.id,
      client_name: 'Ana',
      client_phone: '064 100001',
      client_email: ana.email,
      guest_name: null,
      guest_phone: null,
      notes: 'Molim bez laka.',
      cancel_reason: null,
      cancelled_at: null,
      services: [{ service_id: service, name: 'Gel lak', price: 1800.5, duration_minutes: 60 }],
      technician_id: 1,
      deposit: null,
      expected: null,
      pictures: [],
      request: null,
      confirmed_at: null,
      series_id: null,
      version: 2,
      guest_link: null,
    });
    expect(await adminNotifications(salon, id)).toMatchObject([
      {
        type: 'NEW_BOOKING',
        client_id: ana.id,
        service_name: 'Gel lak',
        appt_start: start,
        appt_created: salon.clock.ms(),
        visible_at: salon.clock.ms(),
        read_at: null,
      },
    ]);
  });

  test('a booking keeps name and price of its service when the service is changed or deleted', async () => {
    const service = await aService(salon, { name: 'Gel', price: 1000 });
    const ana = await aClient(salon);
    const id = await aSlot(salon, start);
    await book(ana, id, { ...seen(start), service_id: service });
    await salon.admin.call('PUT /services/{id}', {
      params: { id: service },
      body: { name: 'Gel 2', price: 2 },
    });
    await salon.admin.call('DELETE /services/{id}', { params: { id: service } });
    expect(await ana.call('GET /appointments/{id}', { params: { id } })).toMatchObject({
      service_id: null,
      service_name: 'Gel',
      service_price: 1000,
    });
  });

  test('a booking clears the slot’s previous note', async () => {
    const id = await aSlot(salon, start);
    await salon.db.updateTable('appointments').set({ notes: 'staro' }).where('id', '=', id).execute();
    const ana = await aClient(salon);
    expect((await book(ana, id)).notes).toBeNull();
  });

  test('a client’s booking for another person keeps the client’s id', async () => {
    const ana = await aClient(salon);
    const id = await aSlot(salon, start);
    const booked = await book(ana, id, { ...seen(start), ...guest });
    expect(booked).toMatchObject({ client_id: ana.id, ...guest, guest_link: null });
  });

  test('a visitor books as a guest and receives a link to the booking', async () => {
    const id = await aSlot(salon, start);
    const booked = await book(salon.visitor, id, { ...seen(start), ...guest, guest_email: 'mila@primer.rs' });
    expect(booked).toMatchObject({ client_id: null, client_name: null, ...guest });
    expect(booked.guest_link).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await rowById(salon, id)).toMatchObject({
      guest_number: phoneNumber(guest.guest_phone),
      guest_email: 'mila@primer.rs',
    });
    expect(await mailsAbout(salon, id)).toMatchObject([
      { kind: 'BOOKED_ADMIN' },
      { kind: 'BOOKED_GUEST', to_email: 'mila@primer.rs' },
    ]);
  });

  test('the owner can make any number of bookings for a guest, and gets no mail about them', async () => {
    for (const hour of ['09', '10', '11'] as const) {
      const at: WallTime = `${day} ${hour}:00:00`;
      const id = await aSlot(salon, at);
      await book(salon.admin, id, { ...seen(at), ...guest });
      expect(await adminNotifications(salon, id)).toMatchObject([{ type: 'NEW_BOOKING' }]);
      expect(await mailsAbout(salon, id)).toEqual([]);
    }
  });

  test.each([
    ['neither name nor phone', {}],
    ['only a name', { guest_name: 'Mila' }],
    ['only a phone', { guest_phone: '064 100001' }],
    ['a blank name', { guest_name: '  ', guest_phone: '064 100001' }],
  ])('rejects a booking for a guest with %s', async (_, given) => {
    const id = await aSlot(salon, start);
    for (const who of [salon.visitor, salon.admin])
      await expectRefused(book(who, id, { ...seen(start), ...given }), 'guest_contact_missing');
    if (Object.keys(given).length > 0)
      await expectRefused(
        book(await aClient(salon), id, { ...seen(start), ...given }),
        'guest_contact_missing',
      );
    expect((await rowById(salon, id))?.status).toBe('AVAILABLE');
  });

  test('rejects client_id in the body of a visitor’s booking', async () => {
    const id = await aSlot(salon, start);
    await expectRefused(book(salon.visitor, id, { ...seen(start), ...guest, client_id: 1 }), 'bad_input');
  });

  test('refuses a booking with an unknown service and leaves the slot free', async () => {
    const id = await aSlot(salon, start);
    await expectRefused(
      book(await aClient(salon), id, { ...seen(start), service_id: 77 }),
      'unknown_service',
    );
    expect((await rowById(salon, id))?.status).toBe('AVAILABLE');
  });

  test('if the chosen services and the booking limit both prevent a booking, the error is about the services', async () => {
    const ana = await aClient(salon);
    for (const hour of ['11', '12'] as const) await aBooking(salon, `${day} ${hour}:00:00`, ana.id);
    const id = await aSlot(salon, start);
    const addon = await aService(salon);
    await salon.admin.call('PUT /services/{id}', { params: { id: addon }, body: { is_addon: 1 } });
    const bookWith = (service_id: number) => book(ana, id, { ...seen(start), service_id });
    await expectRefused(bookWith(77), 'unknown_service');
    await expectRefused(bookWith(addon), 'addon_alone');
    await expectRefused(bookWith(await aService(salon)), 'booking_limit', 2);
  });

  describe('booking an unavailable slot', () => {
    test.each(['BOOKED', 'BLOCKED', 'CANCELLED'] as const)('refuses a slot that is %s', async (status) => {
      const id = await anAppointment(salon, start, {
        status,
        ...(status === 'BOOKED' && { guest_name: 'X' }),
      });
      await expectRefused(book(await aClient(salon), id), 'slot_gone');
    });
    test('refuses a slot that does not exist', async () => {
      await expectRefused(book(await aClient(salon), 123), 'slot_gone');
    });
    test('refuses a slot whose times differ from the times that the client saw', async () => {
      const id = await aSlot(salon, start);
      const ana = await aClient(salon);
      await expectRefused(book(ana, id, seen(start, 55)), 'slot_gone');
      await expectRefused(book(ana, id, { ...seen(start), seen_start: `${day} 08:55:00` }), 'slot_gone');
    });
    test('a slot can be booked until the second before it begins', async () => {
      const id = await aSlot(salon, start);
      salon.clock.set(start);
      const ana = await aClient(salon);
      await expectRefused(book(ana, id), 'slot_gone');
      salon.clock.set(`${day} 08:59:59`);
      expect((await book(ana, id)).status).toBe('BOOKED');
    });
    test('refuses a slot on a day of absence', async () => {
      const id = await aSlot(salon, start);
      await salon.db
        .insertInto('absences')
        .values({ user_id: salon.admin.id, date_from: day, date_to: day, created_at: 0 })
        .execute();
      await expectRefused(book(await aClient(salon), id), 'slot_gone');
    });
  });

  describe('the limit of two active bookings', () => {
    test('only a client’s active bookings count for the limit, not ended or canceled bookings', async () => {
      const ana = await aClient(salon);
      await aBooking(salon, '2026-11-17 10:20:00', ana.id); // a booking that ends now does not count as active
      await anAppointment(salon, start, { status: 'CANCELLED', client_id: ana.id });
      await aBooking(salon, '2026-11-17 11:20:00', ana.id); // this booking is in progress, so it counts as active
      const id = await aSlot(salon, start);
      await book(ana, id);
      const third = await aSlot(salon, `${day} 10:00:00`);
      await expectRefused(book(ana, third, seen(`${day} 10:00:00`)), 'booking_limit', 2);
      await ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } });
      expect((await book(ana, third, seen(`${day} 10:00:00`))).status).toBe('BOOKED');
    });

    test('a visitor’s bookings are counted by phone number, in any format', async () => {
      for (const [hour, guest_phone] of [
        ['09', '064 123456'],
        ['10', '+381 (0)64 123-456'],
      ] as const) {
        const at: WallTime = `${day} ${hour}:00:00`;
        await book(salon.visitor, await aSlot(salon, at), { ...seen(at), guest_name: 'Mila', guest_phone });
      }
      const third = await aSlot(salon, `${day} 11:00:00`);
      const body = { ...seen(`${day} 11:00:00`), guest_name: 'Mila' };
      await expectRefused(
        book(salon.visitor, third, { ...body, guest_phone: '00381 64 123456' }),
        'booking_limit',
        2,
      );
      expect((await book(salon.visitor, third, { ...body, guest_phone: '064 123457' })).status).toBe(
        'BOOKED',
      );
    });
  });

  test('with GUEST_BOOKING=off, visitors cannot book without logging in; clients and the owner still can', async () => {
    const closed = await openSalon(engine, { settings: { GUEST_BOOKING: 'off' } });
    const id = await aSlot(closed, start);
    await expectRefused(book(closed.visitor, id, { ...seen(start), ...guest }), 'login_required');
    expect((await book(await aClient(closed), id)).status).toBe('BOOKED');
    const other = await aSlot(closed, `${day} 10:00:00`);
    const body = { ...seen(`${day} 10:00:00`), ...guest };
    expect((await book(closed.admin, other, body)).status).toBe('BOOKED');
    await closed.close();
  });

  test('a booking stores when it was made', async () => {
    const id = await aSlot(salon, start);
    await book(await aClient(salon), id);
    expect(salon.clock.wall()).toBe(NOW);
    expect((await rowById(salon, id))?.booked_at).toBe(salon.clock.ms());
  });
});
