import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aService, aSlot } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { notificationTypes, rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let ana: Person;

type Guest = { guest_name: string | null; guest_phone: string | null };
const MILA = { guest_name: 'Mila', guest_phone: '+381 64 1' };
const NONE = { guest_name: null, guest_phone: null };
const setGuest = (who: Person, id: number, body: Guest) =>
  who.call('POST /appointments/{id}/guest', { params: { id }, body });
const setService = (who: Person, id: number, service_id: number | null) =>
  who.call('POST /appointments/{id}/service', { params: { id }, body: { service_id } });

onBothEngines('the guest and the service of a booking', () => {
  beforeEach(async () => {
    day = freshDay();
    start = `${day} 09:00:00`;
    ana = await aClient(salon);
  });
  afterEach(() => salon.clock.set(NOW));

  describe('changing the guest of a booking', () => {
    test('the client adds and removes the guest of a booking, and each change increments its version once', async () => {
      const id = await aBooking(salon, start, ana.id);
      expect(await setGuest(ana, id, MILA)).toMatchObject({ ...MILA, client_id: ana.id, version: 2 });
      expect((await rowById(salon, id))?.guest_number).toBe('0641');
      expect(await setGuest(ana, id, MILA)).toMatchObject({ version: 2 });
      expect(await setGuest(ana, id, NONE)).toMatchObject({ ...NONE, version: 3 });
      expect((await rowById(salon, id))?.guest_number).toBeNull();
    });

    test.each([
      [{ guest_name: 'Mila', guest_phone: null }],
      [{ guest_name: null, guest_phone: '064 100001' }],
    ])('rejects the incomplete guest %j', async (guest) => {
      const id = await aBooking(salon, start, ana.id);
      await expectRefused(setGuest(ana, id, guest), 'guest_contact_missing');
    });

    test('the owner can correct the guest of a booking without a client, but cannot remove the guest', async () => {
      const id = await aGuestBooking(salon, start);
      await expectRefused(setGuest(salon.admin, id, NONE), 'booked_needs_person');
      const mended = await setGuest(salon.admin, id, {
        guest_name: 'Gošća Marić',
        guest_phone: '064/123-4567',
      });
      expect(mended.guest_name).toBe('Gošća Marić');
    });
  });

  describe('the service of a booking', () => {
    test('when the client changes the service, the booking gets the new service’s name and price, and the client is not notified', async () => {
      const gel = await aService(salon, { name: 'Gel', price: 900.5 });
      const id = await aBooking(salon, start, ana.id);
      expect(await setService(ana, id, gel)).toMatchObject({
        service_name: 'Gel',
        service_price: 900.5,
        version: 2,
      });
      await salon.admin.call('PUT /services/{id}', { params: { id: gel }, body: { price: 1 } });
      expect(await setService(ana, id, gel)).toMatchObject({ service_price: 900.5, version: 2 });
      expect(await setService(ana, id, null)).toMatchObject({
        service_name: null,
        service_price: null,
        version: 3,
      });
      expect(await notificationTypes(salon, ana.id)).toEqual([]);
      await expectRefused(setService(ana, id, 999_999), 'unknown_service');
    });

    test('client and owner can remove a deleted service from a booking, and only a removal by the owner notifies the client', async () => {
      const gel = await aService(salon, { name: 'Gel', price: 900 });
      const [own, other] = [
        await aBooking(salon, start, ana.id),
        await aBooking(salon, `${day} 11:00:00`, ana.id),
      ];
      for (const id of [own, other]) await setService(ana, id, gel);
      await salon.admin.call('DELETE /services/{id}', { params: { id: gel } });
      const none = { service_id: null, service_name: null, service_price: null, version: 3 };
      expect(await setService(ana, own, null)).toMatchObject(none);
      expect(await setService(ana, own, null)).toMatchObject(none);
      expect(await notificationTypes(salon, ana.id)).toEqual([]);
      expect(await setService(salon.admin, other, null)).toMatchObject(none);
      expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_SERVICE_CHANGED']);
    });

    test('the owner can change the service before and during the appointment; a change before the start notifies the client', async () => {
      const gel = await aService(salon);
      const id = await aBooking(salon, start, ana.id);
      await setService(salon.admin, id, gel);
      expect(await notificationTypes(salon, ana.id)).toEqual(['APPT_SERVICE_CHANGED']);
      const underWay = await aBooking(salon, '2026-11-17 11:00:00', ana.id);
      expect((await setService(salon.admin, underWay, gel)).service_id).toBe(gel);
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: underWay } });
    });
  });

  test('clients can change guest and service only for their own BOOKED appointments that have not begun', async () => {
    const eva = await aClient(salon);
    const hers = await aBooking(salon, start, eva.id);
    const free = await aSlot(salon, `${day} 11:00:00`);
    const cancelled = await anAppointment(salon, start, { status: 'CANCELLED', client_id: ana.id });
    for (const id of [hers, free, 999_999]) {
      await expectRefused(setGuest(ana, id, MILA), 'not_found');
      await expectRefused(setService(ana, id, null), 'not_found');
    }
    await expectRefused(setGuest(ana, cancelled, MILA), 'appointment_not_booked');
    await expectRefused(setService(ana, cancelled, null), 'appointment_not_booked');
    await expectRefused(setGuest(salon.admin, free, MILA), 'appointment_not_booked');
    const own = await aBooking(salon, `${day} 13:00:00`, ana.id);
    salon.clock.set(`${day} 13:00:00`);
    const late = await salon.loggedIn(ana.id);
    await expectRefused(setGuest(late, own, MILA), 'appointment_over');
    await expectRefused(setService(late, own, null), 'appointment_over');
    salon.clock.set(`${day} 12:59:59`);
    expect((await setGuest(late, own, MILA)).guest_name).toBe('Mila');
  });
});
