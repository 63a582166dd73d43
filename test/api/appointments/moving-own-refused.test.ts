import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppointmentId, toId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, type WallDate, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import {
  aBooking,
  aClient,
  aGuestBooking,
  anAppointment,
  aService,
  giveService,
  seen,
} from '../../support/builders.ts';
import { contentsOf } from '../../support/contents.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { aTarget, type MoveTarget, moveOwn } from '../../support/moving.ts';
import { rowById } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('refused moves of own bookings', () => {
  let day: WallDate;
  let ana: Person;
  let id: AppointmentId;
  let target: MoveTarget;
  beforeEach(async () => {
    day = freshDay();
    ana = await aClient(salon);
    id = await aBooking(salon, atHour(day, 9), ana.id);
    target = await aTarget(salon, atHour(day, 14));
  });
  afterEach(async () => {
    salon.clock.set(NOW);
    await salon.admin.call('PUT /settings', {
      body: { move_until_hours: 24, service_fit: 'warn', join_slots: 1 },
    });
  });
  const set = (body: object) => salon.admin.call('PUT /settings', { body });
  const at = async (clock: ReturnType<typeof wallTimeOn>) => {
    salon.clock.set(clock);
    return salon.loggedIn(ana.id);
  };

  describe('moves of bookings that belong to others', () => {
    test('returns the same 404 for another client’s booking, a guest’s booking, a free slot and a missing appointment', async () => {
      const eva = await aClient(salon);
      const others = [
        await aBooking(salon, atHour(day, 10), eva.id),
        await aGuestBooking(salon, atHour(day, 11)),
        await anAppointment(salon, atHour(day, 12)),
        999_999,
      ];
      for (const other of others) await expectRefused(moveOwn(ana, other, target), 'not_found');
    });
    test('the owner cannot use the clients’ endpoint to move a booking', async () => {
      await expectRefused(moveOwn(salon.admin, id, target), 'not_found');
    });
    test('a visitor must log in to move a booking', async () => {
      await expectRefused(moveOwn(salon.visitor, id, target), 'login_required');
    });
    test('a client with a deactivated account cannot move a booking', async () => {
      await salon.admin.call('PUT /users/{id}', { params: { id: ana.id }, body: { active: 0 } });
      await expectRefused(moveOwn(ana, id, target), 'login_required');
    });
  });

  describe('moves refused because of the state of the booking itself', () => {
    test('refuses to move a canceled booking', async () => {
      await ana.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'x' } });
      await expectRefused(moveOwn(ana, id, target), 'not_active');
    });
    test('if the owner set no deadline, a booking can be moved until it begins', async () => {
      await set({ move_until_hours: 0 });
      await expectRefused(moveOwn(await at(atHour(day, 9)), id, target), 'not_active');
      expect((await moveOwn(await at(`${day} 08:59:59`), id, target)).version).toBe(2);
    });
    test('allows a move until 24 hours before the start, and not a second later', async () => {
      const before = addDays(day, -1);
      const late = await at(wallTimeOn(before, '09:00:01'));
      await expectRefused(moveOwn(late, id, target), 'move_too_late', 24);
      expect((await moveOwn(await at(atHour(before, 9)), id, target)).version).toBe(2);
    });
    test.each([1, 168])('applies a deadline of %i hours that the owner set', async (hours) => {
      await set({ move_until_hours: hours });
      const until = addMinutes(atHour(day, 9), -60 * hours);
      const late = await at(addMinutes(until, 1));
      await expectRefused(moveOwn(late, id, target), 'move_too_late', hours);
      expect((await moveOwn(await at(until), id, target)).version).toBe(2);
    });
    test('if neither the booking nor the requested slot allows a move, the error is about the booking', async () => {
      const gone = { ...target, to_id: toId<AppointmentId>(999_999) };
      await expectRefused(moveOwn(await at(atHour(day, 8)), id, gone), 'move_too_late', 24);
      await expectRefused(moveOwn(await at(atHour(day, 9)), id, gone), 'not_active');
      await expectRefused(moveOwn(await at(NOW), 999_999, gone), 'not_found');
      await expectRefused(moveOwn(await at(NOW), id, gone), 'slot_gone');
    });
  });

  describe('moves refused because of the requested slot', () => {
    test('refuses an unknown, booked or blocked slot and the booking’s own slot with the error “no longer available”', async () => {
      const booked = await aBooking(salon, atHour(day, 16), ana.id);
      const blocked = await anAppointment(salon, atHour(day, 17), { status: 'BLOCKED' });
      const tries: MoveTarget[] = [
        { ...target, to_id: toId(999_999) },
        { to_id: id, ...seen(atHour(day, 9)) },
        { to_id: booked, ...seen(atHour(day, 16)) },
        { to_id: blocked, ...seen(atHour(day, 17)) },
      ];
      for (const body of tries) await expectRefused(moveOwn(ana, id, body), 'slot_gone');
    });
    test('refuses a slot whose times differ from the times that the client saw', async () => {
      const earlier = { ...target, seen_start: atHour(day, 13) };
      const shorter = { ...target, seen_end: atHour(day, 14, 30) };
      for (const body of [earlier, shorter]) await expectRefused(moveOwn(ana, id, body), 'slot_gone');
    });
    test('refuses a slot that has begun, but not a slot that begins in a second', async () => {
      await set({ move_until_hours: 0 });
      const later = await aBooking(salon, atHour(day, 17), ana.id);
      await expectRefused(moveOwn(await at(atHour(day, 14)), later, target), 'slot_gone');
      expect((await moveOwn(await at(`${day} 13:59:59`), later, target)).version).toBe(2);
    });
    test('refuses a move to a slot on a day of absence', async () => {
      await salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });
      await expectRefused(moveOwn(ana, id, target), 'slot_gone');
    });
    test('a move without `seen_end` is rejected as invalid', async () => {
      const { seen_end: _, ...half } = target;
      await expectRefused(moveOwn(ana, id, half as MoveTarget), 'bad_input');
    });
  });

  describe('moves refused because of the length of the service', () => {
    const withService = async (duration_minutes: number | null) => {
      const service_id = await aService(salon, { duration_minutes });
      await giveService(salon, id, service_id);
      return service_id;
    };
    test.each([
      ['warn', 61, 'moved'],
      ['require', 60, 'moved'],
      ['require', 61, 'service_too_long'],
      ['require', null, 'moved'],
    ] as const)(
      'with service_fit %s, moving a booking whose service takes %j minutes to a 60-minute slot has the result %s',
      async (service_fit, minutes, outcome) => {
        await set({ service_fit });
        await withService(minutes);
        const moving = moveOwn(ana, id, target);
        if (outcome === 'moved') expect((await moving).version).toBe(2);
        else await expectRefused(moving, outcome);
      },
    );
    test('a move uses the length that the service had when it was booked', async () => {
      await set({ service_fit: 'require' });
      const service_id = await withService(60);
      const body = { duration_minutes: 90 };
      await salon.admin.call('PUT /services/{id}', { params: { id: service_id }, body });
      expect((await moveOwn(ana, id, target)).start_datetime).toBe(target.seen_start);
    });
  });

  test('a refused move changes no row of the database, and `moved_at` of the booking stays null', async () => {
    const before = await contentsOf(salon.db);
    await expectRefused(moveOwn(ana, id, { ...target, seen_end: atHour(day, 16) }), 'slots_not_joined');
    expect(await contentsOf(salon.db)).toEqual(before);
    expect(await rowById(salon, id)).toMatchObject({ version: 1, moved_at: null });
  });
});
