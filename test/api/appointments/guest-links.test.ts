import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import { addMinutes, type WallDate, type WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { freshDay, freshPhone } from '../../support/days.ts';
import { adminNotifications, rowById, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { bookingOf } from '../../support/rows/rows.ts';
import { NOW } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let id: AppointmentId;
let token: string;
let guest: { guest_name: string; guest_phone: string };

const view = (link = token) => salon.visitor.call('POST /guest-link/view', { body: { token: link } });
const cancel = (reason = 'Ne mogu', link = token) =>
  salon.visitor.call('POST /guest-link/cancel', { body: { token: link, reason } });
const cancelWith = (link: string) => cancel('x', link);
const calendar = (link = token) => salon.visitor.call('POST /guest-link/calendar', { body: { token: link } });
const edit = (body: object) => salon.admin.call('PUT /appointments/{id}', { params: { id }, body });

const SETTINGS = { SALON_NAME: 'Salon Mila', SALON_ADDRESS: 'Glavna 1, Niš' };

onBothEngines('the link to a guest’s booking', { settings: SETTINGS }, () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 09:00:00`;
    id = await aSlot(salon, start);
    guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    const body = { ...seen(start), ...guest, notes: 'Molim roze' };
    token =
      (await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body })).guest_link ?? '';
  });
  afterEach(() => salon.clock.set(NOW));

  test('the guest link shows the booking without ids or data of other people', async () => {
    expect(await view()).toEqual({
      start_datetime: start,
      end_datetime: `${day} 10:00:00`,
      status: 'BOOKED',
      service_id: null,
      service_name: null,
      service_price: null,
      ...guest,
      notes: 'Molim roze',
      cancel_reason: null,
      services: [],
      deposit: null,
      request: null,
      pictures: [],
      confirmed_at: null,
      expected: null,
      technician_id: 1,
    });
  });

  test('a cancellation through the link offers the slot again and notifies the owner', async () => {
    expect(await cancel(' Bolest ')).toMatchObject({ status: 'CANCELLED', cancel_reason: 'Bolest' });
    expect(await rowsOfDay(salon, day)).toMatchObject([
      { id, cancelled_by: 'CLIENT', guest_name: 'Mila' },
      { status: 'AVAILABLE', start_datetime: start },
    ]);
    expect(await adminNotifications(salon, id)).toMatchObject([
      { type: 'NEW_BOOKING' },
      { type: 'CANCELLED', cancelled_reason: 'Bolest', guest_name: 'Mila' },
    ]);
    expect((await view()).status).toBe('CANCELLED');
    await expectRefused(cancel(), 'appointment_not_booked');
    await expectRefused(calendar(), 'guest_link_dead');
  });

  test('rejects a cancellation that has no reason, and a cancellation after the appointment has begun', async () => {
    await expectRefused(cancel('  '), 'bad_input');
    salon.clock.set(start);
    await expectRefused(cancel(), 'appointment_over');
    expect((await rowById(salon, id))?.status).toBe('BOOKED');
  });

  test('the link expires at the end of the appointment, not a second before', async () => {
    salon.clock.set(`${day} 09:59:59`);
    expect((await view()).status).toBe('BOOKED');
    salon.clock.set(`${day} 10:00:00`);
    for (const call of [view, cancel, calendar]) await expectRefused(call(), 'guest_link_dead');
  });

  test.each(['', 'x', 'A'.repeat(43)])('returns the same 404 for any other token (%j)', async (link) => {
    for (const call of [view, cancelWith, calendar]) await expectRefused(call(link), 'guest_link_dead');
  });

  test('rejects a token with one changed character', async () => {
    const flipped = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
    await expectRefused(view(flipped), 'guest_link_dead');
  });

  describe('guest links after changes by the salon', () => {
    test('the guest link still works after the salon moves the booking', async () => {
      await edit({ start_datetime: `${day} 15:00:00`, end_datetime: `${day} 16:00:00` });
      expect((await view()).start_datetime).toBe(`${day} 15:00:00`);
    });
    test('the guest link still works after the salon corrects the guest’s name or phone', async () => {
      await edit({ guest_name: 'Mila Marić' });
      await edit({ guest_phone: freshPhone() });
      expect((await view()).guest_name).toBe('Mila Marić');
    });
    test('the guest link shows the booking as CANCELLED after the salon changes its status to AVAILABLE', async () => {
      await edit({ status: 'AVAILABLE' });
      expect(await view()).toMatchObject({ status: 'CANCELLED', ...guest });
      await expectRefused(cancel(), 'appointment_not_booked');
    });
    test('the guest link works again when the salon sets a canceled booking to BOOKED', async () => {
      await edit({ status: 'CANCELLED' });
      await edit({ status: 'BOOKED' });
      expect((await view()).status).toBe('BOOKED');
    });
    test.each([
      ['another guest', { guest_name: 'Eva', guest_phone: '064 100009' }],
      ['a client', {}],
    ])('the link expires when the salon assigns the appointment to %s', async (who, given) => {
      const client_id = who === 'a client' ? (await aClient(salon)).id : undefined;
      await edit({ ...given, client_id });
      await expectRefused(view(), 'guest_link_dead');
    });
    test('the guest link shows the canceled booking after another client books the slot', async () => {
      await edit({ status: 'AVAILABLE' });
      const next = await aClient(salon);
      await next.call('POST /appointments/{id}/book', { params: { id }, body: seen(start) });
      expect(await view()).toMatchObject({ status: 'CANCELLED', ...guest });
    });
    test('the link returns 404 for a deleted appointment, and works again after the deletion is undone', async () => {
      const gone = await salon.admin.call('DELETE /appointments/{id}', {
        params: { id },
        query: { undo: '1' },
      });
      await expectRefused(view(), 'guest_link_dead');
      await salon.admin.call('POST /appointments/undo', { body: { undo_token: gone?.undo_token ?? '' } });
      expect((await view()).status).toBe('BOOKED');
    });
  });

  test('the guest changes the service by the link, with the rules for a client', async () => {
    const short = await aService(salon, { duration_minutes: 30 });
    const long = await aService(salon, { duration_minutes: 240 });
    const choose = (ids: number[], link = token, who = salon.visitor) =>
      who.call('POST /guest-link/service', { body: { token: link, service_ids: ids as ServiceId[] } });
    expect(await choose([short])).toMatchObject({ service_id: short, start_datetime: start });
    expect((await view()).services.map(({ service_id }) => service_id)).toEqual([short]);
    const [change] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(change).toMatchObject({ by: { role: 'GUEST', name: 'Mila' }, action: 'changed' });
    await expectRefused(choose([9999]), 'unknown_service');
    await expectRefused(choose([short], 'x'), 'guest_link_dead');
    await salon.admin.call('PUT /settings', { body: { service_fit: 'require' } });
    await expectRefused(choose([long]), 'service_too_long');
    await expectRefused(choose([long], token, salon.admin), 'service_too_long');
    await salon.admin.call('PUT /settings', { body: { service_fit: 'warn' } });
    salon.clock.set(start);
    await expectRefused(choose([]), 'appointment_over');
  });

  describe('calendar files of bookings', () => {
    test('a guest’s calendar file contains the booking and the guest’s link', async () => {
      const { ics } = await calendar();
      const lines = ics.replaceAll('\r\n ', '').split('\r\n');
      expect(lines).toEqual(
        expect.arrayContaining([
          'METHOD:PUBLISH',
          'SUMMARY:Salon Mila',
          'LOCATION:Glavna 1\\, Niš',
          'SEQUENCE:1',
        ]),
      );
      expect(lines.find((line) => line.startsWith('UID'))).toMatch(
        new RegExp(`^UID:booking-${await bookingOf(salon, id)}\\.[0-9a-f]{12}@lunula$`),
      );
      expect(lines.find((line) => line.startsWith('URL'))).toContain(`/booking#termin=${token}`);
    });
    test('the address of a calendar file serves it without a login, in the page’s language, for ten minutes', async () => {
      const get = (url: string) => salon.app.inject({ method: 'GET', url });
      const { ics, url } = await calendar();
      expect(url).not.toContain(token);
      const file = await get(url);
      expect(file.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="termin.ics"',
      });
      expect(file.body).toBe(ics);
      await salon.admin.call('PUT /settings', { body: { languages: ['sr-Latn', 'en'] } });
      const english = await salon.app.inject({
        method: 'POST',
        url: '/api/guest-link/calendar',
        payload: { token },
        headers: { 'accept-language': 'en' },
      });
      expect(english.json().ics).not.toBe(ics);
      expect((await get(english.json().url)).body).toBe(english.json().ics);
      await salon.admin.call('PUT /settings', { body: { languages: ['sr-Latn'] } });
      expect((await get(url.replace(/.(?=.{8}$)/, (one) => (one === 'A' ? 'B' : 'A')))).statusCode).toBe(404);
      salon.clock.set(addMinutes(NOW, 10));
      expect((await get(url)).statusCode).toBe(200);
      salon.clock.set(addMinutes(NOW, 11));
      expect((await get(url)).statusCode).toBe(404);
      salon.clock.set(NOW);
      await cancel();
      expect((await get(url)).json()).toMatchObject({ code: 'unknown_path' });
    });
    test('the address of a calendar file is dead once the time is somebody else’s', async () => {
      const code = async (url: string) => (await salon.app.inject({ method: 'GET', url })).json().code;
      const ana = await aClient(salon);
      const mina = await aClient(salon);
      const params = { id: await aBooking(salon, `${day} 12:00:00`, ana.id) };
      const own = await ana.call('GET /appointments/{id}/calendar', { params });
      const { url } = await calendar();
      await salon.admin.call('PUT /appointments/{id}', { params, body: { client_id: mina.id } });
      expect(await code(own.url)).toBe('unknown_path');
      await edit({ guest_name: 'Druga', guest_phone: freshPhone() });
      expect(await code(url)).toBe('unknown_path');
    });
    test('a client can download calendar files only of their own bookings', async () => {
      const ana = await aClient(salon);
      const hers = await aBooking(salon, `${day} 12:00:00`, ana.id, { service_name: 'Gel lak' });
      const file = (who = ana, of = hers) =>
        who.call('GET /appointments/{id}/calendar', { params: { id: of } });
      const own = await file();
      expect(own.ics).toContain('SUMMARY:Salon Mila: Gel lak');
      expect((await salon.app.inject({ method: 'GET', url: own.url })).body).toBe(own.ics);
      expect((await file({ ...ana, ...salon.admin })).ics).toContain('BEGIN:VEVENT');
      await expectRefused(file(ana, id), 'not_found');
      const free = await aSlot(salon, `${day} 14:00:00`);
      await expectRefused(file(ana, free), 'not_found');
    });
  });

  test('the database stores only hashes of guest links', async () => {
    const stored = JSON.stringify(await salon.db.selectFrom('guest_links').selectAll().execute());
    expect(stored).not.toContain(token);
    expect(salon.log()).not.toContain(token);
  });
});
