import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type ClockTime, dateOf, type WallDate, weekdayOf } from '../../../src/domain/wall-clock.ts';
import type { Db, Trx } from '../../../src/server/platform/db/schema.ts';
import { startWaking } from '../../../src/server/platform/jobs/jobs.ts';
import { jobsOf } from '../../../src/server/start.ts';
import { makeWeeksAhead } from '../../../src/server/week-templates/week-templates.ts';
import { aBooking, aClient, aTechnician } from '../../support/builders.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

/** NOW is Tuesday 17 November 2026, 11:20. */
const TUESDAY = 2;

onBothEngines('runs of automatic generation', { emptyBeforeEach: true }, () => {
  const add = (weekday: number, time_start: ClockTime) =>
    salon.admin.call('POST /templates', { body: { weekday, time_start, duration_minutes: 60 } });
  const ahead = (generate_ahead_weeks: number) =>
    salon.admin.call('PUT /settings', { body: { generate_ahead_weeks } });
  const run = () => makeWeeksAhead(salon.platform);
  const generate = (from: WallDate, weeks: number) =>
    salon.admin.call('POST /templates/generate-range', { body: { from, weeks } });
  const rows = () =>
    salon.db.selectFrom('appointments').select(['id', 'start_datetime']).orderBy('start_datetime').execute();
  const starts = async () => (await rows()).map(({ start_datetime }) => start_datetime.slice(0, 16));

  test('the recurring jobs generate the configured weeks', async () => {
    await add(3, '09:00:00');
    await ahead(1);
    for (const job of jobsOf(salon.platform, [])) await job.run();
    expect(await starts()).toEqual(['2026-11-18 09:00']);
  });

  test('five concurrent runs of automatic generation create no duplicate slots, even while the owner generates slots and copies templates', async () => {
    for (const weekday of [1, 3, 4, 5, 6])
      for (const time of ['08:00:00', '10:00:00', '12:00:00'] as const) await add(weekday, time);
    await ahead(4);
    await aBooking(salon, '2026-11-19 10:00:00', (await aClient(salon)).id);
    const runs = Array.from({ length: 5 }, run);
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

  /** Starts a generation run and pauses it after it has listed its days. The returned function lets it continue. */
  async function heldRun(): Promise<() => Promise<void>> {
    const listed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const db: Db = new Proxy(salon.db, {
      get(own, name: keyof Db) {
        const value = own[name];
        if (name === 'transaction')
          return () => ({
            execute: async (work: (trx: Trx) => Promise<void>) => {
              listed.resolve();
              await goOn.promise;
              return own.transaction().execute(work);
            },
          });
        return typeof value === 'function' ? value.bind(own) : value;
      },
    });
    const late = makeWeeksAhead({ ...salon.platform, db });
    await listed.promise;
    return () => {
      goOn.resolve();
      return late;
    };
  }

  test('a slow run does not restore a slot that another run generated and the owner then deleted', async () => {
    await add(3, '09:00:00');
    await ahead(1);
    const goOn = await heldRun();
    await run();
    const [made] = await rows();
    await salon.admin.call('DELETE /appointments/{id}', { params: { id: made?.id ?? 0 } });
    await goOn();
    expect(await starts()).toEqual([]);
  });

  test.each([
    ['switched off', 0, []],
    ['set to fewer weeks', 1, ['2026-11-18 09:00']],
  ] as const)(
    'a run in progress generates only the days that the setting allows after the setting was %s',
    async (_, weeks, made) => {
      await add(3, '09:00:00');
      await ahead(2);
      const goOn = await heldRun();
      await ahead(weeks);
      await goOn();
      expect(await starts()).toEqual(made);
    },
  );

  test('if the generation of a day fails, the other days are still generated, and a later run generates the failed day', async () => {
    await add(3, '09:00:00');
    await add(4, '09:00:00');
    await ahead(1);
    // a template whose slot violates a constraint of the database
    await salon.db
      .insertInto('templates')
      .values({ weekday: 3, time_start: '21:30:00', duration_minutes: 300 })
      .execute();
    await expect(run()).rejects.toThrow('1 of 2 failed');
    expect(await starts()).toEqual(['2026-11-19 09:00']);
    await salon.db.deleteFrom('templates').where('time_start', '=', '21:30:00').execute();
    await run();
    expect(await starts()).toEqual(['2026-11-18 09:00', '2026-11-19 09:00']);
  });

  test('if the generation of one technician’s day fails, the slots of the other technicians are still generated', async () => {
    const mina = await aTechnician(salon);
    await salon.admin.call('POST /templates', {
      body: { weekday: 3, time_start: '09:00:00', duration_minutes: 60, technician_id: mina },
    });
    await ahead(1);
    // a template of the owner whose slot violates a constraint of the database
    await salon.db
      .insertInto('templates')
      .values({ weekday: 3, time_start: '21:30:00', duration_minutes: 300 })
      .execute();
    await expect(run()).rejects.toThrow('1 of 2 failed');
    const made = await salon.db.selectFrom('appointments').select('technician_id').execute();
    expect(made).toEqual([{ technician_id: mina }]);
  });
});

test('several calls of wake() run the job once, a later call runs it again, and no call runs it after stop()', async () => {
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
