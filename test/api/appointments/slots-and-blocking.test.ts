import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import { clientNotifications, mailsAbout, notificationTypes, rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let start: WallTime;
let ana: Person;

const addSlot = (start_datetime: string, duration_minutes?: number) =>
  salon.admin.call('POST /appointments/slot', { body: { start_datetime, duration_minutes } });
const lock = (id: number, status: 'AVAILABLE' | 'BLOCKED') =>
  salon.admin.call('POST /appointments/{id}/status', { params: { id }, body: { status } });
const remove = (id: number) => salon.admin.call('DELETE /appointments/{id}', { params: { id } });
const many = (ids: number[], action: 'BLOCK' | 'UNBLOCK' | 'DELETE') =>
  salon.admin.call('POST /appointments/bulk', { body: { ids, action } });

onBothEngines('adding, blocking and deleting slots', () => {
  beforeAll(async () => {
    ana = await aClient(salon);
  });
  beforeEach(() => {
    day = freshDay();
    start = `${day} 09:00:00`;
  });

  describe('adding slots', () => {
    test('a new slot lasts 120 minutes by default, and can also be on a Sunday', async () => {
      expect(await addSlot('2026-11-22 09:00:00')).toMatchObject({
        status: 'AVAILABLE',
        start_datetime: '2026-11-22 09:00:00',
        end_datetime: '2026-11-22 11:00:00',
        version: 1,
        undo_token: null,
      });
      expect(await addSlot(`${day} 06:00:00`, 5)).toMatchObject({ end_datetime: `${day} 06:05:00` });
      expect(await addSlot(`${day} 20:00:00`)).toMatchObject({ end_datetime: `${day} 22:00:00` });
    });

    test.each([
      ['05:55:00', 60, 'slot_outside_hours'],
      ['21:05:00', 60, 'slot_outside_hours'],
      ['09:01:00', 60, 'slot_not_on_step'],
      ['09:00:30', 60, 'slot_not_on_step'],
      ['09:00:00', 4, 'slot_too_short'],
      ['09:00:00', 0, 'slot_too_short'],
      ['09:00:00', 7, 'slot_not_on_step'],
      ['22:00:00', 120, 'slot_across_days'],
    ] as const)('rejects a slot at %s for %i minutes: %s', async (clock, minutes, code) => {
      await expectRefused(addSlot(`${day} ${clock}`, minutes), code);
    });

    test('rejects a new slot more than a year from today', async () => {
      for (const far of ['2027-11-18', '2025-11-16'])
        await expectRefused(addSlot(`${far} 09:00:00`), 'slot_date_out_of_range');
      for (const near of ['2027-11-17', '2025-11-17'])
        expect((await addSlot(`${near} 09:00:00`)).id).toBeGreaterThan(0);
    });

    test.each(['AVAILABLE', 'BOOKED', 'BLOCKED'] as const)(
      'rejects a new slot that overlaps an appointment that is %s, but allows a slot next to it',
      async (status) => {
        await anAppointment(salon, start, { status, ...(status === 'BOOKED' && { guest_name: 'X' }) });
        for (const at of [start, `${day} 08:05:00`, `${day} 09:55:00`])
          await expectRefused(addSlot(at, 60), 'slot_overlaps');
        expect((await addSlot(`${day} 08:00:00`, 60)).status).toBe('AVAILABLE');
        expect((await addSlot(`${day} 10:00:00`, 60)).status).toBe('AVAILABLE');
      },
    );

    test('slots can overlap CANCELLED bookings', async () => {
      await anAppointment(salon, start, { status: 'CANCELLED' });
      expect((await addSlot(start)).status).toBe('AVAILABLE');
    });
  });

  describe('blocking slots', () => {
    test('an AVAILABLE slot can be changed to BLOCKED and back; this clears its note, and a repeated request changes nothing', async () => {
      const id = await aSlot(salon, start);
      await salon.db.updateTable('appointments').set({ notes: 'n' }).where('id', '=', id).execute();
      expect(await lock(id, 'BLOCKED')).toMatchObject({ status: 'BLOCKED', notes: null, version: 2 });
      expect(await lock(id, 'BLOCKED')).toMatchObject({ status: 'BLOCKED', version: 2 });
      expect(await lock(id, 'AVAILABLE')).toMatchObject({ status: 'AVAILABLE', version: 3 });
    });

    test('a BOOKED or CANCELLED appointment cannot be blocked or unblocked', async () => {
      const booked = await aBooking(salon, start, ana.id);
      const cancelled = await anAppointment(salon, start, { status: 'CANCELLED' });
      for (const id of [booked, cancelled])
        for (const status of ['AVAILABLE', 'BLOCKED'] as const)
          await expectRefused(lock(id, status), 'status_not_toggled');
      await expectRefused(lock(999_999, 'BLOCKED'), 'not_found');
    });
  });

  describe('deleting appointments', () => {
    test('deleting an upcoming booking notifies its client, in the app and by mail', async () => {
      const id = await aBooking(salon, start, ana.id);
      expect(await remove(id)).toBeUndefined();
      expect(await rowById(salon, id)).toBeUndefined();
      const [notification] = await clientNotifications(salon, ana.id);
      expect(notification).toMatchObject({ type: 'APPT_CANCELLED_BY_ADMIN', visible_at: salon.clock.ms() });
      expect(await mailsAbout(salon, id)).toMatchObject([{ kind: 'CANCELLED_CLIENT' }]);
      await expectRefused(remove(id), 'not_found');
    });

    test('deleting a booking in progress, a free slot, a guest’s booking or a canceled appointment notifies nobody', async () => {
      const eva = await aClient(salon);
      await remove(await aBooking(salon, '2026-11-17 11:20:00', eva.id));
      await remove(await aSlot(salon, start));
      await remove(await aGuestBooking(salon, start));
      await remove(await anAppointment(salon, start, { status: 'CANCELLED', client_id: eva.id }));
      expect(await notificationTypes(salon, eva.id)).toEqual([]);
    });
  });

  describe('bulk changes of appointments', () => {
    test('a bulk change applies to free and blocked slots; the response lists the skipped appointments', async () => {
      const free = await aSlot(salon, start);
      const blocked = await anAppointment(salon, `${day} 10:00:00`, { status: 'BLOCKED' });
      const booked = await aBooking(salon, `${day} 11:00:00`, ana.id);
      const ids = [free, blocked, booked, 999_999, free];
      const refused = [
        { id: booked, start_datetime: `${day} 11:00:00`, error: 'Termin više nije dostupan.' },
        { id: 999_999, start_datetime: null, error: 'Traženi podatak ne postoji.' },
      ];
      expect(await many(ids, 'BLOCK')).toEqual({ count: 2, refused });
      expect(await rowById(salon, free)).toMatchObject({ status: 'BLOCKED', version: 2 });
      expect(await rowById(salon, blocked)).toMatchObject({ status: 'BLOCKED', version: 1 });
      expect(await many(ids, 'UNBLOCK')).toEqual({ count: 2, refused });
      expect(await rowById(salon, blocked)).toMatchObject({ status: 'AVAILABLE', version: 2 });
      expect(await many(ids, 'DELETE')).toEqual({ count: 2, refused });
      expect(await rowById(salon, free)).toBeUndefined();
      expect((await rowById(salon, booked))?.status).toBe('BOOKED');
    });

    test.each(['BLOCK', 'UNBLOCK', 'DELETE'] as const)(
      'a bulk %s of BOOKED appointments changes nothing',
      async (action) => {
        const booked = await aBooking(salon, start, ana.id);
        expect(await many([booked], action)).toMatchObject({ count: 0, refused: [{ id: booked }] });
        expect((await rowById(salon, booked))?.status).toBe('BOOKED');
      },
    );

    test('a bulk change requires at least one appointment', async () => {
      await expectRefused(many([], 'BLOCK'), 'bad_input');
    });
  });
});
