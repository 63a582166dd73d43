/**
 * `npm run demo [-- --years=N --technicians=N]`: starts the server with demo data in a separate data folder. Every
 * start deletes the demo data and creates them again. Refuses a folder or database that contains a real salon.
 */
import '../src/server/platform/private-files.ts';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { makePasswords } from '../src/server/platform/auth/passwords.ts';
import { TABLES } from '../src/server/platform/backups/tables.ts';
import { systemClock } from '../src/server/platform/clock.ts';
import { BadSetting, type Config, readConfig } from '../src/server/platform/config.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { CannotOpen, type OpenDatabase, openDatabase } from '../src/server/platform/db/open.ts';
import type { Db } from '../src/server/platform/db/schema.ts';
import { isPostgres } from '../src/server/platform/db/transaction.ts';
import { startServer } from '../src/server/start.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';
import { DEMO_CLIENT } from './demo/fill.ts';
import { insertOpenings } from './demo/rows.ts';
import { DEMO_DEFAULTS, makeDemo } from './demo/salon.ts';

const MAX_YEARS = 50;

const COLLEAGUES = ['Sanja Pavlović', 'Mirjana Kostić', 'Nina Babić'];

/** Parses a command-line option that must be a whole number from `least` to `most`. */
function asked(name: 'years' | 'technicians', least: number, most: number): number {
  const options = {
    years: { type: 'string', default: '0' },
    technicians: { type: 'string', default: '1' },
  } as const;
  const number = Number(parseArgs({ options }).values[name]);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new BadSetting(`--${name} is a whole number from ${least} to ${most}.`);
  return number;
}

/** Adds technicians who have the same free slots as the owner. */
async function addTechnicians(db: Db, count: number): Promise<void> {
  const free = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'created_at'])
    .where('status', '=', 'AVAILABLE')
    .execute();
  for (const [n, name] of COLLEAGUES.slice(0, count).entries()) {
    const { id } = await db
      .insertInto('technicians')
      .values({ name, position: n + 1, hue: n + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const slots = free.map((slot) => ({ ...slot, technician_id: id, status: 'AVAILABLE' as const }));
    for (let from = 0; from < slots.length; from += 100)
      await db
        .insertInto('appointments')
        .values(slots.slice(from, from + 100))
        .execute();
    await db.transaction().execute((trx) => insertOpenings(trx, slots));
  }
}

/** Throws if the database contains a real salon: there are clients or slots, but not the demo client. */
async function assertNoRealSalon(db: Db): Promise<void> {
  const people = await db.selectFrom('users').select('email_key').where('role', '=', 'CLIENT').execute();
  const slot = await db.selectFrom('appointments').select('id').limit(1).executeTakeFirst();
  const isDemo = people.some(({ email_key }) => email_key === DEMO_CLIENT.email);
  if (!isDemo && (people.length > 0 || slot))
    throw new CannotOpen(
      'This database contains a real salon. The demo needs an empty one: set another DATA_DIR or DATABASE_URL.',
    );
}

/** The tables that are emptied before the demo data are added, referencing tables first. */
const EMPTIED = TABLES.filter((table) => !['settings', 'secrets'].includes(table)).reverse();

/** Empties the database, except settings, secrets and the address of the salon's calendar feed. */
async function empty(db: Db): Promise<void> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select(['token_hash', 'created_at', 'technician_id'])
    .where('technician_id', 'is', null)
    .executeTakeFirst();
  if (isPostgres(db)) {
    await sql`truncate ${sql.join(EMPTIED.map((table) => sql.table(table)))} restart identity cascade`.execute(
      db,
    );
  } else {
    for (const table of EMPTIED) await db.deleteFrom(table).execute();
    await sql`delete from sqlite_sequence`.execute(db);
  }
  // the owner works as the technician with id 1, so this row is inserted first
  await db.insertInto('technicians').values({ name: 'Admin' }).execute();
  if (feed) await db.insertInto('calendar_feeds').values(feed).execute();
}

/** Lets clients of the demo book any start that fits, until its owner changes the setting. docs/spec/behaviour.md §26 */
const splitSlots = (db: Db, changed_at: number) =>
  db
    .insertInto('settings')
    .values({ name: 'split_slots', value: '1', changed_at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

interface Size {
  years: number;
  technicians: number;
}

async function fill(database: OpenDatabase, config: Config, { years, technicians }: Size): Promise<number> {
  await migrate(database.db, { engine: database.engine, timeZone: config.timeZone });
  await assertNoRealSalon(database.db);
  await empty(database.db);
  const clock = systemClock(config.timeZone);
  const made = await makeDemo({ db: database.db, clock, config, passwords: makePasswords() }, years);
  await addTechnicians(database.db, technicians - 1);
  if (technicians === 1) await splitSlots(database.db, clock.ms());
  return made;
}

try {
  const size = {
    years: asked('years', 0, MAX_YEARS),
    technicians: asked('technicians', 1, COLLEAGUES.length + 1),
  };
  const config = readConfig(process.env, DEMO_DEFAULTS);
  const database = openDatabase(config, (error) => console.error(error.message));
  const began = performance.now();
  const made = await fill(database, config, size).finally(() => database.close());
  console.log(`Demo salon: ${made} appointments in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  await startServer(config);
  console.log(`Admin:   ${config.admin.email} / ${config.admin.password}`);
  console.log(`Client:  ${DEMO_CLIENT.email} / ${DEMO_CLIENT.password}\n`);
} catch (error) {
  exitWithMessage(error);
}
