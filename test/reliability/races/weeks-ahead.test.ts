import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateOf, isSunday, type WallDate, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { systemClock } from '../../../src/server/platform/clock.ts';
import { makeWeeksAhead } from '../../../src/server/week-templates/week-templates.ts';
import { DEPLOYMENTS, deadlocksOf, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { type RaceRequest, sendAtOnce } from './send-at-once.ts';

/** All processes generate weeks automatically while the owner generates weeks manually (docs/spec/reliability.md §3.2). */

const ROUNDS = bySize(2, 60);
const WEEKS = 8;
const SOON_MS = 15_000; // less than the timer's interval of 30 s, because a change must take effect before the timer runs
const STARTS = ['09:00', '11:00', '13:00'] as const;

describe.each(DEPLOYMENTS)('automatic generation of weeks: $engine, $processes server(s)', (deployment) => {
  let salon: RunningSalon;
  beforeAll(async () => {
    salon = await startSalon(deployment);
    for (const weekday of [1, 2, 3, 4, 5, 6])
      for (const start of STARTS)
        await salon.db
          .insertInto('templates')
          .values({ weekday, time_start: `${start}:00`, duration_minutes: 120 })
          .execute();
  });
  afterAll(() => salon.close());

  const admin = (method: string, path: string, body: object): RaceRequest => ({
    port: salon.port(),
    method,
    path,
    token: salon.adminToken,
    body,
  });
  const ahead = (generate_ahead_weeks: number) => admin('PUT', '/settings', { generate_ahead_weeks });
  /** Generates weeks in the test's process, so that two processes write, even on SQLite. */
  const here = () =>
    makeWeeksAhead({
      db: salon.db,
      clock: systemClock('Europe/Belgrade'),
      config: { firstSettings: {} } as never,
    });
  const rowsAfter = async (today: string) =>
    (
      await salon.db
        .selectFrom('appointments')
        .select('start_datetime')
        .where('day', '>', today as never)
        .orderBy('start_datetime')
        .execute()
    ).map(({ start_datetime }) => start_datetime);

  test('slots are generated within seconds after the owner switches automatic generation on or deletes an absence', async () => {
    const tomorrow = addDays(dateOf(salon.clock.wall()), 1);
    const days = { date_from: addDays(tomorrow, 7), date_to: addDays(tomorrow, 13) };
    const slots = async (days: WallDate[]) =>
      (await salon.db.selectFrom('appointments').select('id').where('day', 'in', days).execute()).length;
    const weekFrom = (day: WallDate) => Array.from({ length: 7 }, (_, n) => addDays(day, n));
    const soon = { timeout: SOON_MS };
    const [absence] = await sendAtOnce([admin('POST', '/annual', days)]);
    await sendAtOnce([ahead(3)]);
    await expect.poll(() => slots(weekFrom(tomorrow)), soon).toBe(6 * STARTS.length);
    expect(await slots(weekFrom(days.date_from))).toBe(0);
    await sendAtOnce([admin('DELETE', `/annual/${absence?.json?.id}`, {})]);
    await expect.poll(() => slots(weekFrom(days.date_from)), soon).toBe(6 * STARTS.length);
  });

  test(`all processes generate ${WEEKS} weeks concurrently, and each slot is created once (${ROUNDS} rounds)`, async () => {
    trial({ what: deployment.processes > 1 ? 'several processes' : 'pairs', cases: ROUNDS });
    for (let round = 0; round < ROUNDS; round++) {
      await sendAtOnce([ahead(0)]);
      await wait(500); // within this time, generators that are running read the setting and stop
      await salon.db.deleteFrom('appointments').execute();
      await salon.db.deleteFrom('generated_days').execute();
      await salon.db.deleteFrom('history').execute();
      const today = dateOf(salon.clock.wall());
      const from = addDays(today, 3);
      const switching = sendAtOnce([
        ...Array.from({ length: 6 }, () => ahead(WEEKS)),
        admin('POST', '/templates/generate-range', { from, weeks: 4 }),
        admin('POST', '/templates/generate-range', { from: addDays(from, 2), weeks: 2 }),
      ]);
      await Promise.all([switching, here(), wait(350).then(here)]);
      expect((await switching).map(({ status }) => status)).toEqual(Array(8).fill(200));
      const days = Array.from({ length: 7 * WEEKS - 1 }, (_, n) => addDays(today, n + 1));
      const expected = days
        .filter((day) => !isSunday(day))
        .flatMap((day) => STARTS.map((start) => wallTimeOn(day, start)));
      await expect
        .poll(async () => (await rowsAfter(today)).length, { timeout: WAIT_MS })
        .toBe(expected.length);
      await here();
      expect(await rowsAfter(today)).toEqual(expected);
      const made = await salon.db
        .selectFrom('history')
        .select(({ fn }) => fn.count<number>('subject_id').distinct().as('count'))
        .where('action', '=', 'generated')
        .executeTakeFirstOrThrow();
      expect(Number(made.count)).toBeGreaterThanOrEqual(expected.length);
    }
    if (deployment.engine === 'postgres') expect(await deadlocksOf(salon.db)).toBe(0);
  }, 300_000);
});
