import { describe, expect, test } from 'vitest';
import { fillDemo } from '../../../scripts/demo/fill.ts';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { addDays, type ClockTime, type WallDate } from '../../../src/domain/wall-clock.ts';
import { makeWeeksAhead } from '../../../src/server/week-templates/generate.ts';
import { aClient, anAppointment } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** NOW is Tuesday 17 November 2026, 11:20. */
const TODAY = '2026-11-17';
const TUESDAY = 2;

onBothEngines('automatic generation of weeks', { emptyBeforeEach: true }, () => {
  const add = (weekday: number, time_start: ClockTime, duration_minutes = 60) =>
    salon.admin.call('POST /templates', { body: { weekday, time_start, duration_minutes } });
  const ahead = (generate_ahead_weeks: number) =>
    salon.admin.call('PUT /settings', { body: { generate_ahead_weeks } });
  const run = () => makeWeeksAhead(salon.platform);
  const generate = (from: WallDate, weeks = 1) =>
    salon.admin.call('POST /templates/generate-range', { body: { from, weeks } });
  const rows = async () =>
    await salon.db
      .selectFrom('appointments')
      .select(['id', 'start_datetime', 'status'])
      .orderBy('start_datetime')
      .execute();
  const starts = async () => (await rows()).map(({ start_datetime }) => start_datetime.slice(0, 16));
  const marked = async () => {
    const days = await salon.db.selectFrom('generated_days').select('day').orderBy('day').execute();
    return days.map(({ day }) => day);
  };

  describe('generated days', () => {
    test('are none by default', async () => {
      await add(3, '09:00:00');
      await run();
      expect(await starts()).toEqual([]);
      expect(await marked()).toEqual([]);
    });

    test('include each day of the configured weeks once, up to the last day', async () => {
      for (const weekday of [1, TUESDAY]) await add(weekday, '12:00:00');
      await add(TUESDAY, '09:00:00'); // already past today
      await ahead(1);
      await run();
      await run();
      expect(await starts()).toEqual(['2026-11-17 12:00', '2026-11-23 12:00']);
      expect(await marked()).toEqual([TODAY, '2026-11-23']);
      await ahead(2);
      await run();
      expect(await starts()).toEqual([
        '2026-11-17 12:00',
        '2026-11-23 12:00',
        '2026-11-24 09:00',
        '2026-11-24 12:00',
        '2026-11-30 12:00',
      ]);
    });

    test('continue as days pass, without duplicates after the clock is set back', async () => {
      await add(3, '09:00:00');
      await ahead(1);
      await run();
      salon.clock.set('2026-11-25 00:00:10');
      await run();
      salon.clock.set('2026-12-23 10:00:00'); // after weeks without a run; today's time has passed
      await run();
      const made = ['2026-11-18 09:00', '2026-11-25 09:00'];
      expect(await starts()).toEqual(made);
      expect(await marked()).toEqual(['2026-11-18', '2026-11-25', '2026-12-23']);
      salon.clock.set('2026-11-17 11:20:00');
      await run();
      expect(await starts()).toEqual(made);
    });

    test('receive a template added later, without restoring deleted slots', async () => {
      await add(3, '09:00:00');
      await add(3, '12:00:00');
      await ahead(1);
      await run();
      const [first] = await rows();
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: first?.id ?? 0 }, query: {} });
      await add(4, '10:00:00');
      await add(3, '12:30:00'); // overlaps an existing slot
      await add(3, '15:00:00');
      expect(await starts()).toEqual(['2026-11-18 12:00', '2026-11-18 15:00']);
      await run();
      expect(await starts()).toEqual(['2026-11-18 12:00', '2026-11-18 15:00', '2026-11-19 10:00']);
      await ahead(0);
      await add(3, '18:00:00');
      expect(await starts()).toHaveLength(3);
    });

    test('receive copied days and times added to several weekdays', async () => {
      for (const weekday of [3, 4]) await add(weekday, '09:00:00');
      await ahead(1);
      await run();
      await salon.admin.call('POST /templates/many', {
        body: { weekdays: [3, 4], time_start: '12:00:00', duration_minutes: 60 },
      });
      await add(3, '18:00:00');
      await salon.admin.call('POST /templates/copy', { body: { from_weekday: 3, to_weekdays: [4] } });
      expect(await starts()).toEqual(
        ['2026-11-18', '2026-11-19'].flatMap((day) =>
          ['09:00', '12:00', '18:00'].map((at) => `${day} ${at}`),
        ),
      );
    });

    test('exclude an inactive template’s day, until the template is active', async () => {
      const { id } = await add(3, '09:00:00');
      const turn = (active: 0 | 1) =>
        salon.admin.call('PUT /templates/{id}', { params: { id }, body: { active } });
      await turn(0);
      await ahead(1);
      await run();
      expect(await marked()).toEqual([]);
      await turn(1);
      await run();
      expect(await starts()).toEqual(['2026-11-18 09:00']);
    });

    test('include a day of absence once the absence is deleted', async () => {
      await add(3, '09:00:00');
      const { id } = await salon.admin.call('POST /annual', {
        body: { date_from: '2026-11-18', date_to: '2026-11-18' },
      });
      await ahead(2);
      await run();
      expect(await starts()).toEqual(['2026-11-25 09:00']);
      expect(await marked()).toEqual(['2026-11-25']);
      await salon.admin.call('DELETE /annual/{id}', { params: { id } });
      await run();
      expect(await starts()).toEqual(['2026-11-18 09:00', '2026-11-25 09:00']);
    });

    test('include a day whose templates all overlap; a slot freed there is not replaced', async () => {
      await add(3, '09:00:00');
      const id = await anAppointment(salon, '2026-11-18 09:30:00', { status: 'BLOCKED' });
      await ahead(1);
      await run();
      expect(await marked()).toEqual(['2026-11-18']);
      await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
      await run();
      expect(await starts()).toEqual([]);
    });
  });

  describe('changes by the owner', () => {
    test('keeps deleted slots deleted and moved slots moved', async () => {
      await add(3, '09:00:00');
      await add(3, '12:00:00');
      await ahead(1);
      await run();
      const [first, second] = await rows();
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: first?.id ?? 0 } });
      await salon.admin.call('PUT /analytics/appointments/{id}/move', {
        params: { id: second?.id ?? 0 },
        body: { start_datetime: '2026-11-18 15:00:00', end_datetime: '2026-11-18 16:00:00' },
      });
      await run();
      expect(await starts()).toEqual(['2026-11-18 15:00']);
    });

    test('skips days generated manually, also before the setting was switched on', async () => {
      await add(3, '09:00:00');
      await generate(TODAY, 2);
      expect(await marked()).toEqual(['2026-11-18', '2026-11-25']);
      for (const { id } of await rows())
        await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
      await ahead(3);
      await run();
      expect(await starts()).toEqual(['2026-12-02 09:00']);
    });

    test('manual generation fills a day again, and does not mark past days and absences as generated', async () => {
      await add(3, '09:00:00');
      await ahead(1);
      await run();
      const [made] = await rows();
      await salon.admin.call('DELETE /appointments/{id}', { params: { id: made?.id ?? 0 } });
      await salon.admin.call('POST /annual', { body: { date_from: '2026-11-25', date_to: '2026-11-25' } });
      await generate('2026-11-11', 3);
      expect(await starts()).toEqual(['2026-11-18 09:00']);
      expect(await marked()).toEqual(['2026-11-18']);
    });
  });

  test('does not restore deleted slots in the weeks of the demo', async () => {
    await fillDemo(salon.platform, TODAY, 0);
    const tomorrow = (await rows()).find(({ start_datetime }) => start_datetime.startsWith('2026-11-18'));
    await salon.db
      .deleteFrom('appointments')
      .where('id', '=', tomorrow?.id as AppointmentId)
      .execute();
    const before = await starts();
    await ahead(2);
    await run();
    expect(await starts()).toEqual(before);
  });

  test('the history names Lunula as the creator', async () => {
    await add(3, '09:00:00');
    await ahead(1);
    await run();
    const entries = salon.db.selectFrom('history').select(['by_role', 'by_name', 'action']);
    expect(await entries.where('subject', '=', 'appointment').execute()).toEqual([
      { by_role: 'LUNULA', by_name: 'Lunula', action: 'generated' },
    ]);
  });

  test('notifies the waitlist of a day once when slots are generated for that day', async () => {
    const client = await aClient(salon);
    const [day, created_at] = ['2026-11-18', salon.clock.ms()] as const;
    await salon.db.insertInto('waitlist_entries').values({ day, created_at, client_id: client.id }).execute();
    await add(3, '09:00:00');
    await ahead(1);
    await run();
    await run();
    const notifications = await client.call('GET /client-notifications');
    expect(notifications.map(({ type, appt_start }) => [type, appt_start])).toEqual([
      ['FREE_SLOT_AVAILABLE', '2026-11-18 09:00:00'],
    ]);
    // these mails are exempt from the limit per address, like mails caused by the owner
    expect(await salon.db.selectFrom('outbox').select('is_limited').execute()).toEqual([{ is_limited: 0 }]);
  });

  test('deletes the marks of generated days before yesterday', async () => {
    const { deleteOutdatedRows } = await import('../../../src/server/start.ts');
    const days = [-3, -2, -1, 0, 1].map((n) => addDays(TODAY, n));
    await salon.db
      .insertInto('generated_days')
      .values(days.map((day) => ({ day, generated_at: 0 })))
      .execute();
    await deleteOutdatedRows(salon.platform);
    expect(await marked()).toEqual(days.slice(2));
  });
});
