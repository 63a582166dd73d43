// Creates separate databases for tests.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrate } from '../../../src/server/platform/db/migrate.ts';
import {
  type Engine,
  type OpenDatabase,
  openPostgres,
  openSqlite,
} from '../../../src/server/platform/db/open.ts';
import { sqlitePath } from '../../../src/server/platform/db/salon-directory.ts';
import { TIME_ZONE } from '../wall-clock.ts';
import { runOnServer, TEMPLATE, urlOf } from './postgres-server.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** A database, described by the settings with which a server opens it. */
export type DatabasePlace = {
  engine: Engine;
  settings: { DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
};

/** Creates a folder and a database with the schema, copied from the template of the test run. */
export async function freshPlace(engine: Engine): Promise<DatabasePlace> {
  const place = await placeOf(engine, TEMPLATE);
  const { DATA_DIR } = place.settings;
  if (engine === 'sqlite') copyFileSync(sqlitePath(inject('sqliteTemplate')), sqlitePath(DATA_DIR));
  return place;
}

/** Creates an empty folder, and on PostgreSQL a new database without the schema. */
export const emptyPlace = (engine: Engine): Promise<DatabasePlace> => placeOf(engine, 'template1');

async function placeOf(engine: Engine, template: string): Promise<DatabasePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-test-'));
  const removeFolder = async () => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') return { engine, settings: { DATA_DIR: folder }, remove: removeFolder };
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // copying the files takes 40% less CPU time than logging each page, as PostgreSQL does by default
  await runOnServer(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    engine,
    settings: { DATA_DIR: folder, DATABASE_URL: urlOf(server, name) },
    async remove() {
      await runOnServer(server, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** Opens the database that the settings of `place` name. Creates the schema if it is missing. */
export async function openAt(place: DatabasePlace): Promise<OpenDatabase> {
  const { DATA_DIR, DATABASE_URL } = place.settings;
  const open = DATABASE_URL
    ? openPostgres(DATABASE_URL, (error) => console.error(error.message))
    : openSqlite(DATA_DIR);
  await migrate(open.db, { engine: open.engine, timeZone: TIME_ZONE });
  return open;
}

export type PlacedDatabase = OpenDatabase & Pick<DatabasePlace, 'settings'>;

/** Opens an empty database with the schema. SQLite does not sync to disk, because closing the database removes it. */
export async function freshDatabase(engine: Engine): Promise<PlacedDatabase> {
  const place = await freshPlace(engine);
  const open = await openAt(place);
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(open.db);
  return { ...open, settings: place.settings, close: () => open.close().finally(place.remove) };
}
