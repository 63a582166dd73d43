import { beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
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
  const list = async () => (await salon.admin.call('GET /appointments/to-call')).map(({ id }) => id);

  test('lists everybody whose booking was canceled in bulk, sorted by start time, until called', async () => {
    const client = await aClient(salon);
    const second = await aGuestBooking(salon, atHour(day, 11), { name: 'Rada', phone: '064111222' });
    const first = await aGuestBooking(salon, atHour(day, 9), { name: 'Sara' });
    const own = await aBooking(salon, atHour(day, 12), client.id);
    expect(await list()).toEqual([]);
    await cancelMany(second, first, own);
    expect(await list()).toEqual([first, second, own]);
    expect(await salon.admin.call('GET /appointments/to-call')).toMatchObject([
      { guest_name: 'Sara', called: 0, what: 'CANCELLED', state: 'NONE' },
      { guest_name: 'Rada', guest_phone: '064111222', cancel_reason: REASON },
      { client_id: client.id, what: 'CANCELLED', state: 'NONE' },
    ]);
    await mark(1, first);
    expect(await list()).toEqual([second, own]);
    await mark(0, first);
    await mark(1, second, own);
    expect(await list()).toEqual([first]);
    await expectInvariants(salon);
  });

  test('lists guests whose bookings were canceled by a new absence', async () => {
    const guest = await aGuestBooking(salon, atHour(day, 9));
    await salon.admin.call('POST /annual', {
      body: { date_from: day, date_to: day, cancel: { reason: REASON, ids: [guest] } },
    });
    expect(await list()).toEqual([guest]);
  });

  test('lists a single cancellation too, but none that was asked for and none of a booking that had ended', async () => {
    const over = await aGuestBooking(salon, '2026-11-17 06:00:00');
    const [alone, asked] = [
      await aGuestBooking(salon, atHour(day, 9)),
      await aGuestBooking(salon, atHour(day, 11)),
    ];
    await cancelMany(over);
    const cancel = (id: AppointmentId, more = {}) =>
      salon.admin.call('POST /appointments/{id}/cancel', {
        params: { id },
        body: { reason: REASON, ...more },
      });
    await cancel(alone);
    await cancel(asked, { asked_by: 'CLIENT' });
    expect(await list()).toEqual([alone]);
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
    expect(await list()).toEqual([unticked]);
    salon.clock.set(atHour(day, 20));
    expect(await list()).toEqual([unticked]);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: unticked } });
    expect(await list()).toEqual([]);
    await expectInvariants(salon);
  });

  test('a move by the salon stands there until its mail certainly went out; undo takes it back, a new change replaces it', async () => {
    const guest = await aGuestBooking(salon, atHour(day, 9));
    const moveTo = (hour: number) =>
      salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id: guest },
        body: { start_datetime: atHour(day, hour), end_datetime: atHour(day, hour + 1) },
      });
    const { undo_token } = await moveTo(11);
    expect(await salon.admin.call('GET /appointments/to-call')).toMatchObject([{ id: guest, what: 'MOVED' }]);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: undo_token ?? '' } });
    expect(await list()).toEqual([]);
    await moveTo(13);
    await cancelMany(guest);
    expect(await salon.admin.call('GET /appointments/to-call')).toMatchObject([{ what: 'CANCELLED' }]);
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
