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
  lostSalonRefusal,
  makePrivate,
  makePrivateFolder,
  sqlitePlace,
  unfinishedRestoreRefusal,
} from './salon-folder.ts';
import type { Db, Schema } from './schema.ts';
import { holdServerLock } from './server-lock.ts';
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

/** Turns the error of a folder or file that cannot be used into the one line that the owner reads. */
function orCannotOpen<T>(what: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new CannotOpen(`${what} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

/** Opens the file unless it is in the middle of a restore, or missing although there was a salon. */
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

/** `where x in ()` is a syntax error on PostgreSQL: the plugin makes it `1 = 0`, and `not in ()` `1 = 1`. */
const openKysely = (dialect: Dialect): Db =>
  new Kysely<Schema>({
    dialect,
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

/** The embedded database in `directory`; refuses when another process serves it. */
export function openSqlite(directory: string): OpenDatabase {
  orCannotOpen(`DATA_DIR ${directory}`, () => makePrivateFolder(directory));
  const path = orCannotOpen(`DATA_DIR ${directory}`, () => sqlitePlace(directory));
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
      if (file.isOpen) file.close(); // Kysely closes only what was asked once
      lock.release();
    },
  };
}

/** A PostgreSQL server; connecting happens with the first query. */
export function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  waits: PoolConfig = {},
): OpenDatabase {
  const pool = openPool({ connectionString: url, ...waits }, onLost);
  const db = openKysely(new GuardedPostgresDialect(pool));
  return { db, engine: 'postgres', close: () => db.destroy() };
}

/**
 * The same database for a short command of another process, also while a server runs on it: SQLite lets a second process write
 * in its turn (each waits for the other's short transaction). Only serving needs the server's lock.
 */
export function openBeside(config: Config, limits: PoolConfig = {}): OpenDatabase {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, () => undefined, limits);
  const path = orCannotOpen(config.dataDirectory, () => sqlitePlace(config.dataDirectory));
  if (!existsSync(path))
    throw new CannotOpen(
      `There is no salon in ${config.dataDirectory} yet. Start it first, or set DATA_DIR.`,
    );
  const db = openKysely(new NodeSqliteDialect(openFile(path)));
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

/** For work that may take long and holds up nobody. */
export const NO_LIMITS: PoolConfig = {
  max: 1,
  query_timeout: 0,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/** The database for a command that alone works on it and takes as long as it takes; refuses where a server runs on SQLite. */
export const openForLongWork = (config: Config): OpenDatabase =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, () => undefined, NO_LIMITS)
    : openSqlite(config.dataDirectory);

/** The database that the settings name. */
export const openDatabase = (config: Config, onLost: (error: Error) => void): OpenDatabase =>
  config.databaseUrl ? openPostgres(config.databaseUrl, onLost) : openSqlite(config.dataDirectory);

/** A certificate's error may be of several lines. */
const asSentence = (message: string): string => message.trim().replace(/\s+/g, ' ').replace(/\.$/, '');

/**
 * Tries whether PostgreSQL lets this program in. What goes wrong here is a mistake in DATABASE_URL, and most of it has no error
 * code: a password that is missing, TLS, a certificate. pg's messages hold no password.
 */
export async function connectFirst({ db, engine }: OpenDatabase): Promise<void> {
  if (engine === 'sqlite') return;
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    if (!isDenied(error)) throw error; // out of reach: has its own line
    const { message } = error as Error;
    throw new CannotOpen(`PostgreSQL refuses DATABASE_URL: ${asSentence(message)}.`, { cause: error });
  }
}
