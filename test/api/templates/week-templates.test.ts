import { describe, expect, test } from 'vitest';
import { addDays, clockOf, dateOf, weekdayOf } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, anAppointment } from '../../support/builders.ts';
import { atHour } from '../../support/days.ts';
import { expectRefused, outcomesOf } from '../../support/refused.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const TUESDAY = 2;
/** The week that starts today: NOW is Tuesday, 17 November 2026, 11:20. */
const WEEK = { from: '2026-11-17', weeks: 1 };

onBothEngines('week templates', { emptyBeforeEach: true }, () => {
  const add = (weekday: number, time_start: string, duration_minutes?: number, active?: 0 | 1) =>
    salon.admin.call('POST /templates', {
      body: {
        weekday,
        time_start,
        ...(duration_minutes && { duration_minutes }),
        ...(active === 0 && { active }),
      },
    });
  const preview = (body = WEEK) => salon.admin.call('POST /templates/preview-range', { body });
  const generate = (body = WEEK) => salon.admin.call('POST /templates/generate-range', { body });
  const starts = async () => {
    const slots = salon.db
      .selectFrom('appointments')
      .select('start_datetime')
      .where('status', '=', 'AVAILABLE');
    return (await slots.orderBy('start_datetime').execute()).map((slot) => slot.start_datetime);
  };

  describe('listing, adding and changing templates', () => {
    test('templates are listed by weekday and time, and last 120 minutes by default', async () => {
      const late = await add(TUESDAY, '18:00:00', 60, 0);
      const early = await add(TUESDAY, '09:00:00');
      const monday = await add(1, '20:00:00');
      expect(early).toEqual({
        id: early.id,
        weekday: 2,
        time_start: '09:00:00',
        duration_minutes: 120,
        active: 1,
        technician_id: 1,
        every: 0,
      });
      expect(await salon.admin.call('GET /templates')).toEqual([monday, early, late]);
    });

    test('a second template with the same weekday and time is rejected, also if both are added concurrently', async () => {
      expect(await outcomesOf([add(1, '09:00:00'), add(1, '09:00:00'), add(1, '09:00:00')])).toEqual({
        ok: 1,
        template_exists: 2,
      });
      const other = await add(2, '09:00:00');
      const params = { id: other.id };
      await expectRefused(
        salon.admin.call('PUT /templates/{id}', { params, body: { weekday: 1 } }),
        'template_exists',
      );
      await salon.admin.call('PUT /templates/{id}', { params, body: { time_start: '09:00:00', active: 0 } });
    });

    test.each([
      [{ weekday: 2, time_start: '05:55:00' }, 'slot_outside_hours'],
      [{ weekday: 2, time_start: '20:05:00' }, 'slot_outside_hours'],
      [{ weekday: 2, time_start: '23:00:00' }, 'slot_across_days'],
      [{ weekday: 2, time_start: '09:01:00' }, 'slot_not_on_step'],
      [{ weekday: 2, time_start: '09:00:00', duration_minutes: 4 }, 'slot_too_short'],
      [{ weekday: 7, time_start: '09:00:00' }, 'bad_input'],
      [{ weekday: 0, time_start: '09:00:00' }, 'bad_input'],
      [{ weekday: 2, time_start: '24:00:00' }, 'bad_input'],
    ] as const)('rejects the template %j: %s', async (body, code) => {
      await expectRefused(salon.admin.call('POST /templates', { body }), code);
      const { id } = await add(2, '20:00:00');
      await expectRefused(salon.admin.call('PUT /templates/{id}', { params: { id }, body }), code);
    });

    test('deleting a template keeps the slots that were generated from it', async () => {
      const { id } = await add(3, '09:00:00');
      await generate();
      await salon.admin.call('DELETE /templates/{id}', { params: { id } });
      await expectRefused(salon.admin.call('DELETE /templates/{id}', { params: { id } }), 'not_found');
      await expectRefused(salon.admin.call('PUT /templates/{id}', { params: { id }, body: {} }), 'not_found');
      expect(await starts()).toEqual(['2026-11-18 09:00:00']);
    });
  });

  test('the preview lists the slots that generation will create and skip, and changes nothing', async () => {
    await add(TUESDAY, '09:00:00', 60);
    await add(TUESDAY, '12:00:00', 60);
    await add(3, '12:00:00', 60, 0);
    await add(4, '12:00:00', 60);
    await add(5, '12:00:00', 60);
    await add(6, '12:00:00', 60);
    await aBooking(salon, '2026-11-19 12:30:00', (await aClient(salon)).id);
    await anAppointment(salon, '2026-11-21 12:00:00', { status: 'CANCELLED' });
    await salon.admin.call('POST /annual', { body: { date_from: '2026-11-20', date_to: '2026-11-20' } });
    const seen = await preview();
    expect(await starts()).toEqual([]);
    expect(seen.skip.map(({ start_datetime, reason }) => [start_datetime, reason])).toEqual([
      ['2026-11-17 09:00:00', 'PASSED'],
      ['2026-11-19 12:00:00', 'OVERLAP'],
      ['2026-11-20 12:00:00', 'ABSENCE'],
    ]);
    expect(seen.create).toEqual([
      { start_datetime: '2026-11-17 12:00:00', end_datetime: '2026-11-17 13:00:00' },
      { start_datetime: '2026-11-21 12:00:00', end_datetime: '2026-11-21 13:00:00' },
    ]);
    const range = { from: '2026-11-17', to: '2026-11-23' };
    expect(seen.range).toEqual(range);
    expect(await generate()).toEqual({ created: 2, skipped: 3, range });
    expect(await starts()).toEqual(seen.create.map(({ start_datetime }) => start_datetime));
  });

  test('generating the same weeks twice, or five times concurrently, creates no duplicates', async () => {
    for (const time of ['08:00:00', '10:00:00', '12:00:00']) await add(1, time);
    const body = { from: '2026-11-23', weeks: 4 };
    const responses = await Promise.all(Array.from({ length: 5 }, () => generate(body)));
    expect(responses.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 12]);
    expect(await generate(body)).toMatchObject({ created: 0, skipped: 12 });
    expect(await starts()).toHaveLength(12);
  });

  test('concurrent requests that generate overlapping weeks create each slot once', async () => {
    for (const weekday of [1, 2, 3, 4, 5, 6]) await add(weekday, '09:00:00');
    const weeksFrom = (from: string) => generate({ from, weeks: 4 });
    await Promise.all([weeksFrom('2026-11-23'), weeksFrom('2026-12-07'), weeksFrom('2026-11-30')]);
    expect(await starts()).toHaveLength(36);
  });

  test('one request can generate four weeks full of the shortest slots', async () => {
    const rows = [];
    for (let weekday = 1; weekday <= 6; weekday++)
      for (let minutes = 360; minutes < 1320; minutes += 5) {
        const clock = clockOf(atHour('2026-11-23', 0, minutes));
        rows.push({ weekday, time_start: `${clock}:00` as const, duration_minutes: 5 });
      }
    await salon.db.insertInto('templates').values(rows).execute();
    expect(await generate({ from: '2026-11-23', weeks: 4 })).toMatchObject({ created: 4608, skipped: 0 });
  });

  test.each([
    ['spring', '2027-03-22'],
    ['autumn', '2027-10-25'],
  ])(
    'a template at 09:00 generates slots at 09:00 before and after the clock change in %s',
    async (_, from) => {
      await add(6, '09:00:00');
      await add(1, '09:00:00');
      await generate({ from, weeks: 2 });
      const made = await starts();
      expect(made.map((start) => start.slice(11))).toEqual(Array.from({ length: 4 }, () => '09:00:00'));
      expect(made.map((start) => weekdayOf(dateOf(start)))).toEqual([1, 6, 1, 6]);
    },
  );

  test('weeks more than a year before or after today cannot be generated', async () => {
    await add(1, '09:00:00');
    const last = '2027-11-17';
    await expectRefused(generate({ from: addDays(last, -5), weeks: 1 }), 'slot_date_out_of_range');
    await expectRefused(preview({ from: addDays(last, -5), weeks: 1 }), 'slot_date_out_of_range');
    await generate({ from: addDays(last, -6), weeks: 1 });
    await expectRefused(preview({ from: '2025-11-16', weeks: 1 }), 'slot_date_out_of_range');
    await expectRefused(preview({ from: last, weeks: 5 }), 'bad_input');
    await expectRefused(preview({ from: last, weeks: 0 }), 'bad_input');
  });

  test('a client on the waitlist is notified once when slots are generated for the day', async () => {
    const client = await aClient(salon);
    const entry = { day: '2026-11-23' as const, created_at: salon.clock.ms() };
    await salon.db
      .insertInto('waitlist_entries')
      .values({ ...entry, client_id: client.id })
      .execute();
    await add(1, '09:00:00');
    await generate({ from: '2026-11-23', weeks: 1 });
    await add(1, '12:00:00');
    await generate({ from: '2026-11-23', weeks: 1 });
    const notifications = await client.call('GET /client-notifications');
    expect(notifications.map(({ type, appt_start }) => [type, appt_start])).toEqual([
      ['FREE_SLOT_AVAILABLE', '2026-11-23 09:00:00'],
    ]);
  });
});
