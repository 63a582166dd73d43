import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import {
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { isDenied } from './errors.ts';
import { GuardedPostgresDialect, openPool } from './postgres.ts';
import {
  holdServerLock,
  lostSalonRefusal,
  makePrivate,
  makePrivateFolder,
  sqlitePath,
  unfinishedRestoreRefusal,
} from './salon-directory.ts';
import type { Db, Schema } from './schema.ts';
import { NodeSqliteDialect, openFile } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

export interface OpenDatabase {
  readonly db: Db;
  readonly engine: Engine;
  close(): Promise<void>;
}

/** A startup error: printed as one line without a stack trace, exit code 1. */
export class CannotOpen extends Error {
  override name = 'CannotOpen';
}

const LOCK_WAIT_MS = 500; // a server that was just stopped may need a moment to release the lock

function orCannotOpen<T>(what: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new CannotOpen(`${what} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

/** Opens the database file. Refuses after an interrupted restore, and if the file is missing or empty but there are backups. */
function openSalonFile(directory: string, path: string): DatabaseSync {
  const refusal =
    unfinishedRestoreRefusal(path) ?? (existsSync(path) ? undefined : lostSalonRefusal(directory));
  if (refusal) throw new CannotOpen(refusal);
  const file = orCannotOpen(path, () => openFile(path));
  const isEmpty = !file.prepare('select 1 from sqlite_schema limit 1').get();
  const lost = isEmpty ? lostSalonRefusal(directory) : undefined;
  if (lost) {
    file.close();
    throw new CannotOpen(lost);
  }
  makePrivate(path);
  return file;
}

/** Kysely with a plugin for empty lists: it turns `x in ()`, a syntax error on PostgreSQL, into false, and `x not in ()` into true. */
const openKysely = (dialect: Dialect): Db =>
  new Kysely<Schema>({
    dialect,
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

/** Opens the embedded database in `directory`. Refuses if another server uses it. */
export function openSqlite(directory: string): OpenDatabase {
  orCannotOpen(`DATA_DIR ${directory}`, () => makePrivateFolder(directory));
  const path = orCannotOpen(`DATA_DIR ${directory}`, () => sqlitePath(directory));
  const lock = orCannotOpen(`DATA_DIR ${directory}`, () => holdServerLock(path, LOCK_WAIT_MS));
  if (!lock)
    throw new CannotOpen(`Another Lunula server is running on ${path}. Stop it first, or set DATA_DIR.`);
  let file: DatabaseSync;
  try {
    file = openSalonFile(directory, path);
  } catch (error) {
    lock.release();
    throw error;
  }
  const db = openKysely(new NodeSqliteDialect(file));
  return {
    db,
    engine: 'sqlite',
    async close() {
      await db.destroy();
      if (file.isOpen) file.close(); // needed if no query has run: Kysely closes only a connection that has run a query
      lock.release();
    },
  };
}

/** Opens a PostgreSQL database. The first query connects to it. */
export function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  limits: PoolConfig = {},
): OpenDatabase {
  const pool = openPool({ connectionString: url, ...limits }, onLost);
  const db = openKysely(new GuardedPostgresDialect(pool));
  return { db, engine: 'postgres', close: () => db.destroy() };
}

/** Opens the database for a command-line tool. A server may run meanwhile: only servers take the server lock. */
export function openForCommand(config: Config, limits: PoolConfig = {}): OpenDatabase {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, () => undefined, limits);
  const path = orCannotOpen(config.dataDirectory, () => sqlitePath(config.dataDirectory));
  if (!existsSync(path))
    throw new CannotOpen(
      `There is no salon in ${config.dataDirectory} yet. Start it first, or set DATA_DIR.`,
    );
  const db = openKysely(new NodeSqliteDialect(openFile(path)));
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

/** Connection options without timeouts, for long work that blocks no requests. */
export const NO_LIMITS: PoolConfig = {
  max: 1,
  query_timeout: 0,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/** Opens the database without timeouts, for long-running work. On SQLite, throws if a server is running. */
export const openForLongWork = (config: Config): OpenDatabase =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, () => undefined, NO_LIMITS)
    : openSqlite(config.dataDirectory);

/** Opens the configured database for a server. `onLost` receives errors of idle PostgreSQL connections. */
export const openDatabase = (config: Config, onLost: (error: Error) => void): OpenDatabase =>
  config.databaseUrl ? openPostgres(config.databaseUrl, onLost) : openSqlite(config.dataDirectory);

/** Puts an error message on one line, because messages about certificates may have several lines. */
const asSentence = (message: string): string => message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');

/** Connects to PostgreSQL. A rejected login becomes an error that names DATABASE_URL; pg's message contains no password. */
export async function connectFirst({ db, engine }: OpenDatabase): Promise<void> {
  if (engine === 'sqlite') return;
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    if (!isDenied(error)) throw error; // callers report other errors, such as an unreachable server
    const { message } = error as Error;
    throw new CannotOpen(`PostgreSQL refuses DATABASE_URL: ${asSentence(message)}.`, { cause: error });
  }
}
