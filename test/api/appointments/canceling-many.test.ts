import { beforeEach, expect, test } from 'vitest';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { mailsAbout, rowsOfDay } from '../../support/notifications.ts';
import { outcomesOf } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const ABSENT = 2_000_000_000;

onBothEngines('bulk cancellation', { emptyBeforeEach: true }, () => {
  let day: WallDate;
  let client: Person;
  beforeEach(async () => {
    day = freshDay();
    client = await aClient(salon);
  });
  const cancelMany = (ids: readonly number[], offer_again?: 0 | 1) =>
    salon.admin.call('POST /appointments/cancel-many', {
      body: {
        ids: [...ids],
        reason: ' Lažne rezervacije ',
        ...(offer_again !== undefined && { offer_again }),
      },
    });

  test('a bulk cancellation notifies each client, and offers the slots again only if requested', async () => {
    const own = await aBooking(salon, atHour(day, 9), client.id);
    const guests = await aGuestBooking(salon, atHour(day, 11));
    expect(await cancelMany([own, guests, own])).toEqual({ cancelled: 2, skipped: [] });
    expect(await rowsOfDay(salon, day)).toMatchObject([
      { id: own, status: 'CANCELLED', cancelled_by: 'ADMIN', cancel_reason: 'Lažne rezervacije', is_late: 0 },
      { id: guests, status: 'CANCELLED' },
    ]);
    expect(await client.call('GET /client-notifications')).toMatchObject([
      { type: 'APPT_CANCELLED_BY_ADMIN', appointment_id: own },
    ]);
    expect(await mailsAbout(salon, own)).toMatchObject([{ kind: 'CANCELLED_CLIENT' }]);
    expect(await salon.admin.call('GET /notifications', { query: {} })).toEqual([]);
  });

  test('offer_again restores each slot and notifies the waitlist of each day once', async () => {
    const other = freshDay();
    const ids = [
      await aGuestBooking(salon, atHour(day, 9)),
      await aGuestBooking(salon, atHour(day, 11)),
      await aGuestBooking(salon, atHour(other, 9)),
    ];
    for (const date of [day, other])
      await client.call('POST /client-notifications/free-slot', { body: { date } });
    expect(await cancelMany(ids, 1)).toEqual({ cancelled: 3, skipped: [] });
    const free = await salon.visitor.call('GET /appointments', { query: { from: day, to: day } });
    expect(free.map(({ start_datetime }) => start_datetime)).toEqual([atHour(day, 9), atHour(day, 11)]);
    const notifications = await client.call('GET /client-notifications');
    expect(notifications.map(({ type }) => type)).toEqual(['FREE_SLOT_AVAILABLE', 'FREE_SLOT_AVAILABLE']);
    await expectInvariants(salon);
  });

  test('a bulk cancellation skips and reports ids that do not belong to bookings, and does not offer slots again that have begun', async () => {
    const [slot, today] = [await aSlot(salon, atHour(day, 9)), '2026-11-17' as WallDate];
    const cancelled = await anAppointment(salon, atHour(day, 10), {
      status: 'CANCELLED',
      client_id: client.id,
    });
    const begun = await aBooking(salon, atHour(today, 10), client.id);
    const outcome = await cancelMany([slot, cancelled, begun, ABSENT], 1);
    expect(outcome).toEqual({
      cancelled: 1,
      skipped: [
        { id: slot, code: 'appointment_not_booked' },
        { id: cancelled, code: 'appointment_not_booked' },
        { id: ABSENT, code: 'not_found' },
      ],
    });
    expect(await rowsOfDay(salon, today)).toMatchObject([{ id: begun, status: 'CANCELLED' }]);
    expect(await client.call('GET /client-notifications')).toEqual([]);
  });

  test('two concurrent requests to cancel the same bookings cancel each booking once', async () => {
    const ids = [];
    for (const hour of [8, 9, 10, 11]) ids.push(await aBooking(salon, atHour(day, hour), client.id));
    const [a, b] = await Promise.all([cancelMany(ids, 1), cancelMany([...ids].reverse(), 1)]);
    expect([a.cancelled, b.cancelled].sort()).toEqual([0, 4]);
    const rows = await rowsOfDay(salon, day);
    expect(rows.filter(({ status }) => status === 'AVAILABLE')).toHaveLength(4);
  });

  test('when clients and the owner concurrently cancel the same bookings, each booking is canceled once', async () => {
    const ids = [];
    for (let hour = 7; hour < 17; hour++) ids.push(await aBooking(salon, atHour(day, hour), client.id));
    const own = ids.map((id) =>
      client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } }),
    );
    const [many, outcomes] = await Promise.all([cancelMany(ids, 1), outcomesOf(own)]);
    expect(many.cancelled + (outcomes.ok ?? 0)).toBe(10);
    const rows = await rowsOfDay(salon, day);
    expect(rows.filter(({ status }) => status === 'CANCELLED')).toHaveLength(10);
    expect(rows.filter(({ status }) => status === 'AVAILABLE')).toHaveLength(10);
  });

  const list = (query: object) =>
    salon.admin.call('GET /appointments/list', { query: { from: day, to: day, ...query } });
  const bookFrom = async (address: string, hour: number) => {
    const start = atHour(day, hour);
    const id = await aSlot(salon, start);
    const body = { ...seen(start), guest_name: 'Gošća', guest_phone: freshPhone() };
    await salon.from(address).call('POST /appointments/{id}/book', { params: { id }, body });
    return id;
  };

  test('the appointment list shows how many other bookings came from the same IP network, and can be filtered by IP network', async () => {
    const [first, second] = [await bookFrom('203.0.113.7', 8), await bookFrom('203.0.113.7', 9)];
    const alone = await bookFrom('203.0.113.8', 10);
    const own = await aBooking(salon, atHour(day, 11), client.id);
    const counts = (await list({})).map(({ id, same_address }) => [id, same_address]);
    expect(counts).toEqual([
      [first, 1],
      [second, 1],
      [alone, 0],
      [own, 0],
    ]);
    const idsOf = async (same_address: number) =>
      (await list({ same_address: String(same_address) })).map(({ id }) => id);
    expect(await idsOf(second)).toEqual([first, second]);
    expect(await idsOf(own)).toEqual([]);
    expect(JSON.stringify(await list({}))).not.toContain('network');
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id: second },
      body: { client_id: client.id, guest_name: null, guest_phone: null },
    });
    expect(await idsOf(first)).toEqual([first]);
  });

  test.each([
    ['065 777', [0]],
    ['+381 65 777', [0]],
    ['777', [0, 1]],
    ['064777', [0, 1]],
    ['0649', []],
    ['', [0, 1, 2]],
    ['-', [0, 1, 2]],
  ])('the phone filter %j finds bookings by the guest’s and the client’s phone', async (phone, found) => {
    const withPhone = await aClient(salon, { phone: '064-777' });
    const ids = [
      await anAppointment(salon, atHour(day, 8), {
        status: 'BOOKED',
        client_id: withPhone.id,
        guest_name: 'Za drugu',
        guest_phone: '065/777',
      }),
      await aBooking(salon, atHour(day, 9), withPhone.id),
      await aSlot(salon, atHour(day, 10)),
    ];
    expect((await list({ phone })).map(({ id }) => ids.indexOf(id))).toEqual(found);
  });
});
