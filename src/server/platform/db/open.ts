import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { isDenied } from './errors.ts';
import { GuardedPostgresDialect, openPool } from './postgres.ts';
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

/** Only the owner of the process may read the clients' data in it. */
export const makePrivateFolder = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
};

const LOCK_WAIT_MS = 500; // a server that was just stopped may need a moment to release the lock
export const SQLITE_FILE = 'lunula.sqlite';

// "where x in ()" is an error on PostgreSQL and false on SQLite
const plugins = () => [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

/** Turns the error of a folder or file that cannot be used into the one line that the owner reads. */
function orCannotOpen<T>(what: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new CannotOpen(`${what} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}

/** The embedded database in `directory`; refuses when another process serves it. */
export function openSqlite(directory: string): OpenDatabase {
  orCannotOpen(`DATA_DIR ${directory}`, () => makePrivateFolder(directory));
  const path = join(directory, SQLITE_FILE);
  const lock = orCannotOpen(`DATA_DIR ${directory}`, () => holdServerLock(path, LOCK_WAIT_MS));
  if (!lock)
    throw new CannotOpen(`Another Lunula server is running on ${path}. Stop it first, or set DATA_DIR.`);
  const file = orCannotOpen(path, () => openFile(path));
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(file), plugins: plugins() });
  return {
    db,
    engine: 'sqlite',
    async close() {
      await db.destroy();
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
  const db = new Kysely<Schema>({ dialect: new GuardedPostgresDialect(pool), plugins: plugins() });
  return { db, engine: 'postgres', close: () => db.destroy() };
}

/**
 * The same database for a short command of another process, also while a server runs on it: SQLite lets a second process write
 * in its turn (each waits for the other's short transaction). Only serving needs the server's lock.
 */
export function openBeside(config: Config): OpenDatabase {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, () => undefined);
  const path = join(config.dataDirectory, SQLITE_FILE);
  if (!existsSync(path))
    throw new CannotOpen(
      `There is no salon in ${config.dataDirectory} yet. Start it first, or set DATA_DIR.`,
    );
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(openFile(path)), plugins: plugins() });
  return { db, engine: 'sqlite', close: () => db.destroy() };
}

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
