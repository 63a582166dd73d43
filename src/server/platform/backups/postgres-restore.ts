import { existsSync } from 'node:fs';
import { Transform } from 'node:stream';
import { sql } from 'kysely';
import { copyRefusal, type Entry, MIGRATION_LOCK } from '../db/migrate.ts';
import { CannotOpen, connectFirst, openPostgres } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { checksumFileOf, checksumState } from './files.ts';
import { backUpPostgres } from './postgres-backup.ts';
import { outputOf, type PostgresPlace, postgresPrograms, runPostgres } from './postgres-programs.ts';
import { type Account, changedSince, type Restored } from './restored.ts';
import { restoreStatements, TABLES } from './tables.ts';

/**
 * Puts a dump in the place of what the PostgreSQL database holds, in one transaction: whole or not at all, whenever it is
 * killed. What was there is dumped to `aside` first. Refuses while somebody else is connected.
 */
export async function restorePostgres(
  place: PostgresPlace,
  dump: string,
  aside: string,
  nowMs: number,
): Promise<Restored> {
  if (!existsSync(dump)) throw new CannotOpen(`There is no file ${dump}.`);
  const state = checksumState(dump);
  if (state === 'differs')
    throw new CannotOpen(`${dump} is damaged or was changed: it does not fit ${checksumFileOf(dump)}.`);
  const tables = await tablesIn(dump, place);
  const database = openPostgres(place.databaseUrl, () => undefined, { max: 1 });
  try {
    await connectFirst(database);
    const { db } = database;
    await assertAlone(db);
    const hasSalon = await isThere(db);
    const before = hasSalon ? await accountsOf(db) : [];
    if (hasSalon) await backUpPostgres(place, aside);
    await replay(place, dump, await surroundings(db, tables, nowMs));
    const { rows } = await sql<{ count: number }>`select count(*) as count from appointments`.execute(db);
    return {
      appointments: rows[0]?.count ?? 0,
      aside: hasSalon ? aside : undefined,
      isAsideSound: true,
      hasChecksum: state === 'same',
      ...changedSince(await accountsOf(db), before),
    };
  } finally {
    await database.close();
  }
}

const isThere = async (db: Db): Promise<boolean> =>
  (await sql`select 1 where to_regclass('users') is not null`.execute(db)).rows.length > 0;

const accountsOf = (db: Db): Promise<Account[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'active', 'created_at', 'deleted_at', 'password_hash'])
    .execute();

/** A server would go on with what it knows of the salon of before; its connections hold tables that are to be replaced. */
async function assertAlone(db: Db): Promise<void> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and usename is not null and pid <> pg_backend_pid()`.execute(db);
  if (rows.length > 0)
    throw new CannotOpen(
      `The database has ${rows.length} other connections. Stop every Lunula server that uses it first.`,
    );
}

const LEDGER =
  /^COPY \S*migrations \("?position"?, name, hash, applied_at(?:, works_from)?\) FROM stdin;\n([\s\S]*?)^\\\.$/m;

function ledgerIn(script: string): Entry[] {
  const rows = (LEDGER.exec(script)?.[1] ?? '').split('\n').filter(Boolean);
  return rows
    .map((row) => row.split('\t'))
    .map(([position, , hash = '']) => ({ position: Number(position), hash }));
}

/** The tables of a dump, once it is certain that it is a whole one of this Lunula or of an older one. */
async function tablesIn(dump: string, { environment }: PostgresPlace): Promise<ReadonlySet<string>> {
  const folder = postgresPrograms(environment);
  const read = (args: string[]) =>
    outputOf(folder, 'pg_restore', [...args, dump], environment).catch((error: unknown) => {
      throw new CannotOpen(`${dump} is not a dump of PostgreSQL, or is damaged.`, { cause: error });
    });
  const list = await read(['--list']);
  await runPostgres(folder, 'pg_restore', ['--file=-', dump], { environment }).catch((error: unknown) => {
    throw new CannotOpen(`${dump} is damaged.`, { cause: error });
  });
  const tables = new Set([...list.matchAll(/ TABLE DATA \S+ (\w+) /g)].map(([, table = '']) => table));
  const script = await read(['--data-only', '--table=migrations', '--file=-']);
  const applied = ledgerIn(script);
  if (applied.length === 0 || !tables.has('appointments'))
    throw new CannotOpen(`${dump} is not a dump of Lunula.`);
  const refusal = copyRefusal(dump, applied, 'postgres');
  if (refusal) throw new CannotOpen(refusal);
  return tables;
}

interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/** What is sent before the dump and after it. Only the last word makes any of it happen. */
async function surroundings(db: Db, tables: ReadonlySet<string>, nowMs: number): Promise<Surroundings> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  const schema = rows[0]?.schema ?? 'public';
  const ours = [...TABLES, 'migrations'].map((table) => `${schema}.${table}`);
  const before = [
    'begin',
    "set local lock_timeout = '10s'",
    `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, // a server that starts now waits, and finds the new salon
    `drop table if exists ${ours.join(', ')}`,
  ];
  const after = [`set local search_path to ${schema}`, ...restoreStatements(tables, nowMs), 'commit'];
  return { before: `${before.join(';\n')};\n`, after: `\n${after.join(';\n')};\n` };
}

/** A setting that a newer program sends and an older server does not know. It stands in the head of a script. */
const NEW_SETTING = /^SET transaction_timeout = 0;$/m;
const HEAD_CHUNKS = 3;

function withoutNewSetting(): Transform {
  let chunks = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isHead = ++chunks <= HEAD_CHUNKS;
      done(null, isHead ? Buffer.from(chunk.toString('latin1').replace(NEW_SETTING, ''), 'latin1') : chunk);
    },
  });
}

/** pg_restore writes the dump as SQL, psql carries it out. A cut anywhere before the last `commit` changes nothing. */
async function replay(place: PostgresPlace, dump: string, { before, after }: Surroundings): Promise<void> {
  const { databaseUrl, environment } = place;
  const folder = postgresPrograms(environment);
  const script = withoutNewSetting();
  const reading = new AbortController();
  script.write(before);
  const args = ['--no-owner', '--no-privileges', '--file=-', dump];
  const read = { environment, output: script, signal: reading.signal };
  const written = runPostgres(folder, 'pg_restore', args, read).then(
    () => void script.end(after),
    (error: Error) => void script.destroy(error),
  );
  try {
    const quietly = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
    await runPostgres(folder, 'psql', quietly, { environment, databaseUrl, input: script });
  } finally {
    reading.abort(); // of a psql that has failed it would never be rid of its output
    await written;
  }
}
