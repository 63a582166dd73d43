import { beforeEach, expect, test } from 'vitest';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { mailsAbout, notificationTypes, rowById, rowsOfDay } from '../../support/notifications.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const ABSENT = 2_000_000_000;
const TODAY: WallDate = '2026-11-17';

onBothEngines('adding an absence that cancels bookings', { emptyBeforeEach: true }, () => {
  let day: WallDate;
  let client: Person;
  beforeEach(async () => {
    day = freshDay();
    client = await aClient(salon);
  });
  const preview = (date_from: string, date_to = date_from) =>
    salon.admin.call('POST /annual/preview', { body: { date_from, date_to } });
  const add = (ids: readonly number[], { from = day, to = day, reason = ' Godišnji odmor ' } = {}) =>
    salon.admin.call('POST /annual', {
      body: { date_from: from, date_to: to, reason: 'Odmor', cancel: { reason, ids: [...ids] } },
    });
  const mine = () => salon.admin.call('GET /annual/mine');
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  test('the preview returns the same conflicts as POST /annual and saves nothing', async () => {
    const own = await aBooking(salon, atHour(day, 9), client.id);
    const guests = await aGuestBooking(salon, atHour(addDays(day, 2), 9), { name: 'Rada', phone: '0651' });
    await aBooking(salon, atHour(addDays(day, 3), 9), client.id);
    await aSlot(salon, atHour(day, 12));
    await aSlot(salon, atHour(addDays(day, 3), 12));
    await anAppointment(salon, atHour(day, 14), { status: 'BLOCKED' });
    const seenBefore = await preview(day, addDays(day, 2));
    expect(idsOf(seenBefore.conflicts)).toEqual([own, guests]);
    expect(seenBefore.hidden_slots).toBe(1);
    expect(await mine()).toEqual([]);
    expect(await salon.db.selectFrom('history').selectAll().execute()).toEqual([]);
    const body = { date_from: day, date_to: addDays(day, 2) };
    const { conflicts, hidden_slots } = await salon.admin.call('POST /annual', { body });
    expect({ conflicts, hidden_slots }).toEqual(seenBefore);
  });

  test('the preview omits bookings that have begun, and rejects an absence that ends before it starts', async () => {
    await aBooking(salon, atHour(TODAY, 8), client.id);
    await aBooking(salon, atHour(TODAY, 11), client.id);
    const ahead = await aBooking(salon, atHour(TODAY, 15), client.id);
    expect(idsOf((await preview(TODAY)).conflicts)).toEqual([ahead]);
    expect(await preview('2026-11-16')).toEqual({ conflicts: [], hidden_slots: 0 });
    await expectRefused(preview('2026-11-20', '2026-11-19'), 'range_reversed');
    await expectRefused(preview('2026-11-31'), 'bad_input');
  });

  test('only the owner can preview an absence and cancel the bookings on its days', async () => {
    const booked = await aBooking(salon, atHour(day, 9), client.id);
    const body = { date_from: day, date_to: day };
    const cancel = { reason: 'Odmor', ids: [booked] };
    for (const [who, code] of [
      [salon.visitor, 'login_required'],
      [client, 'not_allowed'],
    ] as const) {
      await expectRefused(who.call('POST /annual/preview', { body }), code);
      await expectRefused(who.call('POST /annual', { body: { ...body, cancel } }), code);
    }
    expect(await rowById(salon, booked)).toMatchObject({ status: 'BOOKED' });
  });

  test('the bookings that the request lists are canceled by the salon, their clients are notified, and the slots are not offered again', async () => {
    const own = await aBooking(salon, atHour(day, 9), client.id);
    const guests = await aGuestBooking(salon, atHour(day, 11));
    const other = await aBooking(salon, atHour(day, 13), client.id);
    const waits = { client_id: client.id, created_at: salon.clock.ms(), day };
    await salon.db.insertInto('waitlist_entries').values(waits).execute();
    const made = await add([own, guests, own]);
    expect(made).toMatchObject({ reason: 'Odmor', conflict_count: 3, cancelled: 2, hidden_slots: 0 });
    expect(idsOf(made.conflicts)).toEqual([other]);
    expect(await rowsOfDay(salon, day)).toMatchObject([
      { id: own, status: 'CANCELLED', cancelled_by: 'ADMIN', cancel_reason: 'Godišnji odmor', is_late: 0 },
      { id: guests, status: 'CANCELLED' },
      { id: other, status: 'BOOKED' },
    ]);
    expect(await notificationTypes(salon, client.id)).toEqual(['APPT_CANCELLED_BY_ADMIN']);
    expect(await mailsAbout(salon, own)).toMatchObject([{ kind: 'CANCELLED_CLIENT' }]);
    expect(await salon.admin.call('GET /notifications', { query: {} })).toEqual([]);
    const history = await salon.db.selectFrom('history').select(['subject', 'action']).execute();
    expect(history.map(({ subject, action }) => `${subject} ${action}`).sort()).toEqual([
      'absence created',
      'appointment cancelled',
      'appointment cancelled',
    ]);
    expect(await mine()).toEqual([{ ...made, cancelled: undefined }]);
  });

  test('a new absence ignores ids in the request that do not belong to bookings on the days of the absence', async () => {
    const slot = await aSlot(salon, atHour(day, 9));
    const outside = await aBooking(salon, atHour(addDays(day, 1), 9), client.id);
    const before = await aBooking(salon, atHour(addDays(day, -1), 9), client.id);
    const cancelled = await anAppointment(salon, atHour(day, 10), {
      status: 'CANCELLED',
      client_id: client.id,
    });
    const made = await add([slot, outside, before, cancelled, ABSENT]);
    expect(made).toMatchObject({ cancelled: 0, conflict_count: 0, conflicts: [], hidden_slots: 1 });
    expect(await rowById(salon, outside)).toMatchObject({ status: 'BOOKED' });
    expect(await rowById(salon, before)).toMatchObject({ status: 'BOOKED' });
    expect(await notificationTypes(salon, client.id)).toEqual([]);
  });

  test('an absence that includes today leaves bookings alone that have begun, are marked or paid, and does not count them', async () => {
    await salon.admin.call('PUT /settings', { body: { payments: 1 } });
    const begun = await aBooking(salon, atHour(TODAY, 11), client.id);
    const marked = await aBooking(salon, '2026-11-17 12:30:00', client.id);
    const paid = await aBooking(salon, atHour(TODAY, 15), client.id);
    const voided = await aBooking(salon, atHour(TODAY, 16), client.id);
    const open = await aBooking(salon, atHour(TODAY, 17), client.id);
    await salon.db
      .updateTable('bookings')
      .set({ attended: 1 })
      .where('id', '=', (await rowById(salon, marked))?.booking_id ?? null)
      .execute();
    const payments: number[] = [];
    for (const id of [paid, voided]) {
      const body = { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 500 } as const;
      payments.push((await salon.admin.call('POST /payments', { body })).id);
    }
    await salon.admin.call('POST /payments/{id}/void', {
      params: { id: payments[1] ?? 0 },
      body: { reason: 'Greška' },
    });
    const left = [begun, marked, paid];
    expect(idsOf((await preview(TODAY)).conflicts)).toEqual([voided, open]);
    const made = await add([...left, voided, open], { from: TODAY, to: TODAY });
    expect(made).toMatchObject({ cancelled: 2, conflict_count: 2, conflicts: [] });
    for (const id of left) expect(await rowById(salon, id)).toMatchObject({ status: 'BOOKED' });
    for (const id of [voided, open]) expect(await rowById(salon, id)).toMatchObject({ status: 'CANCELLED' });
    expect(await notificationTypes(salon, client.id)).toEqual([
      'APPT_CANCELLED_BY_ADMIN',
      'APPT_CANCELLED_BY_ADMIN',
    ]);
  });

  test('the conflict_count of an absence still includes bookings that were canceled later, and is null if an older release saved the absence', async () => {
    const ids = [
      await aBooking(salon, atHour(day, 9), client.id),
      await aGuestBooking(salon, atHour(day, 10)),
    ];
    const { id } = await salon.admin.call('POST /annual', { body: { date_from: day, date_to: day } });
    await salon.admin.call('POST /appointments/cancel-many', { body: { ids, reason: 'Odmor' } });
    expect(await mine()).toMatchObject([{ conflict_count: 2, conflicts: [] }]);
    await salon.db.updateTable('absences').set({ conflict_count: null }).where('id', '=', id).execute();
    expect(await mine()).toMatchObject([{ conflict_count: null, conflicts: [] }]);
    expect(await client.call('GET /annual/upcoming', { query: { days: 366 } })).not.toHaveProperty(
      '0.conflict_count',
    );
  });

  test('two identical absence requests cancel each booking once', async () => {
    const ids = [
      await aBooking(salon, atHour(day, 9), client.id),
      await aBooking(salon, atHour(day, 10), client.id),
    ];
    expect([(await add(ids)).cancelled, (await add(ids)).cancelled]).toEqual([2, 0]);
    expect(await notificationTypes(salon, client.id)).toHaveLength(2);
    expect(await mine()).toMatchObject([{ conflict_count: 0 }, { conflict_count: 2 }]);
  });

  test('a request with invalid dates or an invalid cancellation saves neither an absence nor a cancellation', async () => {
    const id = await aBooking(salon, atHour(day, 9), client.id);
    await expectRefused(add([id], { reason: '  ' }), 'bad_input');
    await expectRefused(add([id], { reason: 'x'.repeat(301) }), 'bad_input');
    await expectRefused(add([]), 'bad_input');
    await expectRefused(add(Array.from({ length: 501 }, () => id)), 'bad_input');
    await expectRefused(add([id], { from: day, to: addDays(day, -1) }), 'range_reversed');
    expect(await mine()).toEqual([]);
    expect(await rowById(salon, id)).toMatchObject({ status: 'BOOKED' });
    expect((await add(Array.from({ length: 500 }, () => id))).cancelled).toBe(1);
  });

  test('a booking made after the preview is not canceled, and is returned as a conflict', async () => {
    const known = await aBooking(salon, atHour(day, 9), client.id);
    const slot = await aSlot(salon, atHour(day, 11));
    const { conflicts } = await preview(day);
    const params = { id: slot };
    await client.call('POST /appointments/{id}/book', { params, body: seen(atHour(day, 11)) });
    const made = await add(idsOf(conflicts));
    expect(made).toMatchObject({ cancelled: 1, conflict_count: 2, conflicts: [{ id: slot }] });
    expect(await rowById(salon, known)).toMatchObject({ status: 'CANCELLED' });
    await expectInvariants(salon);
  });
});
