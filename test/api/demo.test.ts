import { expect, test } from 'vitest';
import { makeDemo } from '../../scripts/demo/salon.ts';
import { REMINDER_HOURS_BEFORE } from '../../src/domain/limits.ts';
import {
  addDays,
  clockOf,
  dateOf,
  type WallDate,
  wallTimeAt,
  wallTimeOn,
} from '../../src/domain/wall-clock.ts';
import { onDay } from '../../src/domain/wording/dates.ts';
import { expectInvariants } from '../support/invariants.ts';
import { NOW } from '../support/salon.ts';
import { onSqlite, salon } from '../support/salon-test.ts';

const WEEK = Array.from({ length: 7 }, (_, days) => addDays(dateOf(NOW), days));

async function demoOn(day: WallDate) {
  salon.clock.set(wallTimeOn(day, '11:20:00'));
  await makeDemo(salon.platform, 0);
  return salon.db
    .selectFrom('appointments')
    .leftJoin('bookings', 'bookings.id', 'booking_id')
    .select(['day', 'status', 'client_id', 'guest_phone', 'start_datetime', 'end_datetime', 'booked_at'])
    .orderBy('start_datetime')
    .execute();
}

onSqlite('the demo salon', { emptyBeforeEach: true }, () => {
  test.each(WEEK)('in a demo created on %s, no person has two appointments on one day', async (today) => {
    const people = (await demoOn(today)).flatMap(({ day, client_id, guest_phone }) =>
      client_id === null && guest_phone === null ? [] : [`${day} ${client_id ?? guest_phone}`],
    );
    expect(people.length).toBeGreaterThan(200);
    expect(people.filter((one, index) => people.indexOf(one) !== index)).toEqual([]);
  });

  test.each(WEEK)('a demo created on %s has adjacent free slots', async (today) => {
    const free = (await demoOn(today)).filter(({ status, day }) => status === 'AVAILABLE' && day > today);
    const joined = free.filter(({ end_datetime }) =>
      free.some(({ start_datetime }) => start_datetime === end_datetime),
    );
    expect(joined.length).toBeGreaterThan(3);
  });

  test('about a third of the demo’s bookings have two or three services, and some of these bookings join slots', async () => {
    await demoOn(dateOf(NOW));
    const rows = await salon.db
      .selectFrom('appointments')
      .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
      .innerJoin('booking_lines as line', 'line.booking_id', 'bookings.id')
      .select(({ fn, selectFrom }) => [
        'appointments.id',
        fn.countAll<number>().as('lines'),
        selectFrom('openings')
          .select((of) => of.fn.countAll<number>().as('count'))
          .whereRef('openings.start_datetime', '<', 'appointments.end_datetime')
          .whereRef('openings.end_datetime', '>', 'appointments.start_datetime')
          .as('openings'),
      ])
      .where('status', '=', 'BOOKED')
      .groupBy(['appointments.id'])
      .execute();
    const several = rows.filter(({ lines }) => lines > 1);
    expect(several.length / rows.length).toBeGreaterThan(0.25);
    expect(several.length / rows.length).toBeLessThan(0.42);
    expect(several.some(({ lines }) => lines === 3)).toBe(true);
    expect(several.filter(({ openings }) => (openings ?? 0) > 1).length).toBeGreaterThan(5);
    await expectInvariants(salon, {}, false);
  });

  test.each(WEEK)('a demo created on %s has notifications that match their appointments', async (today) => {
    await demoOn(today);
    const at = (ms: number) => wallTimeAt(ms, salon.clock.timeZone);
    const ofClient = await salon.db.selectFrom('client_notifications').selectAll().execute();
    expect(ofClient.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['APPT_REMINDER_2H', 'APPT_TIME_CHANGED']),
    );
    for (const { type, message, appt_start, created_at } of ofClient) {
      if (appt_start === null) throw new Error('without an appointment');
      expect(message).toContain(onDay(dateOf(appt_start), today));
      expect(message).toContain(clockOf(appt_start));
      if (type !== 'APPT_REMINDER_2H') continue;
      expect(dateOf(at(created_at))).toBe(dateOf(appt_start));
      expect(at(created_at + REMINDER_HOURS_BEFORE * 3_600_000)).toBe(appt_start);
    }
    const ofOwner = await salon.db
      .selectFrom('admin_notifications')
      .select(['created_at', 'appt_start'])
      .where('appt_start', 'is not', null)
      .execute();
    expect(ofOwner.length).toBeGreaterThan(10);
    expect(ofOwner.filter(({ created_at, appt_start }) => at(created_at) > String(appt_start))).toEqual([]);
  });
});
