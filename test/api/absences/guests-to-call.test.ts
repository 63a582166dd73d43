import { beforeEach, expect, test } from 'vitest';
import { addMonths, type WallDate } from '../../../src/domain/wall-clock.ts';
import { forgetGuests } from '../../../src/server/appointments/forget-guests.ts';
import { readClock } from '../../../src/server/platform/clock.ts';
import { aBooking, aClient, aGuestBooking } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const REASON = 'Godišnji odmor';

onBothEngines('guests to call', { emptyBeforeEach: true }, () => {
  let day: WallDate;
  beforeEach(() => {
    day = freshDay();
  });
  const cancelMany = (...ids: number[]) =>
    salon.admin.call('POST /appointments/cancel-many', { body: { ids, reason: REASON } });
  const mark = (called: 0 | 1, ...ids: number[]) =>
    salon.admin.call('POST /appointments/called', { body: { ids, called } });
  const list = async () =>
    (await salon.admin.call('GET /appointments/to-call')).map(({ id, called }) => [id, called]);

  test('lists the guests whose bookings were canceled in bulk, sorted by start time, and shows which guests have been called', async () => {
    const client = await aClient(salon);
    const second = await aGuestBooking(salon, atHour(day, 11), { name: 'Rada', phone: '064111222' });
    const first = await aGuestBooking(salon, atHour(day, 9), { name: 'Sara' });
    const own = await aBooking(salon, atHour(day, 12), client.id);
    expect(await list()).toEqual([]);
    await cancelMany(second, first, own);
    expect(await list()).toEqual([
      [first, 0],
      [second, 0],
    ]);
    expect(await salon.admin.call('GET /appointments/to-call')).toMatchObject([
      { guest_name: 'Sara' },
      { guest_name: 'Rada', guest_phone: '064111222', cancel_reason: REASON },
    ]);
    await mark(1, first);
    expect(await list()).toEqual([
      [first, 1],
      [second, 0],
    ]);
    await mark(0, first);
    await mark(1, second, own);
    expect(await list()).toEqual([
      [first, 0],
      [second, 1],
    ]);
    await expectInvariants(salon);
  });

  test('lists guests whose bookings were canceled by a new absence', async () => {
    const guest = await aGuestBooking(salon, atHour(day, 9));
    await salon.admin.call('POST /annual', {
      body: { date_from: day, date_to: day, cancel: { reason: REASON, ids: [guest] } },
    });
    expect(await list()).toEqual([[guest, 0]]);
  });

  test('omits guests whose booking had ended before it was canceled, or was not canceled in bulk', async () => {
    const over = await aGuestBooking(salon, '2026-11-17 06:00:00');
    const alone = await aGuestBooking(salon, atHour(day, 9));
    await cancelMany(over);
    const params = { id: alone };
    await salon.admin.call('POST /appointments/{id}/cancel', { params, body: { reason: REASON } });
    expect(await list()).toEqual([]);
  });

  test.each(['AVAILABLE', 'BLOCKED'] as const)('a booking that becomes %s is not listed', async (status) => {
    const guest = await aGuestBooking(salon, atHour(day, 9));
    await cancelMany(guest);
    await salon.admin.call('PUT /appointments/{id}', { params: { id: guest }, body: { status } });
    expect(await list()).toEqual([]);
    await expectInvariants(salon);
  });

  test('a past booking stays listed until its guest is called; a rebooked or deleted booking is not listed', async () => {
    const [unticked, ticked, again] = [
      await aGuestBooking(salon, atHour(day, 9)),
      await aGuestBooking(salon, atHour(day, 11)),
      await aGuestBooking(salon, atHour(day, 13)),
    ];
    await cancelMany(unticked, ticked, again);
    await salon.admin.call('PUT /appointments/{id}', { params: { id: again }, body: { status: 'BOOKED' } });
    await mark(1, ticked);
    expect(await list()).toEqual([
      [unticked, 0],
      [ticked, 1],
    ]);
    salon.clock.set(atHour(day, 20));
    expect(await list()).toEqual([[unticked, 0]]);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: unticked } });
    expect(await list()).toEqual([]);
    await expectInvariants(salon);
  });

  test('guests whose data is erased are no longer listed', async () => {
    const guest = await aGuestBooking(salon, atHour(day, 9));
    await cancelMany(guest);
    await salon.admin.call('PUT /settings', { body: { guest_retention_months: 1 } });
    salon.clock.set(atHour(addMonths(day, 2), 9));
    await forgetGuests(salon.db, readClock(salon.clock), salon.platform.config);
    const admin = await salon.loggedIn(salon.admin.id); // the session from the start of the test has expired
    expect(await admin.call('GET /appointments/to-call')).toEqual([]);
  });
});
