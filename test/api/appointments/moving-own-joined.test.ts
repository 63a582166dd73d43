import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentId, ServiceId } from '../../../src/domain/ids.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot, giveService, seen } from '../../support/builders.ts';
import { atHour, freshDay } from '../../support/days.ts';
import { aTarget, dayInShort, moveOwn } from '../../support/moving.ts';
import { expectRefused } from '../../support/refused.ts';
import type { Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

onBothEngines('moving a booking to joined slots', () => {
  let day: WallDate;
  let other: WallDate;
  let ana: Person;
  let service_id: ServiceId;
  let id: AppointmentId;
  beforeEach(async () => {
    [day, other] = [freshDay(), freshDay()];
    ana = await aClient(salon);
    service_id = await aService(salon, { duration_minutes: 90 });
    id = await aBooking(salon, atHour(day, 9), ana.id, { service_id, minutes: 90 });
  });
  afterEach(() => salon.admin.call('PUT /settings', { body: { join_slots: 1 } }));
  /** Adds two adjacent one-hour slots and returns the joined time that the booking page offers. */
  const twoHours = async (date: WallDate, hour: number) => {
    const first = await aTarget(salon, atHour(date, hour));
    await aSlot(salon, atHour(date, hour + 1));
    return { ...first, ...seen(atHour(date, hour), 120) };
  };

  test('moving a booking of two joined slots to another time restores both slots', async () => {
    await moveOwn(ana, id, await twoHours(other, 14));
    expect(await dayInShort(salon, other)).toEqual(['14:00-16:00 BOOKED']);
    await moveOwn(ana, id, await aTarget(salon, atHour(day, 16), 90));
    expect(await dayInShort(salon, other)).toEqual(['14:00-15:00 AVAILABLE', '15:00-16:00 AVAILABLE']);
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:30 AVAILABLE', '16:00-17:30 BOOKED']);
  });

  test('joining slots, moving the booking and canceling it restores the original free slots', async () => {
    const [first, second] = [await twoHours(day, 14), await twoHours(other, 14)];
    const before = [await dayInShort(salon, day), await dayInShort(salon, other)];
    const { to_id, ...times } = first;
    const params = { id: to_id };
    await ana.call('POST /appointments/{id}/book', { params, body: { ...times, service_id } });
    await moveOwn(ana, to_id, second);
    await ana.call('POST /appointments/{id}/cancel', { params, body: { reason: 'Ne mogu' } });
    expect([await dayInShort(salon, day), await dayInShort(salon, other)]).toEqual(before);
  });

  test('a booking moved within its day can take a free slot together with a part of its own previous time', async () => {
    await moveOwn(ana, id, await twoHours(day, 11));
    expect(await dayInShort(salon, day)).toEqual(['09:00-10:30 AVAILABLE', '11:00-13:00 BOOKED']);
  });

  test('a move joins only adjacent slots, only as many as needed, and only while the setting `join_slots` is on', async () => {
    const apart = await aTarget(salon, atHour(other, 9));
    await aSlot(salon, atHour(other, 10, 5));
    await expectRefused(moveOwn(ana, id, { ...apart, ...seen(atHour(other, 9), 125) }), 'slot_gone');
    const two = await twoHours(other, 14);
    await aSlot(salon, atHour(other, 16));
    await expectRefused(moveOwn(ana, id, { ...two, ...seen(atHour(other, 14), 180) }), 'slot_gone');
    await salon.admin.call('PUT /settings', { body: { join_slots: 0 } });
    await expectRefused(moveOwn(ana, id, two), 'slot_gone');
  });

  test.each([
    ['no service', null],
    ['a service that fits in one slot', 60],
    ['a service without a length', 'open'],
  ] as const)('does not join slots for a booking with %s', async (_, minutes) => {
    const duration_minutes = minutes === 'open' ? null : minutes;
    const service = minutes === null ? null : await aService(salon, { duration_minutes });
    if (minutes === 'open')
      await salon.db
        .updateTable('services')
        .set({ duration_minutes: null })
        .where('id', '=', service)
        .execute();
    await giveService(salon, id, service);
    await expectRefused(moveOwn(ana, id, await twoHours(other, 14)), 'slots_not_joined');
  });

  test('a move to joined slots is refused if the second slot is no longer free; the first slot stays free', async () => {
    const two = await twoHours(other, 14);
    await salon.db
      .updateTable('appointments')
      .set({ status: 'BLOCKED' })
      .where('start_datetime', '=', atHour(other, 15))
      .execute();
    await expectRefused(moveOwn(ana, id, two), 'slot_gone');
    expect(await dayInShort(salon, other)).toEqual(['14:00-15:00 AVAILABLE', '15:00-16:00 BLOCKED']);
  });
});
