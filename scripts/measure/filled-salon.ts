// Creates a database with demo data of some years for measurements.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dateOf, type WallDate } from '../../src/domain/wall-clock.ts';
import { ensureAdmin } from '../../src/server/accounts/admin-account.ts';
import { makePasswords } from '../../src/server/platform/auth/passwords.ts';
import { readClock, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { type Engine, openDatabase } from '../../src/server/platform/db/open.ts';
import { runOnServer, urlOf } from '../../test/support/databases/postgres-server.ts';
import { fillDemo } from '../demo/fill.ts';
import { DEMO_DEFAULTS } from '../demo/salon.ts';
import { root } from './server.ts';

export interface FilledSalon {
  readonly engine: Engine;
  readonly years: number;
  readonly appointments: number;
  readonly today: WallDate;
  /** The root folder of the project whose server is measured. */
  readonly checkout: string;
  /** The environment variables for the server. */
  readonly settings: Record<string, string>;
  remove(): Promise<void>;
}

/** Creates the database. `server` is the URL of a PostgreSQL server; without it the database is SQLite. */
export async function fillSalon(
  years: number,
  { server, checkout = root }: { server?: string | undefined; checkout?: string } = {},
): Promise<FilledSalon> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-measured-'));
  const name = `measured_${years}`;
  if (server) await runOnServer(server, `create database ${name}`);
  const place = { DATA_DIR: folder, ...(server && { DATABASE_URL: urlOf(server, name) }) };
  const settings = { ...DEMO_DEFAULTS, ...place };
  const config = readConfig({ ...settings, PATH: process.env.PATH });
  const database = openDatabase(config, (error) => console.error(error.message));
  const clock = systemClock(config.timeZone);
  const platform = { db: database.db, clock, config, passwords: makePasswords() };
  const today = dateOf(readClock(clock).wall);
  try {
    await migrate(database.db, database.engine);
    await ensureAdmin(platform);
    const appointments = await fillDemo(platform, today, years);
    return {
      engine: database.engine,
      years,
      appointments,
      today,
      checkout,
      settings,
      async remove() {
        if (server) await runOnServer(server, `drop database ${name} with (force)`);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } finally {
    await database.close();
  }
}
