import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestBody } from '../../../../src/contract/index.ts';
import type { WallDate, WallTime } from '../../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  aSlot,
} from '../../../support/builders.ts';
import { freshDay } from '../../../support/days.ts';
import {
  adminNotifications,
  clientNotifications,
  notificationTypes,
  rowById,
  rowsOfDay,
} from '../../../support/notifications.ts';
import { expectRefused } from '../../../support/refused.ts';
import { bookingOf, changeRow } from '../../../support/rows/rows.ts';
import { NOW, type Person } from '../../../support/salon.ts';
import { onBothEngines, salon } from '../../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let ana: Person;
let eva: Person;

const edit = (id: number, body: RequestBody<'PUT /appointments/{id}'>) =>
  salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
const at = (from: string, to: string) => ({
  start_datetime: `${day} ${from}:00`,
  end_datetime: `${day} ${to}:00`,
});

onBothEngines('the owner’s edits of appointments', () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 09:00:00`;
    ana = await aClient(salon, { name: 'Ana' });
    eva = await aClient(salon, { name: 'Eva' });
  });

  test('an edit keeps omitted fields, clears fields set to null, and increments the version', async () => {
    const id = await aBooking(salon, start, ana.id, {
      notes: 'staro',
      guest_name: 'Mila',
      guest_phone: '064 100001',
    });
    const edited = await edit(id, { notes: null, guest_phone: '064 100002' });
    expect(edited).toMatchObject({
      notes: null,
      guest_name: 'Mila',
      guest_phone: '064 100002',
      client_id: ana.id,
      version: 2,
    });
    expect((await rowById(salon, id))?.guest_number).toBe('+38164100002');
  });

  test('an edit without changes keeps the version and notifies nobody', async () => {
    const id = await aBooking(salon, start, ana.id);
    const row = await salon.admin.call('GET /appointments/{id}', { params: { id } });
    const same = {
      ...at('09:00', '10:00'),
      status: 'BOOKED',
      client_id: ana.id,
      service_id: null,
      notes: null,
    };
    expect(await edit(id, same as RequestBody<'PUT /appointments/{id}'>)).toEqual(row);
    expect(await notificationTypes(salon, ana.id)).toEqual([]);
  });

  test('rejects an edit of an outdated version; an edit without a version is accepted', async () => {
    const id = await aBooking(salon, start, ana.id);
    await edit(id, { notes: 'a', version: 1 });
    await expectRefused(edit(id, { notes: 'b', version: 1 }), 'appointment_changed');
    expect((await edit(id, { notes: 'c', version: 2 })).version).toBe(3);
    expect((await edit(id, { notes: 'd' })).version).toBe(4);
  });

  test('edited times must follow the rules for slot times', async () => {
    const id = await aSlot(salon, start);
    await expectRefused(edit(id, at('05:55', '07:00')), 'slot_outside_hours');
    await expectRefused(edit(id, at('09:00', '22:05')), 'slot_outside_hours');
    await expectRefused(edit(id, at('09:02', '10:00')), 'slot_not_on_step');
    await expectRefused(edit(id, at('09:00', '09:00')), 'slot_too_short');
    await expectRefused(edit(id, { end_datetime: '2027-12-01 10:00:00' }), 'slot_across_days');
    expect(await edit(id, at('06:00', '22:00'))).toMatchObject(at('06:00', '22:00'));
  });

  test('rejects an edit that overlaps another appointment, but allows adjacent and CANCELLED appointments', async () => {
    const id = await aSlot(salon, start);
    await aSlot(salon, `${day} 10:00:00`);
    await anAppointment(salon, `${day} 08:00:00`, { status: 'CANCELLED' });
    await expectRefused(edit(id, at('09:00', '10:05')), 'slot_overlaps');
    expect((await edit(id, at('08:00', '10:00'))).version).toBe(2);
  });

  test('a BOOKED appointment needs a person, a free slot cannot have a person, and an unknown client or service is refused', async () => {
    const id = await aSlot(salon, start);
    await expectRefused(edit(id, { status: 'BOOKED' }), 'booked_needs_person');
    await expectRefused(edit(id, { client_id: ana.id }), 'person_needs_booking');
    for (const client_id of [999_999, salon.admin.id])
      await expectRefused(edit(id, { status: 'BOOKED', client_id }), 'unknown_client');
    await expectRefused(
      edit(id, { status: 'BOOKED', client_id: ana.id, service_id: 999_999 }),
      'unknown_service',
    );
    await expectRefused(edit(999_999, { notes: 'x' }), 'not_found');
  });

  test('changing a slot to BOOKED stores the service’s name and price, and ends the client’s waitlist entry, even if the client is inactive', async () => {
    const service = await aService(salon, { name: 'Gel', price: 700 });
    const idle = await aClient(salon, { active: 0 });
    await salon.db
      .insertInto('waitlist_entries')
      .values({ day, client_id: idle.id, created_at: 0 })
      .execute();
    const id = await aSlot(salon, start);
    const edited = await edit(id, { status: 'BOOKED', client_id: idle.id, service_id: service });
    expect(edited).toMatchObject({ status: 'BOOKED', service_name: 'Gel', service_price: 700 });
    expect((await rowById(salon, id))?.booked_at).toBe(salon.clock.ms());
    expect(await notificationTypes(salon, idle.id)).toEqual(['APPT_CLIENT_CHANGED_ADDED']);
    expect(await adminNotifications(salon, id)).toEqual([]);
    expect(
      await salon.db.selectFrom('waitlist_entries').selectAll().where('day', '=', day).execute(),
    ).toEqual([]);
  });

  test('the booking limit does not apply to the owner', async () => {
    for (const hour of ['09', '10', '11'] as const) {
      const id = await aSlot(salon, `${day} ${hour}:00:00`);
      expect((await edit(id, { status: 'BOOKED', client_id: ana.id })).status).toBe('BOOKED');
    }
  });

  test('an edit of other fields keeps the price copied from the service, even after the service is deleted', async () => {
    const service = await aService(salon, { name: 'Gel', price: 700 });
    const id = await aSlot(salon, start);
    await edit(id, { status: 'BOOKED', client_id: ana.id, service_id: service });
    await salon.admin.call('PUT /services/{id}', { params: { id: service }, body: { price: 800 } });
    expect(await edit(id, { notes: 'x', service_id: service })).toMatchObject({ service_price: 700 });
    await salon.admin.call('DELETE /services/{id}', { params: { id: service } });
    const kept = await edit(id, { notes: 'y' });
    expect(kept).toMatchObject({ service_id: null, service_name: 'Gel', service_price: 700 });
    const other = await aService(salon, { name: 'Manikir', price: 5 });
    expect(await edit(id, { service_id: other })).toMatchObject({
      service_name: 'Manikir',
      service_price: 5,
    });
  });

  test('service_id null removes a deleted service from the booking', async () => {
    const service = await aService(salon, { name: 'Gel', price: 700 });
    const id = await aSlot(salon, start);
    await edit(id, { status: 'BOOKED', client_id: ana.id, service_id: service });
    await salon.admin.call('DELETE /services/{id}', { params: { id: service } });
    const nothing = { service_id: null, service_name: null, service_price: null };
    expect(await edit(id, { service_id: null })).toMatchObject({ ...nothing, client_id: ana.id });
  });

  test('an edit notifies the client immediately, with one notification per kind of change', async () => {
    const [gel, manikir] = [
      await aService(salon, { name: 'Gel' }),
      await aService(salon, { name: 'Manikir' }),
    ];
    const id = await aBooking(salon, start, ana.id, { service_id: gel, service_name: 'Gel' });
    await edit(id, { ...at('10:00', '11:30'), service_id: manikir });
    const notifications = await clientNotifications(salon, ana.id);
    expect(notifications.map(({ type }) => type)).toEqual([
      'APPT_TIME_CHANGED',
      'APPT_DURATION_CHANGED_EXTENDED',
      'APPT_SERVICE_CHANGED',
    ]);
    for (const notification of notifications)
      expect(notification).toMatchObject({
        appointment_id: id,
        visible_at: salon.clock.ms(),
        appt_start: `${day} 10:00:00`,
      });
    await edit(id, at('10:00', '11:00'));
    expect((await notificationTypes(salon, ana.id)).at(-1)).toBe('APPT_DURATION_CHANGED_SHORTENED');
  });

  test('an edit that changes the client of a booking notifies both clients', async () => {
    const id = await aBooking(salon, start, ana.id);
    await edit(id, { client_id: eva.id });
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_CLIENT_SWAPPED']);
    expect(await notificationTypes(salon, eva.id)).toEqual(['APPT_CLIENT_CHANGED_ADDED']);
    await edit(id, { client_id: null, guest_name: 'Mila' });
    expect(await notificationTypes(salon, eva.id)).toEqual([
      'APPT_CLIENT_CHANGED_ADDED',
      'APPT_CLIENT_CHANGED_REMOVED',
    ]);
  });

  test('an edit of a past appointment notifies nobody', async () => {
    const id = await aBooking(salon, '2026-11-13 09:00:00', ana.id);
    await edit(id, { client_id: eva.id });
    await edit(id, { status: 'CANCELLED' });
    expect([
      ...(await notificationTypes(salon, ana.id)),
      ...(await notificationTypes(salon, eva.id)),
    ]).toEqual([]);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
  });

  describe('a booking that becomes AVAILABLE or BLOCKED', () => {
    const NOBODY = {
      client_id: null,
      guest_name: null,
      guest_phone: null,
      service_id: null,
      service_name: null,
    };
    test.each([
      ['AVAILABLE', 'APPT_SET_AVAILABLE_BY_ADMIN'],
      ['BLOCKED', 'APPT_CANCELLED_BY_ADMIN'],
    ] as const)(
      'changing BOOKED to %s keeps a CANCELLED row in the client’s history and sends the client %s',
      async (status, type) => {
        const id = await aBooking(salon, start, ana.id, {
          service_name: 'Gel',
          service_price: 5,
          notes: 'n',
          guest_name: 'Mila',
          guest_phone: '064 100001',
        });
        expect(await edit(id, { status })).toMatchObject({
          id,
          status,
          ...NOBODY,
          service_price: null,
          notes: null,
        });
        expect(await rowById(salon, id)).toMatchObject({ booked_at: null, guest_number: null });
        const [copy, ...more] = await ana.call('GET /appointments/past');
        expect(more).toEqual([]);
        expect(copy).toMatchObject({
          status: 'CANCELLED',
          service_name: 'Gel',
          service_price: 5,
          notes: 'n',
          guest_name: 'Mila',
          cancelled_at: NOW,
          start_datetime: start,
        });
        expect(copy?.id).not.toBe(id);
        expect(await clientNotifications(salon, ana.id)).toMatchObject([{ type, appointment_id: copy?.id }]);
      },
    );

    test('changing CANCELLED to AVAILABLE adds a CANCELLED row for the client, and sends no new notification', async () => {
      const id = await aBooking(salon, start, ana.id);
      await ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
      const [, fresh] = await rowsOfDay(salon, day);
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: fresh?.id ?? 0 } });
      expect(await edit(id, { status: 'AVAILABLE' })).toMatchObject({
        ...NOBODY,
        cancel_reason: null,
        cancelled_at: null,
      });
      expect(await ana.call('GET /appointments/past')).toMatchObject([
        { status: 'CANCELLED', cancel_reason: 'Bolest', cancelled_at: NOW },
      ]);
      expect(await clientNotifications(salon, ana.id)).toEqual([]);
    });

    test('changing a guest’s booking to AVAILABLE adds a CANCELLED row with the guest', async () => {
      const id = await aGuestBooking(salon, start);
      const row = await rowById(salon, id);
      await edit(id, { status: 'AVAILABLE' });
      const copies = (await rowsOfDay(salon, day)).filter(({ status }) => status === 'CANCELLED');
      expect(copies).toMatchObject([
        { guest_name: 'Gošća', booked_at: row?.booked_at, cancelled_by: 'ADMIN' },
      ]);
    });
  });

  test('a CANCELLED appointment that overlaps no booking and no blocked time can be changed to BOOKED; the client is notified, and free slots under it give way', async () => {
    const id = await anAppointment(salon, start, {
      status: 'CANCELLED',
      client_id: ana.id,
      cancel_reason: 'Bolest',
    });
    const booking_id = await bookingOf(salon, id);
    const [slot, other] = [await aSlot(salon, start, 30), await aSlot(salon, `${day} 09:30:00`)];
    for (const status of ['BLOCKED', 'BOOKED'] as const) {
      await changeRow(salon, other, { status, ...(status === 'BOOKED' && { client_id: eva.id }) });
      await expectRefused(edit(id, { status: 'BOOKED' }), 'slot_overlaps');
      expect(await rowById(salon, slot)).toMatchObject({ status: 'AVAILABLE' });
    }
    await changeRow(salon, other, { status: 'AVAILABLE' });
    expect(await edit(id, { status: 'BOOKED' })).toMatchObject({
      status: 'BOOKED',
      cancel_reason: null,
      cancelled_at: null,
      booking_id,
    });
    expect(await rowsOfDay(salon, day)).toMatchObject([
      { id },
      { id: other, status: 'AVAILABLE', start_datetime: `${day} 10:00:00` },
    ]);
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_CLIENT_CHANGED_ADDED']);
  });

  test('changing BOOKED to CANCELLED counts as a cancellation by the salon, and does not offer the slot again', async () => {
    const id = await aBooking(salon, start, ana.id);
    expect(await edit(id, { status: 'CANCELLED', cancel_reason: 'Kvar' })).toMatchObject({
      cancel_reason: 'Kvar',
      cancelled_at: NOW,
    });
    expect(await rowsOfDay(salon, day)).toHaveLength(1);
    expect(await rowById(salon, id)).toMatchObject({ cancelled_by: 'ADMIN' });
    expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_CANCELLED_BY_ADMIN']);
  });
});
