// Creates a database for measurements, with some years of demo data.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dateOf, type WallDate } from '../../src/domain/wall-clock.ts';
import { ensureAdmin } from '../../src/server/accounts/admin-account.ts';
import { makePasswords } from '../../src/server/platform/auth/passwords.ts';
import { startSession } from '../../src/server/platform/auth/sessions.ts';
import { readClock, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { openDatabase } from '../../src/server/platform/db/open.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import { startPostgres } from '../../test/support/databases/postgres.ts';
import { runOnServer, urlOf } from '../../test/support/databases/postgres-server.ts';
import { DEMO_CLIENT, fillDemo } from '../demo/fill.ts';
import { DEMO_DEFAULTS } from '../demo/salon.ts';

export interface FilledSalon {
  readonly today: WallDate;
  /** The environment variables that a server needs to open this database. */
  readonly settings: Record<string, string>;
  /** Session tokens, by email. */
  readonly tokens: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}
export const OWNER = 'admin@salon.local';
export const CLIENT = DEMO_CLIENT.email;

let created = 0;

/** Creates and fills a database: on the PostgreSQL server at the URL `server`, otherwise in SQLite. */
export async function fillSalon(
  years: number,
  server?: string,
  prepare?: (db: Db, today: WallDate) => Promise<unknown>,
): Promise<FilledSalon> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-measured-'));
  const name = `measured_${++created}`;
  if (server) await runOnServer(server, `create database ${name}`);
  const place = { DATA_DIR: folder, ...(server && { DATABASE_URL: urlOf(server, name) }) };
  const settings = { ...DEMO_DEFAULTS, ...place };
  const config = readConfig({ ...settings, PATH: process.env.PATH });
  const { db, engine, close } = openDatabase(config, (error) => console.error(error.message));
  const clock = systemClock(config.timeZone);
  const platform = { db, clock, config, passwords: makePasswords() };
  const today = dateOf(readClock(clock).wall);
  const tokens: Record<string, string> = {};
  try {
    await migrate(db, { engine, timeZone: config.timeZone });
    await ensureAdmin(platform);
    await fillDemo(platform, today, years);
    for (const email of [OWNER, CLIENT]) {
      const person = db.selectFrom('users').select('id').where('email_key', '=', email);
      tokens[email] = await startSession(db, (await person.executeTakeFirstOrThrow()).id, Date.now());
    }
    await prepare?.(db, today);
  } finally {
    await close();
  }
  return {
    today,
    settings,
    tokens,
    async remove() {
      if (server) await runOnServer(server, `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `work` for SQLite and then for PostgreSQL, or only for the engine `only`. */
export async function onEngines(
  only: string | undefined,
  work: (name: string, server?: string) => Promise<void>,
): Promise<void> {
  if (only !== 'postgres') await work('SQLite');
  if (only === 'sqlite') return;
  const postgres = await startPostgres({ durable: true });
  try {
    await work('PostgreSQL', postgres.url);
  } finally {
    await postgres.stop();
  }
}
