import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { findPostgresPrograms } from '../../../src/server/platform/backups/postgres.ts';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import { openPostgres, openSqlite } from '../../../src/server/platform/db/open.ts';
import { type DatabasePlace, emptyPlace, engines } from '../../support/databases/databases.ts';
import { runScript, startServerProgram } from '../../support/program.ts';
import { startServer } from '../../support/server.ts';
import { TIME_ZONE } from '../../support/wall-clock.ts';

const copiesIn = ({ settings }: DatabasePlace): string[] => {
  const folder = join(settings.DATA_DIR, 'backups');
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => /^before-upgrade-.*\.(sqlite|dump)$/.test(name))
    : [];
};

/** A database with only the first migration and one service. */
async function anOldSalon(engine: DatabasePlace['engine']): Promise<DatabasePlace> {
  const place = await emptyPlace(engine);
  onTestFinished(place.remove);
  const { DATABASE_URL, DATA_DIR } = place.settings;
  const { db, close } = DATABASE_URL ? openPostgres(DATABASE_URL, () => undefined) : openSqlite(DATA_DIR);
  await migrate(db, { engine, timeZone: TIME_ZONE }, migrations.slice(0, 1));
  await sql`insert into services (name) values ('Od ranije')`.execute(db);
  await close();
  return place;
}

describe.each(engines)('the backup before an upgrade (%s)', (engine) => {
  const isPossible = engine === 'sqlite' || findPostgresPrograms(process.env) !== undefined;

  test('the server backs up the database once before migrating it; the backup can be restored and then upgraded', async () => {
    const place = await anOldSalon(engine);
    await (await startServer(place.settings)).stop();
    const [copy = ''] = copiesIn(place);
    expect(copiesIn(place).length).toBe(isPossible ? 1 : 0);
    await (await startServer(place.settings)).stop();
    expect(copiesIn(place).length).toBe(isPossible ? 1 : 0);
    if (!isPossible) return;
    const file = join(place.settings.DATA_DIR, 'backups', copy);
    expect(await runScript('restore', place.settings, file)).toMatchObject({ code: 0, err: '' });
    const server = await startServer(place.settings);
    onTestFinished(() => server.stop());
    expect(await (await fetch(`${server.url}/api/services`)).json()).toMatchObject([{ name: 'Od ranije' }]);
  });

  test('an upgrade that removes what older processes use says so on PostgreSQL, once', async () => {
    const place = await anOldSalon(engine);
    const warned = async () => {
      const server = await startServer(place.settings);
      await server.stop();
      return server.log().includes('stop all older processes of this salon now');
    };
    expect([await warned(), await warned()]).toEqual([engine === 'postgres', false]);
  });

  test('the export refuses a database that is not migrated yet', async () => {
    const place = await anOldSalon(engine);
    const { code, err } = await runScript('export', place.settings, join(place.settings.DATA_DIR, 'x.jsonl'));
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The database was made by an older Lunula than this one. Start this one once first.\n',
    });
  });
});

test('two processes that start concurrently with new migrations make only one backup, and both start', async () => {
  if (findPostgresPrograms(process.env) === undefined) return;
  const place = await anOldSalon('postgres');
  const servers = await Promise.all([startServer(place.settings), startServer(place.settings)]);
  await Promise.all(servers.map((server) => server.stop()));
  expect(copiesIn(place).length).toBe(1);
});

test('on SQLite, the server refuses to start and does not migrate the database if the backup fails', async () => {
  const place = await anOldSalon('sqlite');
  writeFileSync(join(place.settings.DATA_DIR, 'backups'), 'no folder');
  const run = startServerProgram({ ...place.settings, PORT: '0' });
  expect(await run.ended()).toBe(1);
  expect(run.stderr()).toMatch(/^The backup before the upgrade failed, so the server does not start: .*\n$/);
  const { db, close } = openSqlite(place.settings.DATA_DIR);
  expect((await sql`select * from migrations`.execute(db)).rows.length).toBe(1);
  await close();
});
