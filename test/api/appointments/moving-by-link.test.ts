import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, type WallDate } from '../../../src/domain/wall-clock.ts';
import { aClient, aService, aSlot, giveService, seen } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { aTarget, dayInShort, type MoveTarget } from '../../support/moving.ts';
import { adminNotifications, rowById, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('moving a booking through the guest’s link', () => {
  let day: WallDate;
  let id: AppointmentId;
  let token: string;
  let guest: { guest_name: string; guest_phone: string };
  beforeEach(async () => {
    day = freshDay();
    guest = { guest_name: 'Mila', guest_phone: freshPhone() };
    id = await aSlot(salon, atHour(day, 9));
    const body = { ...seen(atHour(day, 9)), ...guest, notes: 'Molim roze' };
    const booked = await salon.visitor.call('POST /appointments/{id}/book', { params: { id }, body });
    token = booked.guest_link ?? '';
  });
  afterEach(() => salon.clock.set(NOW));
  const move = (target: MoveTarget, link = token, who: Person = salon.visitor) =>
    who.call('POST /guest-link/reschedule', { body: { token: link, ...target } });
  const view = () => salon.visitor.call('POST /guest-link/view', { body: { token } });

  test('a move through the link keeps the guest of the booking, and the link stays valid', async () => {
    const moved = await move(await aTarget(salon, atHour(day, 14)));
    expect(moved).toEqual({
      start_datetime: atHour(day, 14),
      end_datetime: atHour(day, 15),
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
    expect(await view()).toEqual(moved);
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 AVAILABLE', '14:00-15:00 BOOKED']);
    const { ics } = await salon.visitor.call('POST /guest-link/calendar', { body: { token } });
    expect(ics).toContain('SEQUENCE:2');
    await salon.visitor.call('POST /guest-link/cancel', { body: { token, reason: 'Ne mogu' } });
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 AVAILABLE', '14:00-15:00 AVAILABLE']);
  });

  test('a move through the link sends the owner a notification with both times, and the history entry names the guest', async () => {
    await move(await aTarget(salon, atHour(day, 14)));
    expect(await adminNotifications(salon, id)).toMatchObject([
      { type: 'NEW_BOOKING' },
      { type: 'MOVED', ...guest, from_start: atHour(day, 9), appt_start: atHour(day, 14), client_id: null },
    ]);
    const [newest] = await salon.admin.call('GET /appointments/{id}/history', { params: { id } });
    expect(newest).toMatchObject({ action: 'changed', by: { role: 'GUEST', name: 'Mila' } });
  });

  test('a move through the link ends the guest’s waitlist entry for the new day', async () => {
    const other = freshDay();
    const date = { date: other };
    await salon.visitor.call('POST /client-notifications/free-slot', { body: { ...date, ...guest } });
    await move(await aTarget(salon, atHour(other, 14)));
    const waiting = salon.db.selectFrom('waitlist_entries').select('id').where('day', '=', other);
    expect(await waiting.execute()).toEqual([]);
  });

  test('rejects a wrong token, and the token of a booking that has ended, was deleted or now belongs to another guest', async () => {
    const target = await aTarget(salon, atHour(day, 14));
    await expectRefused(move(target, 'x'.repeat(43)), 'guest_link_dead');
    salon.clock.set(atHour(day, 10));
    await expectRefused(move(target), 'guest_link_dead');
    salon.clock.set(NOW);
    const body = { guest_name: 'Druga', guest_phone: freshPhone() };
    await salon.admin.call('POST /appointments/{id}/guest', { params: { id }, body });
    await expectRefused(move(target), 'guest_link_dead');
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
    await expectRefused(move(target), 'guest_link_dead');
  });

  test('refuses to move a booking that is canceled or has begun, or whose deadline for moves has passed', async () => {
    const target = await aTarget(salon, atHour(day, 14));
    salon.clock.set(atHour(day, 9));
    await expectRefused(move(target), 'not_active');
    salon.clock.set(addMinutes(atHour(addDays(day, -1), 9), 1));
    await expectRefused(move(target), 'move_too_late', 24);
    salon.clock.set(NOW);
    await salon.visitor.call('POST /guest-link/cancel', { body: { token, reason: 'x' } });
    await expectRefused(move(target), 'not_active');
  });

  test('refuses a slot that is unavailable or too short for the service', async () => {
    const target = await aTarget(salon, atHour(day, 14));
    await expectRefused(move({ ...target, seen_start: atHour(day, 13) }), 'slot_gone');
    await expectRefused(move({ ...target, seen_end: atHour(day, 16) }), 'slots_not_joined');
    const service_id = await aService(salon, { duration_minutes: 90 });
    await giveService(salon, id, service_id);
    await salon.admin.call('PUT /settings', { body: { service_fit: 'require' } });
    await expectRefused(move(target), 'service_too_long');
    await salon.admin.call('PUT /settings', { body: { service_fit: 'warn' } });
    await aSlot(salon, atHour(day, 15));
    await move({ ...target, ...seen(atHour(day, 14), 120) });
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:00 AVAILABLE', '14:00-16:00 BOOKED']);
  });

  test('a logged-in user can move a guest’s booking through its link, just as the guest can', async () => {
    const ana = await aClient(salon);
    await move(await aTarget(salon, atHour(day, 14)), token, ana);
    await move(await aTarget(salon, atHour(day, 16)), token, salon.admin);
    expect(await rowById(salon, id)).toMatchObject({ client_id: null, ...guest, version: 4 });
    expect(await rowsOfDay(salon, day)).toHaveLength(3);
  });

  test('existing guest bookings can be moved while guest booking is off', async () => {
    await salon.admin.call('PUT /settings', { body: { guest_booking: 0 } });
    await move(await aTarget(salon, atHour(day, 14)));
    await salon.admin.call('PUT /settings', { body: { guest_booking: 1 } });
    expect(await rowById(salon, id)).toMatchObject({ start_datetime: atHour(day, 14) });
  });
});
