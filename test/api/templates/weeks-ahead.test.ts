import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { addDays, type ClockTime, dateOf, type WallDate, weekdayOf } from '../../../src/domain/wall-clock.ts';
import type { Db, Trx } from '../../../src/server/platform/db/schema.ts';
import { startWaking } from '../../../src/server/platform/jobs.ts';
import { makeWeeksAhead } from '../../../src/server/week-templates/weeks-ahead.ts';
import { aBooking, aClient, anAppointment } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** NOW is Tuesday 17 November 2026, 11:20. */
const TODAY = '2026-11-17';
const TUESDAY = 2;

onBothEngines('weeks that make themselves', { emptyBeforeEach: true }, () => {
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

  describe('which days', () => {
    test('off by default: nothing is made', async () => {
      await add(3, '09:00:00');
      await run();
      expect(await starts()).toEqual([]);
      expect(await marked()).toEqual([]);
    });

    test('of so many weeks from today each day is made once, and its last day is the last', async () => {
      for (const weekday of [1, TUESDAY]) await add(weekday, '12:00:00');
      await add(TUESDAY, '09:00:00'); // has passed today
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

    test('as days go by the next ones follow, and a clock that is set back makes nothing twice', async () => {
      await add(3, '09:00:00');
      await ahead(1);
      await run();
      salon.clock.set('2026-11-25 00:00:10');
      await run();
      salon.clock.set('2026-12-23 10:00:00'); // has slept for weeks, today's has passed
      await run();
      const made = ['2026-11-18 09:00', '2026-11-25 09:00'];
      expect(await starts()).toEqual(made);
      expect(await marked()).toEqual(['2026-11-18', '2026-11-25', '2026-12-23']);
      salon.clock.set('2026-11-17 11:20:00');
      await run();
      expect(await starts()).toEqual(made);
    });

    test('a template that is added later fills days that had none, and leaves days that are made', async () => {
      await add(3, '09:00:00');
      await ahead(1);
      await run();
      await add(4, '10:00:00');
      await add(3, '15:00:00');
      await run();
      expect(await starts()).toEqual(['2026-11-18 09:00', '2026-11-19 10:00']);
    });

    test('a template that is switched off makes nothing, and its day is not spent', async () => {
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

    test('a day of absence is made when the absence goes', async () => {
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

    test('a day whose every slot is taken is made all the same: what is freed there does not come back', async () => {
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

  describe('what the owner has done', () => {
    test('what was deleted or moved stays as it is', async () => {
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

    test('days that were generated by hand are done, also before it was switched on', async () => {
      await add(3, '09:00:00');
      await generate(TODAY, 2);
      expect(await marked()).toEqual(['2026-11-18', '2026-11-25']);
      for (const { id } of await rows())
        await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
      await ahead(3);
      await run();
      expect(await starts()).toEqual(['2026-12-02 09:00']);
    });

    test('generating by hand fills a day again, and leaves days of the past and of absences unmarked', async () => {
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

  test('the history says that Lunula made them', async () => {
    await add(3, '09:00:00');
    await ahead(1);
    await run();
    const entries = salon.db.selectFrom('history').select(['by_role', 'by_name', 'action']);
    expect(await entries.where('subject', '=', 'appointment').execute()).toEqual([
      { by_role: 'LUNULA', by_name: 'Lunula', action: 'generated' },
    ]);
  });

  test('who waits for a day that had nothing free is told of it once', async () => {
    const client = await aClient(salon);
    const [day, created_at] = ['2026-11-18', salon.clock.ms()] as const;
    await salon.db.insertInto('waitlist_entries').values({ day, created_at, client_id: client.id }).execute();
    await add(3, '09:00:00');
    await ahead(1);
    await run();
    await run();
    const notices = await client.call('GET /client-notifications');
    expect(notices.map(({ type, appt_start }) => [type, appt_start])).toEqual([
      ['FREE_SLOT_AVAILABLE', '2026-11-18 09:00:00'],
    ]);
  });

  test('ten runs at once, beside generating by hand, copying and booking, make nothing twice', async () => {
    for (const weekday of [1, 3, 4, 5, 6])
      for (const time of ['08:00:00', '10:00:00', '12:00:00'] as const) await add(weekday, time);
    await ahead(4);
    await aBooking(salon, '2026-11-19 10:00:00', (await aClient(salon)).id);
    const runs = Array.from({ length: 10 }, run);
    const copying = salon.admin.call('POST /templates/copy', {
      body: { from_weekday: 1, to_weekdays: [TUESDAY] },
    });
    await Promise.all([...runs, generate('2026-11-23', 2), generate('2026-11-18', 4), copying]);
    await run();
    const made = (await rows()).map(({ start_datetime }) => start_datetime);
    expect(new Set(made).size).toBe(made.length);
    const ofTheFive = made.filter((start) => weekdayOf(dateOf(start)) !== TUESDAY);
    expect(ofTheFive).toHaveLength(5 * 4 * 3);
  });
  test('a run that had listed its days before another made them brings nothing back', async () => {
    await add(3, '09:00:00');
    await ahead(1);
    const listed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const held: Db = new Proxy(salon.db, {
      get(db, name: keyof Db) {
        const value = db[name];
        if (name === 'transaction')
          return () => ({
            execute: async (work: (trx: Trx) => Promise<void>) => {
              listed.resolve();
              await goOn.promise;
              return db.transaction().execute(work);
            },
          });
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    const late = makeWeeksAhead({ ...salon.platform, db: held });
    await listed.promise;
    await run();
    const [made] = await rows();
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: made?.id ?? 0 } });
    goOn.resolve();
    await late;
    expect(await starts()).toEqual([]);
  });

  test('one day that can’t be made does not hold up the rest, and is made once it can', async () => {
    await add(3, '09:00:00');
    await add(4, '09:00:00');
    await ahead(1);
    // a time that the schema does not let be a slot
    await salon.db
      .insertInto('templates')
      .values({ weekday: 3, time_start: '21:30:00', duration_minutes: 300 })
      .execute();
    await expect(run()).rejects.toThrow('1 days were not made');
    expect(await starts()).toEqual(['2026-11-19 09:00']);
    await salon.db.deleteFrom('templates').where('time_start', '=', '21:30:00').execute();
    await run();
    expect(await starts()).toEqual(['2026-11-18 09:00', '2026-11-19 09:00']);
  });

  test('marks of days that are over are cleared, yesterday’s and later ones stay', async () => {
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

test('a woken job runs soon, once for a burst, again for what came up meanwhile, and never after its end', async () => {
  let runs = 0;
  const job = { name: 'x', run: async () => void runs++ };
  const waking = startWaking(job, pino({ level: 'silent' }));
  for (let n = 0; n < 5; n++) waking.wake();
  await wait(600);
  expect(runs).toBe(1);
  waking.wake();
  await wait(600);
  expect(runs).toBe(2);
  waking.wake();
  await waking.stop();
  waking.wake();
  await wait(600);
  expect(runs).toBe(2);
});
