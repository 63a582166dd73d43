import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../../../migrations/index.ts';
import { copyRefusal, type Entry } from '../db/migrate.ts';
import { CannotOpen } from '../db/open.ts';
import type { Account } from './restored.ts';

const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const only = (row: Record<string, unknown> | undefined): unknown => Object.values(row ?? {})[0];

const errcodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 255;
/** Is it the content of the file that is at fault, and not a lock or the disk? */
export const isUnreadable = (error: unknown): boolean =>
  errcodeOf(error) === CORRUPT || errcodeOf(error) === NOT_A_DATABASE;

/** Tables, indexes and triggers as SQL; the ledger of migrations has no fixed text. */
function schemaOf(file: DatabaseSync): string {
  const rows = file.prepare(
    `select type, name, tbl_name, sql from sqlite_schema
     where name not like 'sqlite\\_%' escape '\\' and name <> 'migrations' order by type, name`,
  );
  return JSON.stringify(rows.all());
}

/** What the first so many migrations make. */
function schemaAfter(applied: number): string {
  const fresh = new DatabaseSync(':memory:');
  for (const migration of migrations.slice(0, applied))
    for (const statement of migration.statements('sqlite')) fresh.exec(statement);
  const schema = schemaOf(fresh);
  fresh.close();
  return schema;
}

/** The tables of the file, by name. */
export const tablesIn = (file: DatabaseSync): ReadonlySet<string> =>
  new Set(
    file
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  );

/** Names that anybody may have given to tables are not enough: the ledger's hashes and every table must be Lunula's. */
function assertLunulas(file: DatabaseSync, what: string): void {
  const foreign = new CannotOpen(`${what} is not a database of Lunula.`);
  const ledger = "select count(*) from pragma_table_info('migrations') where name in ('position', 'hash')";
  if (only(file.prepare(ledger).get()) !== 2) throw foreign;
  const rows = file.prepare('select position, hash from migrations order by position').all();
  const applied = rows as unknown as Entry[];
  const refusal = copyRefusal(what, applied, 'sqlite');
  if (refusal) throw new CannotOpen(refusal);
  if (applied.length === 0) throw foreign;
  if (schemaOf(file) !== schemaAfter(applied.length))
    throw new CannotOpen(`${what} is not whole: its tables are not those of Lunula.`);
}

/** Refuses a file that is not a whole, sound salon of this Lunula or an older one; `what` is its name for its owner. */
export function assertSound(file: DatabaseSync, what: string): void {
  try {
    if (only(file.prepare('pragma integrity_check').get()) !== 'ok')
      throw new CannotOpen(`${what} is damaged.`);
    assertLunulas(file, what);
    if (file.prepare('pragma foreign_key_check').get())
      throw new CannotOpen(`${what} is damaged: rows are missing.`);
  } catch (error) {
    if (errcodeOf(error) === NOT_A_DATABASE) throw new CannotOpen(`${what} is not a database.`);
    if (errcodeOf(error) === CORRUPT) throw new CannotOpen(`${what} is damaged.`);
    throw error;
  }
}

export const appointmentsIn = (file: DatabaseSync): number =>
  Number(only(file.prepare('select count(*) from appointments').get()));

/** Checkpoints the WAL and switches it off, which leaves a single file. */
export function checkpointWal(file: DatabaseSync): void {
  try {
    file.exec('pragma wal_checkpoint(truncate)');
    if (only(file.prepare('pragma journal_mode=delete').get()) === 'delete') return;
  } catch (error) {
    if (errcodeOf(error) !== BUSY) throw error;
  }
  throw new CannotOpen('The database is in use by another program. Try again when that has ended.');
}

/** The accounts of a salon, to say what has become of them. */
export const accountsIn = (file: DatabaseSync): Account[] =>
  file
    .prepare('select id, name, email, active, created_at, deleted_at, password_hash from users')
    .all() as unknown as Account[];
