import { spawn } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Environment } from '../config.ts';
import { type AppliedMigration, backupRefusal, MIGRATION_LOCK } from '../db/migrate.ts';
import { CannotOpen, connectFirst, openPostgres } from '../db/open.ts';
import type { Db } from '../db/schema.ts';
import { type FinishedBackup, verifyChecksum, writeAtomically } from './files.ts';
import { type Account, accountChanges, accountsSql, type RestoreReport } from './restore-report.ts';
import { KNOWN_BY_ID, REMOVED_TABLES, restoreStatements, SKIPPED_IDS, TABLES } from './tables.ts';

const PROGRAMS = ['pg_dump', 'pg_restore', 'psql'] as const;
type Program = (typeof PROGRAMS)[number];
const FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{postgresql*,libpq}/bin',
];

const NO_PG_DUMP =
  'pg_dump is not found: install the client programs of PostgreSQL (on Debian: apt install postgresql-client).';

const versionOf = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);

/** Returns a folder with all needed PostgreSQL client programs: the first in PATH, else the newest version in the usual folders. */
export function findPostgresPrograms({ PATH = '' }: Environment): string | undefined {
  const usual = globSync(FOLDERS).sort((a, b) => versionOf(b) - versionOf(a));
  const hasAll = (folder: string) =>
    PROGRAMS.every((name) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.exe`)));
  return [...PATH.split(delimiter).filter(Boolean), ...usual].find(hasAll);
}

function postgresPrograms(environment: Environment): string {
  const folder = findPostgresPrograms(environment);
  if (folder === undefined) throw new CannotOpen(NO_PG_DUMP);
  return folder;
}

interface PostgresTarget {
  readonly databaseUrl: string;
  readonly environment: Environment;
}

interface Run {
  readonly environment: Environment;
  /** The database to which the program connects; undefined if it needs none. */
  readonly databaseUrl?: string;
  readonly input?: Readable;
  /** Receives the program's standard output and is not closed afterwards. Without this stream the output is discarded. */
  readonly output?: Writable;
  readonly signal?: AbortSignal | undefined;
}

/** Connection arguments and environment. The password is in the environment: every user of the machine can see arguments. */
function connectionOf(databaseUrl: string | undefined): { args: string[]; env: Record<string, string> } {
  if (databaseUrl === undefined) return { args: [], env: {} };
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const args = [`--dbname=${url.href}`, '--no-password'];
  return { args, env: password === '' ? {} : { PGPASSWORD: password } };
}

const LAST_LINES = 3;
const STDERR_CHARACTERS = 2000;
const lastLinesOf = (lines: string): string =>
  lines.trim().split('\n').slice(-LAST_LINES).join(' ').replace(/\s+/g, ' ');

/** Runs a program. Rejects with the end of its error output if it fails. */
async function runPostgres(
  folder: string,
  program: Program,
  args: readonly string[],
  { environment, databaseUrl, input, output, signal }: Run,
): Promise<void> {
  const connection = connectionOf(databaseUrl);
  const child = spawn(join(folder, program), [...args, ...connection.args], {
    env: { ...environment, LC_ALL: 'C', PGCONNECT_TIMEOUT: '10', ...connection.env },
    stdio: [input ? 'pipe' : 'ignore', output ? 'pipe' : 'ignore', 'pipe'],
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk).slice(-STDERR_CHARACTERS);
  });
  if (output) child.stdout?.pipe(output, { end: false });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  // if the program fails early, writing its input fails too; the program's error output explains the failure better, so the write error is thrown only without one
  const written =
    input && child.stdin ? pipeline(input, child.stdin).catch((error: Error) => error) : undefined;
  const code = await promise;
  const writeError = await written;
  if (code !== 0) throw new CannotOpen(`${program} failed: ${lastLinesOf(stderr)}`);
  if (writeError) throw writeError;
}

async function outputOf(
  folder: string,
  program: Program,
  args: readonly string[],
  environment: Environment,
): Promise<string> {
  const output = new PassThrough();
  const run = runPostgres(folder, program, args, { environment, output }).finally(() => output.end());
  const [written] = await Promise.all([text(output), run]);
  return written;
}

/** Only the tables of Lunula are dumped and replaced: other programs may use the same database. */
const OUR_TABLES = [...TABLES, ...REMOVED_TABLES, 'migrations'];

/** Dumps one consistent state of the PostgreSQL database. Reads the whole dump once, to find damage, before renaming it to `target`. */
export async function backUpPostgres(
  { databaseUrl, environment }: PostgresTarget,
  target: string,
  signal?: AbortSignal,
): Promise<FinishedBackup> {
  const folder = postgresPrograms(environment);
  return writeAtomically(target, async (unfinished) => {
    const tables = OUR_TABLES.map((table) => `--table=${table}`);
    const dump = ['--format=custom', '--no-owner', '--no-privileges', ...tables, `--file=${unfinished}`];
    await runPostgres(folder, 'pg_dump', dump, { environment, databaseUrl, signal });
    await runPostgres(folder, 'pg_restore', ['--file=-', unfinished], { environment, signal });
    return { bytes: statSync(unfinished).size };
  });
}

/** Replaces the salon by a dump in one transaction. First dumps the old data to `previousPath`. Refuses while other programs are connected. */
export async function restorePostgres(
  target: PostgresTarget,
  dump: string,
  previousPath: string,
  nowMs: number,
): Promise<RestoreReport> {
  if (!existsSync(dump)) throw new CannotOpen(`There is no file ${dump}.`);
  const hasChecksum = verifyChecksum(dump);
  const tables = await tablesIn(dump, target);
  const database = openPostgres(target.databaseUrl, () => undefined, { max: 1 });
  try {
    await connectFirst(database);
    const { db } = database;
    await assertNoOtherConnections(db);
    const isSalon = await hasTable(db, 'users');
    const previousAccounts = isSalon ? await accountsOf(db) : [];
    if (isSalon) await backUpPostgres(target, previousPath);
    await runDump(target, dump, await wrapping(db, tables, nowMs));
    const { rows } = await sql<{ count: number }>`select count(*) as count from appointments`.execute(db);
    return {
      appointments: rows[0]?.count ?? 0,
      previousPath: isSalon ? previousPath : undefined,
      isPreviousReadable: true,
      hasChecksum,
      ...accountChanges(await accountsOf(db), previousAccounts),
    };
  } finally {
    await database.close();
  }
}

const hasTable = async (db: Db, table: 'users' | 'people'): Promise<boolean> =>
  (await sql`select 1 where to_regclass(${table}) is not null`.execute(db)).rows.length > 0;

const accountsOf = async (db: Db): Promise<Account[]> =>
  (await sql<Account>`${sql.raw(accountsSql(await hasTable(db, 'people')))}`.execute(db)).rows;

/** Throws while a server is connected: the server would keep its cached data, and its connections would lock the tables. */
async function assertNoOtherConnections(db: Db): Promise<void> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and usename is not null and pid <> pg_backend_pid()`.execute(db);
  if (rows.length > 0)
    throw new CannotOpen(
      `The database has ${rows.length} other connections. Stop every Lunula server that uses it first.`,
    );
}

const MIGRATION_ROWS =
  /^COPY \S*migrations \("?position"?, name, hash, applied_at(?:, works_from)?\) FROM stdin;\n([\s\S]*?)^\\\.$/m;

function migrationsIn(script: string): AppliedMigration[] {
  const rows = (MIGRATION_ROWS.exec(script)?.[1] ?? '').split('\n').filter(Boolean);
  return rows
    .map((row) => row.split('\t'))
    .map(([position, , hash = '']) => ({ position: Number(position), hash }));
}

/** Returns the tables of a dump. Refuses a dump that is damaged or not from this or an older release. */
async function tablesIn(dump: string, { environment }: PostgresTarget): Promise<ReadonlySet<string>> {
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
  const applied = migrationsIn(script);
  if (applied.length === 0 || !tables.has('appointments'))
    throw new CannotOpen(`${dump} is not a dump of Lunula.`);
  const refusal = backupRefusal(dump, applied, 'postgres');
  if (refusal) throw new CannotOpen(refusal);
  return tables;
}

interface Wrapping {
  readonly before: string;
  readonly after: string;
}

/** The SQL to run before and after the dump. With it the whole restore is one transaction. */
async function wrapping(db: Db, tables: ReadonlySet<string>, nowMs: number): Promise<Wrapping> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  const schema = rows[0]?.schema ?? 'public';
  const ours = OUR_TABLES.map((table) => `${schema}.${table}`);
  const before = [
    'begin',
    "set local lock_timeout = '10s'",
    `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, // a server that starts during the restore waits until the restore ends
    `drop table if exists ${ours.join(', ')}`,
  ];
  const skipped = KNOWN_BY_ID.filter((table) => tables.has(table)).map((table) => {
    const ids = `pg_get_serial_sequence('${table}', 'id')`;
    return `select setval(${ids}, nextval(${ids}) + ${SKIPPED_IDS})`;
  });
  const changes = [...restoreStatements(tables, nowMs), ...skipped];
  const after = [`set local search_path to ${schema}`, ...changes, 'commit'];
  return { before: `${before.join(';\n')};\n`, after: `\n${after.join(';\n')};\n` };
}

/** A setting near the start of pg_restore's script. It is removed, because PostgreSQL servers before 17 reject it. */
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

async function runDump(target: PostgresTarget, dump: string, { before, after }: Wrapping): Promise<void> {
  const { databaseUrl, environment } = target;
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
    const options = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
    await runPostgres(folder, 'psql', options, { environment, databaseUrl, input: script });
  } finally {
    reading.abort(); // stops pg_restore, which would block after a failure of psql, because nobody reads its output
    await written;
  }
}
