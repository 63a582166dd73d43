import { expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { aTarget, moveOwn } from '../../support/moving.ts';
import { clientNotifications, rowsOfDay } from '../../support/notifications.ts';
import { outcomesOf } from '../../support/refused.ts';
import { deadlocksOf } from '../../support/running-salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';

const ROUNDS = bySize(4, 200);
const HOURS = [8, 9, 10, 11, 12, 13];

onBothEngines('requests concurrent with an absence that cancels bookings', (engine) => {
  const absent = (ids: readonly number[], from: WallDate, to = from) =>
    salon.admin.call('POST /annual', {
      body: { date_from: from, date_to: to, cancel: { reason: 'Odmor', ids: [...ids] } },
    });
  /** Adds a booking at each of HOURS, for different clients. */
  const someBookings = async (day: WallDate) => {
    const made = [];
    for (const hour of HOURS) {
      const client = await aClient(salon);
      made.push({ client, id: await aBooking(salon, atHour(day, hour), client.id) });
    }
    return made;
  };
  const idsOf = (bookings: readonly { id: AppointmentId }[]) => bookings.map(({ id }) => id);
  const cancelledOn = async (day: WallDate) =>
    (await rowsOfDay(salon, day)).filter(({ status }) => status === 'CANCELLED');
  const expectSound = async () => {
    await expectInvariants(salon);
    if (engine === 'postgres') expect(await deadlocksOf(salon.db)).toBe(0);
  };

  test('a booking made while an absence is added is rejected, or the response lists it as a conflict', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const day = freshDay();
      const known = await someBookings(day);
      const client = await aClient(salon);
      const id = await aSlot(salon, atHour(day, 16));
      const book = () =>
        client.call('POST /appointments/{id}/book', { params: { id }, body: seen(atHour(day, 16)) });
      const [booked, saved] = await Promise.allSettled([book(), absent(idsOf(known), day)]);
      if (saved.status === 'rejected') throw saved.reason;
      const isBooked = booked.status === 'fulfilled';
      const { conflicts, cancelled, conflict_count, hidden_slots } = saved.value;
      expect(cancelled).toBe(HOURS.length);
      expect(conflicts.map((one) => one.id)).toEqual(isBooked ? [id] : []);
      expect([conflict_count, hidden_slots]).toEqual([HOURS.length + (isBooked ? 1 : 0), isBooked ? 0 : 1]);
    }
    await expectSound();
  });

  test('if a client books a slot while an absence over it is saved, the booking is either refused or canceled', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const day = freshDay();
      const [client, start] = [await aClient(salon), atHour(day, 16)];
      const id = await aSlot(salon, start);
      const book = () => client.call('POST /appointments/{id}/book', { params: { id }, body: seen(start) });
      const [booked, saved] = await Promise.allSettled([book(), absent([id], day)]);
      if (saved.status === 'rejected') throw saved.reason;
      const count = booked.status === 'fulfilled' ? 1 : 0;
      expect(saved.value).toMatchObject({ cancelled: count, conflict_count: count, conflicts: [] });
    }
    await expectSound();
  });

  test('when a client cancels a booking and an absence cancels it concurrently, it is canceled once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const day = freshDay();
      const bookings = await someBookings(day);
      const own = bookings.map(({ client, id }) =>
        client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } }),
      );
      const [saved, outcomes] = await Promise.all([absent(idsOf(bookings), day), outcomesOf(own)]);
      const byThem = outcomes.ok ?? 0;
      expect((saved.cancelled ?? 0) + byThem).toBe(HOURS.length);
      const rows = await cancelledOn(day);
      expect(rows).toHaveLength(HOURS.length);
      expect(rows.filter(({ cancelled_by }) => cancelled_by === 'CLIENT')).toHaveLength(byThem);
      for (const { client_id, cancelled_by } of rows) {
        const notifications = await clientNotifications(salon, client_id ?? undefined);
        expect(notifications).toHaveLength(cancelled_by === 'ADMIN' ? 1 : 0);
      }
    }
    await expectSound();
  });

  test('when a bulk cancellation and two absences concurrently cancel the same bookings, each booking is canceled once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const day = freshDay();
      const bookings = await someBookings(day);
      const ids = idsOf(bookings);
      const many = salon.admin.call('POST /appointments/cancel-many', {
        body: { ids: ids.toReversed(), reason: 'Odmor', offer_again: 1 },
      });
      const [a, b, c] = await Promise.all([absent(ids, day), many, absent(ids.toReversed(), day)]);
      expect((a.cancelled ?? 0) + b.cancelled + (c.cancelled ?? 0)).toBe(HOURS.length);
      for (const { client } of bookings) expect(await clientNotifications(salon, client.id)).toHaveLength(1);
    }
    await expectSound();
  });

  test('when a client moves a booking and an absence concurrently cancels it, the booking is either moved, or canceled on its old day', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [day, other] = [freshDay(), freshDay()];
      const bookings = await someBookings(day);
      const moves = [];
      for (const [n, { client, id }] of bookings.entries())
        moves.push({ client, id, target: await aTarget(salon, atHour(other, 8 + n)) });
      const [saved, outcomes] = await Promise.all([
        absent(idsOf(bookings), day),
        outcomesOf(moves.map(({ client, id, target }) => moveOwn(client, id, target))),
      ]);
      const moved = outcomes.ok ?? 0;
      expect((saved.cancelled ?? 0) + moved).toBe(HOURS.length);
      expect(saved.conflicts).toEqual([]);
      expect(await cancelledOn(day)).toHaveLength(HOURS.length - moved);
      const booked = (await rowsOfDay(salon, other)).filter(({ status }) => status === 'BOOKED');
      expect(booked).toHaveLength(moved);
    }
    await expectSound();
  });

  test('when clients are deleted while an absence cancels their bookings, none of these bookings remains', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const day = freshDay();
      const bookings = await someBookings(day);
      const [saved] = await Promise.allSettled([
        absent(idsOf(bookings), day),
        ...bookings.map(({ client }) =>
          salon.admin.call('DELETE /users/clients/{id}', { params: { id: client.id } }),
        ),
      ]);
      if (saved.status === 'rejected') throw saved.reason;
      const rows = await rowsOfDay(salon, day);
      expect(rows.filter(({ status }) => status === 'BOOKED')).toEqual([]);
    }
    await expectSound();
  });

  test('two concurrent absences on the same days each cancel the bookings that their requests list', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = addDays(freshDay(), 0);
      const last = addDays(first, 1);
      freshDay();
      const [early, late] = [await someBookings(first), await someBookings(last)];
      for (const day of [first, last]) await aSlot(salon, atHour(day, 18));
      const [a, b] = await Promise.all([
        absent(idsOf(late), first, last),
        absent(idsOf(early).toReversed(), first, last),
      ]);
      expect([a.cancelled, b.cancelled]).toEqual([HOURS.length, HOURS.length]);
      expect(Math.min(a.conflicts.length, b.conflicts.length)).toBe(0);
    }
    await expectSound();
  });
});
