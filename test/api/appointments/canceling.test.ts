import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import {
  adminNotifications,
  clientNotifications,
  mailsAbout,
  rowById,
  rowsOfDay,
} from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
const cancel = (who: Person, id: number, reason = 'Ne mogu da dođem.') =>
  who.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason } });

onBothEngines('canceling', () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await aClient(salon);
  });
  beforeEach(() => {
    day = freshDay();
    start = `${day} 09:00:00`;
  });
  afterEach(() => salon.clock.set(NOW));

  test('a client’s cancellation stores person, reason and service, and offers the slot again', async () => {
    const id = await aBooking(salon, start, ana.id, { service_name: 'Gel', service_price: 900, notes: 'x' });
    const cancelled = await cancel(ana, id, '  Bolest.\nŽao mi je. ');
    expect(cancelled).toMatchObject({
      id,
      status: 'CANCELLED',
      client_id: ana.id,
      service_name: 'Gel',
      service_price: 900,
      notes: 'x',
      start_datetime: start,
      cancel_reason: 'Bolest.\nŽao mi je.',
      cancelled_at: NOW,
      version: 2,
    });
    expect(await rowById(salon, id)).toMatchObject({ cancelled_by: 'CLIENT', is_late: 0 });
    const [, fresh] = await rowsOfDay(salon, day);
    expect(fresh).toMatchObject({
      status: 'AVAILABLE',
      start_datetime: start,
      end_datetime: addMinutes(start, 60),
      client_id: null,
      notes: null,
    });
    expect(await adminNotifications(salon, id)).toMatchObject([
      {
        type: 'CANCELLED',
        client_id: ana.id,
        cancelled_reason: 'Bolest.\nŽao mi je.',
        cancelled_at: salon.clock.ms(),
        is_late: 0,
        service_name: 'Gel',
        appt_start: start,
      },
    ]);
    expect((await mailsAbout(salon, id)).map(({ kind }) => kind)).toEqual(['CANCELLED_ADMIN']);
    expect(await clientNotifications(salon, ana.id)).toEqual([]);
  });

  test.each([
    ['24 hours before', '09:00:00', 0],
    ['a second less than 24 hours before', '09:00:01', 1],
  ] as const)('a cancellation %s the start has is_late $2', async (_, clock, isLate) => {
    const id = await aBooking(salon, `${day} 09:00:00`, ana.id);
    salon.clock.set(wallTimeOn(addDays(day, -1), clock));
    await cancel(await salon.loggedIn(ana.id), id);
    expect(await adminNotifications(salon, id)).toMatchObject([{ is_late: isLate }]);
    expect((await rowById(salon, id))?.is_late).toBe(isLate);
  });

  describe('refused cancellations', () => {
    test.each(['', '   ', 'x'.repeat(301), 'š'.repeat(301)])('rejects the reason %j', async (reason) => {
      const id = await aBooking(salon, start, ana.id);
      await expectRefused(cancel(ana, id, reason), 'bad_input');
    });
    test('an appointment can be canceled until the second before it begins', async () => {
      const id = await aBooking(salon, start, ana.id);
      salon.clock.set(start);
      const later = await salon.loggedIn(ana.id);
      await expectRefused(cancel(later, id), 'appointment_over');
      salon.clock.set(`${day} 08:59:59`);
      expect((await cancel(later, id, 'š'.repeat(300))).status).toBe('CANCELLED');
    });
    test('a canceled appointment cannot be canceled again', async () => {
      const id = await aBooking(salon, start, ana.id);
      await cancel(ana, id);
      await expectRefused(cancel(ana, id), 'appointment_not_booked');
      await expectRefused(cancel(salon.admin, id), 'appointment_not_booked');
      expect(await rowsOfDay(salon, day)).toHaveLength(2);
    });
    test('returns the same 404 for another client’s or guest’s appointment, a free slot and a missing appointment', async () => {
      const eva = await aClient(salon);
      const hers = await aBooking(salon, start, eva.id);
      const guests = await aGuestBooking(salon, `${day} 11:00:00`);
      const free = await anAppointment(salon, `${day} 12:00:00`);
      for (const id of [hers, guests, free, 999_999]) await expectRefused(cancel(ana, id), 'not_found');
    });
  });

  test('a cancellation by the owner notifies the client and does not offer the slot again', async () => {
    const eva = await aClient(salon);
    const id = await aBooking(salon, start, eva.id);
    expect(await cancel(salon.admin, id, 'Nema struje')).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'Nema struje',
      client_id: eva.id,
    });
    expect(await rowById(salon, id)).toMatchObject({ cancelled_by: 'ADMIN', is_late: 0 });
    expect(await rowsOfDay(salon, day)).toHaveLength(1);
    expect(await adminNotifications(salon, id)).toEqual([]);
    const [notification, ...others] = await clientNotifications(salon, eva.id);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      type: 'APPT_CANCELLED_BY_ADMIN',
      appointment_id: id,
      appt_start: start,
    });
    expect(notification?.message).toContain('Razlog: Nema struje');
    expect(await mailsAbout(salon, id)).toMatchObject([{ kind: 'CANCELLED_CLIENT', user_id: eva.id }]);
  });

  test('a cancellation of a past appointment by the owner notifies nobody', async () => {
    const eva = await aClient(salon);
    const id = await aBooking(salon, '2026-11-16 09:00:00', eva.id);
    await cancel(salon.admin, id);
    expect(await clientNotifications(salon, eva.id)).toEqual([]);
  });
});
