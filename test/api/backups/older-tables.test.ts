import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { hashToken } from '../../../src/server/platform/auth/secrets.ts';
import { findPostgresPrograms } from '../../../src/server/platform/backups/postgres.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openPostgres, openSqlite } from '../../../src/server/platform/db/open.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import { type DatabasePlace, emptyPlace, engines, openAt } from '../../support/databases/databases.ts';
import { runScript } from '../../support/program.ts';
import { openSalon } from '../../support/salon.ts';
import { startServer } from '../../support/server.ts';
import { TIME_ZONE } from '../../support/wall-clock.ts';

/** Generated days and calendar feeds of an older release, which had tables of their own for technicians other than 1. */

const BEFORE_ONE_TABLE = migrations.findIndex(({ name }) => name === 'one table of days and feeds');
const [SALONS, OWNERS, MINAS] = ['salon', 'owner', 'mina'] as const;

/** A salon of the release before: the whole salon and both technicians have a feed, and both technicians a generated day. */
async function anOlderSalon(engine: DatabasePlace['engine']): Promise<DatabasePlace> {
  const place = await emptyPlace(engine);
  onTestFinished(place.remove);
  const { DATABASE_URL, DATA_DIR } = place.settings;
  const { db, close } = DATABASE_URL ? openPostgres(DATABASE_URL, () => undefined) : openSqlite(DATA_DIR);
  await migrate(db, { engine, timeZone: TIME_ZONE }, migrations.slice(0, BEFORE_ONE_TABLE));
  for (const rows of [
    "technicians (name) values ('Mina')",
    "generated_days (day, generated_at) values ('2027-05-03', 1), ('2027-05-04', 2)",
    "technician_days (technician_id, day, generated_at) values (2, '2027-05-03', 3)",
    `calendar_feeds (id, token_hash, created_at) values (1, '${hashToken(SALONS)}', 4)`,
    `technician_feeds (technician_id, token_hash, created_at)
     values (1, '${hashToken(OWNERS)}', 5), (2, '${hashToken(MINAS)}', 6)`,
  ])
    await sql.raw(`insert into ${rows}`).execute(db);
  await close();
  return place;
}

const DAYS = [
  { technician_id: 1, day: '2027-05-03', generated_at: 1 },
  { technician_id: 1, day: '2027-05-04', generated_at: 2 },
  { technician_id: 2, day: '2027-05-03', generated_at: 3 },
];

async function rowsIn(place: DatabasePlace) {
  const { db, close } = await openAt(place);
  const days = db.selectFrom('generated_days').selectAll().orderBy('technician_id').orderBy('day');
  const feeds = db.selectFrom('calendar_feeds').select(['technician_id', 'created_at']).orderBy('created_at');
  const rows = { days: await days.execute(), feeds: await feeds.execute() };
  await close();
  return rows;
}

describe.each(engines)('generated days and calendar feeds of an older release (%s)', (engine) => {
  test('the upgrade keeps every generated day and every feed', async () => {
    const feeds = [
      { technician_id: null, created_at: 4 },
      { technician_id: 1, created_at: 5 },
      { technician_id: 2, created_at: 6 },
    ];
    expect(await rowsIn(await anOlderSalon(engine))).toEqual({ days: DAYS, feeds });
  });

  test('the addresses of the feeds still work, with the same bookings', async () => {
    const salon = await openSalon(engine, { database: await openAt(await anOlderSalon(engine)) });
    onTestFinished(() => salon.close());
    const ana = await aClient(salon, { name: 'Ana' });
    const eva = await aClient(salon, { name: 'Eva' });
    await aBooking(salon, '2026-11-18 09:00:00', ana.id);
    await aBooking(salon, '2026-11-18 09:00:00', eva.id, { technician_id: 2 as never });
    const people = async (secret: string) =>
      (await salon.app.inject({ method: 'GET', url: `/api/calendar-feed/${secret}` })).body
        .split('\r\n')
        .flatMap((line) => /^SUMMARY:(Ana|Eva)/.exec(line)?.[1] ?? [])
        .sort();
    expect(await people(SALONS)).toEqual(['Ana', 'Eva']);
    expect(await people(OWNERS)).toEqual(['Ana']);
    expect(await people(MINAS)).toEqual(['Eva']);
  });

  test.runIf(engine === 'sqlite' || findPostgresPrograms(process.env) !== undefined)(
    'a backup of the older release can be restored twice; it keeps the generated days and ends the feeds',
    async () => {
      const place = await anOlderSalon(engine);
      await (await startServer(place.settings)).stop();
      const folder = join(place.settings.DATA_DIR, 'backups');
      const [backup = ''] = readdirSync(folder).filter((name) =>
        /^before-upgrade-.*\.(sqlite|dump)$/.test(name),
      );
      const restore = (name: string) => runScript('restore', place.settings, join(folder, name));
      expect(await restore(backup)).toMatchObject({ code: 0, err: '' });
      // the database has the tables of the older release now: this restore backs them up and replaces them
      expect(await restore(backup)).toMatchObject({ code: 0, err: '' });
      expect(await rowsIn(place)).toEqual({ days: DAYS, feeds: [] });
      const previous = readdirSync(folder)
        .filter((name) => /^before-restore-.*\.(sqlite|dump)$/.test(name))
        .sort();
      expect(await restore(previous.at(-1) ?? '')).toMatchObject({ code: 0, err: '' });
      expect(await rowsIn(place)).toEqual({ days: DAYS, feeds: [] });
    },
  );
});

describe.each(engines)('calendar feeds (%s)', (engine) => {
  test('the database rejects a second feed of the salon or of a technician, and a token hash that exists', async () => {
    const place = await anOlderSalon(engine);
    const { db, close } = await openAt(place);
    const add = (technician_id: number | null, token_hash: string) =>
      db
        .insertInto('calendar_feeds')
        .values({ technician_id: technician_id as never, token_hash, created_at: 1 })
        .execute();
    for (const technician of [null, 1, 2]) await expect(add(technician, 'other')).rejects.toThrow(/unique/i);
    await db.deleteFrom('calendar_feeds').where('technician_id', 'is', null).execute();
    await expect(add(null, hashToken(MINAS))).rejects.toThrow(/unique/i);
    await add(null, 'other');
    await close();
  });
});
