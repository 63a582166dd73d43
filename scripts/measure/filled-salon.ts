// Creates a database for measurements, with some years of demo data.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TechnicianId } from '../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../src/domain/technicians.ts';
import { dateOf, type WallDate } from '../../src/domain/wall-clock.ts';
import { ensureAdmin } from '../../src/server/accounts/admin-account.ts';
import { makePasswords } from '../../src/server/platform/auth/passwords.ts';
import { readClock, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { APPOINTMENT_COLUMNS } from '../../src/server/platform/db/columns.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { type Engine, openDatabase } from '../../src/server/platform/db/open.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import { runOnServer, urlOf } from '../../test/support/databases/postgres-server.ts';
import { fillDemo } from '../demo/fill.ts';
import { DEMO_DEFAULTS } from '../demo/salon.ts';
import { root } from './server.ts';

export interface FilledSalon {
  readonly engine: Engine;
  readonly years: number;
  readonly technicians: number;
  readonly appointments: number;
  readonly today: WallDate;
  /** The root folder of the project whose server is measured. */
  readonly checkout: string;
  /** The environment variables that the server needs to open this database. */
  readonly settings: Record<string, string>;
  remove(): Promise<void>;
}

/**
 * Adds technicians until the salon has `count` of them; each gets the same appointments as the first. Returns the
 * number of all appointments.
 */
async function addTechnicians(db: Db, count: number): Promise<number> {
  const columns = APPOINTMENT_COLUMNS.filter(
    (name) => name !== 'id' && name !== 'day' && name !== 'technician_id',
  );
  for (let n = 1; n < count; n++) {
    const added = db
      .insertInto('technicians')
      .values({ name: `Radnica ${n + 1}`, position: n })
      .returning('id');
    const { id } = await added.executeTakeFirstOrThrow();
    const copied = db
      .selectFrom('appointments')
      .select([...columns, ({ val }) => val<TechnicianId>(id).as('technician_id')])
      .where('technician_id', '=', OWNERS_TECHNICIAN);
    await db
      .insertInto('appointments')
      .columns([...columns, 'technician_id'])
      .expression(copied)
      .execute();
  }
  const { all } = await db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  return all;
}

/**
 * Creates the database and fills it. `server` is the URL of a PostgreSQL server; if it is missing, creates a SQLite
 * database.
 */
export async function fillSalon(
  years: number,
  {
    server,
    checkout = root,
    technicians = 1,
  }: { server?: string | undefined; checkout?: string; technicians?: number } = {},
): Promise<FilledSalon> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-measured-'));
  const name = `measured_${years}_${technicians}`;
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
    await fillDemo(platform, today, years);
    const appointments = await addTechnicians(database.db, technicians);
    return {
      engine: database.engine,
      years,
      technicians,
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
