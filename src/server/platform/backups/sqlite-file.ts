import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../../../migrations/index.ts';
import { type AppliedMigration, backupRefusal } from '../db/migrate.ts';
import { CannotOpen } from '../db/open.ts';
import { ACCOUNT_COLUMNS, type Account } from './restore-report.ts';

const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

const only = (row: Record<string, unknown> | undefined): unknown => Object.values(row ?? {})[0];

const errcodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 255;
/** True if SQLite or a file operation found no space left. */
export const isDiskFull = (error: unknown): boolean =>
  errcodeOf(error) === FULL || ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');

/** True if the error comes from the content of the file, not from a lock or the disk. */
export const isUnreadable = (error: unknown): boolean =>
  errcodeOf(error) === CORRUPT || errcodeOf(error) === NOT_A_DATABASE;

/** Tables, indexes and triggers as SQL, except the migrations table: its SQL text differs between salons. */
function schemaOf(file: DatabaseSync): string {
  const rows = file.prepare(
    `select type, name, tbl_name, sql from sqlite_schema
     where name not like 'sqlite\\_%' escape '\\' and name <> 'migrations' order by type, name`,
  );
  return JSON.stringify(rows.all());
}

function schemaAfter(applied: number): string {
  const empty = new DatabaseSync(':memory:');
  for (const migration of migrations.slice(0, applied))
    for (const statement of migration.statements('sqlite')) empty.exec(statement);
  const schema = schemaOf(empty);
  empty.close();
  return schema;
}

export const tablesIn = (file: DatabaseSync): ReadonlySet<string> =>
  new Set(
    file
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => String(name)),
  );

/** Throws unless migrations and schema are Lunula's. Table names are not enough: other programs may use the same names. */
function assertLunulaSchema(file: DatabaseSync, path: string): void {
  const foreign = new CannotOpen(`${path} is not a database of Lunula.`);
  const columns = "select count(*) from pragma_table_info('migrations') where name in ('position', 'hash')";
  if (only(file.prepare(columns).get()) !== 2) throw foreign;
  const rows = file.prepare('select position, hash from migrations order by position').all();
  const applied = rows as unknown as AppliedMigration[];
  const refusal = backupRefusal(path, applied, 'sqlite');
  if (refusal) throw new CannotOpen(refusal);
  if (applied.length === 0) throw foreign;
  if (schemaOf(file) !== schemaAfter(applied.length))
    throw new CannotOpen(`${path} is incomplete: its tables are not those of Lunula.`);
}

/** Refuses a file that is damaged or not a database of this or an older release. `path` names the file in the message. */
export function assertIntact(file: DatabaseSync, path: string): void {
  try {
    if (only(file.prepare('pragma integrity_check').get()) !== 'ok')
      throw new CannotOpen(`${path} is damaged.`);
    assertLunulaSchema(file, path);
    if (file.prepare('pragma foreign_key_check').get())
      throw new CannotOpen(`${path} is damaged: rows are missing.`);
  } catch (error) {
    if (errcodeOf(error) === NOT_A_DATABASE) throw new CannotOpen(`${path} is not a database.`);
    if (errcodeOf(error) === CORRUPT) throw new CannotOpen(`${path} is damaged.`);
    throw error;
  }
}

export const countAppointments = (file: DatabaseSync): number =>
  Number(only(file.prepare('select count(*) from appointments').get()));

/** Writes the WAL into the database file and switches it off, so that a single file remains. */
export function checkpointWal(file: DatabaseSync): void {
  try {
    file.exec('pragma wal_checkpoint(truncate)');
    if (only(file.prepare('pragma journal_mode=delete').get()) === 'delete') return;
  } catch (error) {
    if (errcodeOf(error) !== BUSY) throw error;
  }
  throw new CannotOpen('Another program uses the database. Stop it and try again.');
}

export const accountsIn = (file: DatabaseSync): Account[] =>
  file.prepare(`select ${ACCOUNT_COLUMNS.join(', ')} from users`).all() as unknown as Account[];
