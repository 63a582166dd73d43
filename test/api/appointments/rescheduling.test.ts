import { beforeEach, describe, expect, test } from 'vitest';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot } from '../../support/builders.ts';
import { freshDay } from '../../support/days.ts';
import {
  clientNotifications,
  mailsAbout,
  notificationTypes,
  rowById,
  rowsOfDay,
} from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

let day: WallDate;
let ana: Person;
let eva: Person;

const at = (from: string, to: string, date = day) => ({
  start_datetime: `${date} ${from}:00`,
  end_datetime: `${date} ${to}:00`,
});
const move = (id: number, times: ReturnType<typeof at>, version?: number) =>
  salon.admin.call('PUT /analytics/appointments/{id}/move', { params: { id }, body: { ...times, version } });
const swap = (a_id: number, b_id: number) =>
  salon.admin.call('PUT /analytics/appointments/swap', { body: { a_id, b_id } });
const clockOf = (hour: `${number}`): WallTime => `${day} ${hour}:00:00`;
const TOLD_LATER_MS = 10_000;

onBothEngines('moves and swaps in the calendar', () => {
  beforeEach(async () => {
    day = freshDay();
    ana = await aClient(salon);
    eva = await aClient(salon);
  });

  describe('moving an appointment', () => {
    test('an appointment can be moved to other times or another day; the client is notified ten seconds later', async () => {
      const other = freshDay();
      const id = await aBooking(salon, clockOf('09'), ana.id, { notes: 'n' });
      const moved = await move(id, at('10:15', '11:00', other));
      expect(moved).toMatchObject({
        id,
        ...at('10:15', '11:00', other),
        notes: 'n',
        status: 'BOOKED',
        version: 2,
      });
      expect(moved.undo_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const notifications = await clientNotifications(salon, ana.id);
      expect(notifications.map(({ type }) => type)).toEqual([
        'APPT_TIME_CHANGED',
        'APPT_DURATION_CHANGED_SHORTENED',
      ]);
      for (const notification of notifications)
        expect(notification.visible_at).toBe(salon.clock.ms() + TOLD_LATER_MS);
      expect(await mailsAbout(salon, id)).toMatchObject([
        { kind: 'MOVED_CLIENT', visible_at: salon.clock.ms() + TOLD_LATER_MS },
      ]);
    });

    test('a move to the same times changes nothing and notifies nobody', async () => {
      const id = await aBooking(salon, clockOf('09'), ana.id);
      expect(await move(id, at('09:00', '10:00'))).toMatchObject({ version: 1 });
      expect(await notificationTypes(salon, ana.id)).toEqual([]);
    });

    test.each(['BLOCKED', 'BOOKED'] as const)(
      'refuses a move that overlaps an appointment that is %s, but allows a move next to it',
      async (status) => {
        await anAppointment(salon, clockOf('12'), {
          status,
          ...(status === 'BOOKED' && { guest_name: 'X' }),
        });
        const id = await aBooking(salon, clockOf('09'), ana.id);
        await expectRefused(move(id, at('11:05', '12:05')), 'move_refused');
        await expectRefused(move(id, at('12:15', '12:30')), 'move_refused');
        expect((await move(id, at('11:00', '12:00'))).version).toBe(2);
        expect((await move(id, at('09:30', '12:00'))).version).toBe(3);
      },
    );

    test('refuses to move a CANCELLED appointment, but allows a move over a CANCELLED appointment', async () => {
      const gone = await anAppointment(salon, clockOf('12'), { status: 'CANCELLED', client_id: ana.id });
      await expectRefused(move(gone, at('15:00', '16:00')), 'move_refused');
      expect((await move(await aSlot(salon, clockOf('09')), at('12:00', '13:00'))).version).toBe(2);
    });

    test('the new times of a moved appointment must follow the rules for a new slot', async () => {
      const id = await aSlot(salon, clockOf('09'));
      await expectRefused(move(id, at('05:45', '07:00')), 'slot_outside_hours');
      await expectRefused(move(id, at('21:00', '22:15')), 'slot_outside_hours');
      await expectRefused(move(id, at('09:01', '10:00')), 'slot_not_on_step');
      await expectRefused(move(id, at('09:00', '09:00')), 'slot_too_short');
      await expectRefused(
        move(id, { ...at('09:00', '10:00'), end_datetime: `${freshDay()} 10:00:00` }),
        'slot_across_days',
      );
      await expectRefused(move(id, at('09:00', '10:00', '2028-01-01')), 'slot_date_out_of_range');
      await expectRefused(move(999_999, at('09:00', '10:00')), 'not_found');
    });

    test('refuses a move if the appointment has changed since it was read', async () => {
      const id = await aSlot(salon, clockOf('09'));
      await move(id, at('10:00', '11:00'), 1);
      await expectRefused(move(id, at('12:00', '13:00'), 1), 'appointment_changed');
    });
  });

  describe('swapping two appointments', () => {
    test('a swap gives each of the two appointments the start time of the other, and keeps their lengths', async () => {
      const a = await aBooking(salon, clockOf('09'), ana.id, { minutes: 60 });
      const b = await aBooking(salon, clockOf('12'), eva.id, { minutes: 90 });
      const swapped = await swap(a, b);
      expect(swapped.a).toMatchObject({ id: a, ...at('12:00', '13:00'), client_id: ana.id, version: 2 });
      expect(swapped.b).toMatchObject({ id: b, ...at('09:00', '10:30'), client_id: eva.id, version: 2 });
      for (const who of [ana, eva])
        expect(await clientNotifications(salon, who.id)).toMatchObject([
          { type: 'APPT_CLIENT_MOVE', visible_at: salon.clock.ms() + TOLD_LATER_MS },
        ]);
    });

    test('adjacent appointments, appointments on different days and appointments of any active status can be swapped', async () => {
      const a = await aSlot(salon, clockOf('09'), 60);
      const b = await aGuestBooking(salon, clockOf('10'));
      expect(await swap(a, b)).toMatchObject({ a: at('10:00', '11:00'), b: at('09:00', '10:00') });
      const other = freshDay();
      const c = await anAppointment(salon, `${other} 15:00:00`, { status: 'BLOCKED' });
      expect(await swap(a, c)).toMatchObject({ a: at('15:00', '16:00', other), b: at('10:00', '11:00') });
    });

    test('a swap changes neither appointment if one of the two would overlap a third appointment', async () => {
      const a = await aBooking(salon, clockOf('09'), ana.id, { minutes: 120 });
      const b = await aSlot(salon, clockOf('12'), 60);
      await aSlot(salon, clockOf('13'), 60);
      const before = await rowsOfDay(salon, day);
      await expectRefused(swap(a, b), 'swap_refused');
      await expectRefused(swap(b, a), 'swap_refused');
      expect(await rowsOfDay(salon, day)).toEqual(before);
      expect(await notificationTypes(salon, ana.id)).toEqual([]);
    });

    test.each([
      ['would make its two appointments overlap each other', '09', 60, '10', 180, true],
      ['would end after 22:00', '09', 120, '21', 60, true],
      ['would end exactly at 22:00', '09', 60, '21', 60, false],
    ] as const)('a swap that %s is refused: $5', async (_, hourA, minutesA, hourB, minutesB, isRefused) => {
      const a = await aSlot(salon, clockOf(hourA), minutesA);
      const b = await aSlot(salon, clockOf(hourB), minutesB);
      if (!isRefused) expect((await swap(a, b)).a.version).toBe(2);
      else await expectRefused(swap(a, b), 'swap_refused');
    });

    test('refuses a swap with a CANCELLED appointment, with itself or with a missing appointment', async () => {
      const a = await aSlot(salon, clockOf('09'));
      const gone = await anAppointment(salon, clockOf('12'), { status: 'CANCELLED' });
      await expectRefused(swap(a, gone), 'swap_refused');
      await expectRefused(swap(gone, a), 'swap_refused');
      await expectRefused(swap(a, a), 'swap_refused');
      await expectRefused(swap(a, 999_999), 'not_found');
      expect((await rowById(salon, a))?.version).toBe(1);
    });

    test('a swap of past appointments notifies nobody', async () => {
      const a = await aBooking(salon, '2026-11-12 09:00:00', ana.id);
      const b = await aBooking(salon, '2026-11-12 11:00:00', eva.id);
      await swap(a, b);
      expect([
        ...(await notificationTypes(salon, ana.id)),
        ...(await notificationTypes(salon, eva.id)),
      ]).toEqual([]);
    });
  });
});
