import {
  constants,
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { migrations } from '../../../../migrations/index.ts';
import { statementsOf } from '../../../../migrations/migration.ts';
import { type AppliedMigration, backupRefusal } from '../db/migrate.ts';
import { CannotOpen } from '../db/open.ts';
import {
  holdServerLock,
  makePrivate,
  makePrivateFolder,
  restoreMarker,
  sqlitePath,
} from '../db/salon-directory.ts';
import {
  type FinishedBackup,
  flushFile,
  flushFolder,
  moveIntoPlaceWithChecksum,
  verifyChecksum,
  writeAtomically,
  writeSmallFile,
} from './files.ts';
import { type Account, accountChanges, accountsSql, type RestoreReport } from './restore-report.ts';
import { KNOWN_BY_ID, restoreStatements, SKIPPED_IDS } from './tables.ts';

/** Copies the whole file in one step. With smaller steps each write restarts the backup, which may then never end. */
const WHOLE_FILE = 1_000_000_000;
const BUSY_TIMEOUT_MS = 5000;
const LOCK_WAIT_MS = 2000;

/** SQLite's log files next to a database. SQLite would apply a leftover log to the restored database. */
const LOGS = ['-wal', '-journal'];
const SIDE_FILES = [...LOGS, '-shm'];

/** Backs up one consistent state of the embedded database, also while a server writes. Checks the backup before it gets its name. */
export async function backUpSqlite(dataDirectory: string, target: string): Promise<FinishedBackup> {
  const source = sqlitePath(dataDirectory);
  if (!existsSync(source)) throw new CannotOpen(`There is no salon in ${dataDirectory}.`);
  return writeAtomically(target, async (unfinished) => {
    await copyWhole(source, unfinished);
    const appointments = checkBackup(unfinished, source);
    return { bytes: statSync(unfinished).size, appointments };
  });
}

async function copyWhole(source: string, target: string): Promise<void> {
  using reader = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  await backup(reader, target, { rate: WHOLE_FILE });
}

/** Checks a new backup and returns its number of appointments. The error for a damaged backup names the source file, because the source must be damaged too. */
function checkBackup(unfinished: string, source: string): number {
  using file = new DatabaseSync(unfinished);
  assertIntact(file, source);
  checkpointWal(file);
  return countAppointments(file);
}

/** The path of the backup whose restore was interrupted, if there is one. */
export function interruptedRestore(dataDirectory: string): string | undefined {
  const marker = restoreMarker(sqlitePath(dataDirectory));
  return existsSync(marker) ? readFileSync(marker, 'utf8').trim() || undefined : undefined;
}

/** Saves the database at `previousPath` and replaces it by a backup. While this function runs, no server can start (docs/spec/reliability.md §6). */
export function restoreSqlite(
  dataDirectory: string,
  backupPath: string,
  previousPath: string,
  nowMs: number,
): RestoreReport {
  if (!existsSync(backupPath)) throw new CannotOpen(`There is no file ${backupPath}.`);
  makePrivateFolder(dataDirectory);
  const path = sqlitePath(dataDirectory);
  if (existsSync(path) && realpathSync(backupPath) === realpathSync(path))
    throw new CannotOpen(`${backupPath} is the salon itself, not a backup.`);
  const lock = holdServerLock(path, LOCK_WAIT_MS);
  if (!lock) throw new CannotOpen(`A Lunula server is running on ${path}. Stop it first.`);
  const marker = restoreMarker(path);
  const wasInterrupted = existsSync(marker);
  try {
    writeSmallFile(marker, backupPath);
    const report = replaceDatabase(path, backupPath, previousPath, nowMs);
    removeMarker(marker);
    return report;
  } catch (error) {
    removeIncoming(path);
    if (!wasInterrupted) removeMarker(marker); // this restore has changed nothing, so its marker must not stop the next start of the server
    throw error;
  } finally {
    lock.release();
  }
}

function removeMarker(marker: string): void {
  rmSync(marker, { force: true });
  flushFolder(dirname(marker));
}

function removeIncoming(path: string): void {
  for (const part of ['', ...SIDE_FILES]) rmSync(`${path}.incoming${part}`, { force: true });
}

function replaceDatabase(path: string, backupPath: string, previousPath: string, nowMs: number) {
  const incoming = `${path}.incoming`;
  removeIncoming(path);
  const hasChecksum = copyBackup(backupPath, incoming);
  const { accounts, appointments } = prepare(incoming, backupPath, nowMs);
  flushFile(incoming);
  const { previousAccounts, ...previous } = savePrevious(path, previousPath);
  for (const part of SIDE_FILES) rmSync(path + part, { force: true });
  renameSync(incoming, path); // this rename replaces the old database by the new one atomically
  flushFolder(dirname(path));
  makePrivate(path);
  return { appointments, hasChecksum, ...previous, ...accountChanges(accounts, previousAccounts) };
}

const stampOf = (paths: readonly string[]): string =>
  paths.map((path) => (existsSync(path) ? `${statSync(path).size} ${statSync(path).mtimeMs}` : '')).join();

/** Copies the backup with its WAL and journal. Returns whether the backup has a checksum. */
function copyBackup(backupPath: string, incoming: string): boolean {
  const hasChecksum = verifyChecksum(backupPath);
  const parts = ['', ...LOGS];
  const before = stampOf(parts.map((part) => backupPath + part));
  for (const part of parts)
    if (existsSync(backupPath + part)) copyFileSync(backupPath + part, incoming + part);
  if (stampOf(parts.map((part) => backupPath + part)) !== before)
    throw new CannotOpen(
      `${backupPath} is being written to. Back it up with npm run backup, and restore that backup.`,
    );
  makePrivate(incoming);
  return hasChecksum;
}

/** Checks the copied backup, and deletes rows that a restore must not bring back, such as sessions. */
function prepare(incoming: string, backupPath: string, nowMs: number) {
  using file = new DatabaseSync(incoming, { timeout: BUSY_TIMEOUT_MS });
  assertIntact(file, backupPath);
  checkpointWal(file);
  file.exec('pragma secure_delete=on');
  file.exec('begin');
  for (const statement of restoreStatements(tablesIn(file), nowMs)) file.exec(statement);
  const skipIds = file.prepare('update sqlite_sequence set seq = seq + ? where name = ?');
  for (const table of KNOWN_BY_ID) skipIds.run(SKIPPED_IDS, table);
  file.exec('commit');
  return { accounts: accountsIn(file), appointments: countAppointments(file) };
}

interface Previous extends Pick<RestoreReport, 'previousPath' | 'isPreviousReadable'> {
  readonly previousAccounts: readonly Account[];
}

/** Saves the database that a restore replaces, with its WAL, as a single file. Copies the files unchanged if the database is unreadable. */
function savePrevious(path: string, previousPath: string): Previous {
  const none = { previousPath: undefined, isPreviousReadable: true };
  if (!existsSync(path)) return { ...none, previousAccounts: [] };
  makePrivateFolder(dirname(previousPath));
  let previousAccounts: Account[];
  try {
    previousAccounts = checkpointedAccounts(path);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    for (const part of ['', ...LOGS]) if (existsSync(path + part)) copyRaw(path + part, previousPath + part);
    return { previousPath, isPreviousReadable: false, previousAccounts: [] };
  }
  if (statSync(path).size === 0) return { ...none, previousAccounts };
  const unfinished = `${previousPath}.unfinished`;
  try {
    copyFileSync(path, unfinished, constants.COPYFILE_FICLONE);
    makePrivate(unfinished);
    moveIntoPlaceWithChecksum(unfinished, previousPath);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { previousPath, isPreviousReadable: true, previousAccounts };
}

function checkpointedAccounts(path: string): Account[] {
  using file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  checkpointWal(file);
  return tablesIn(file).has('users') ? accountsIn(file) : [];
}

function copyRaw(from: string, to: string): void {
  copyFileSync(from, to);
  makePrivate(to);
  flushFile(to);
  flushFolder(dirname(to));
}

const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

const only = (row: Record<string, unknown> | undefined): unknown => Object.values(row ?? {})[0];

const errcodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode ?? 0) & 255;

export const isDiskFull = (error: unknown): boolean =>
  errcodeOf(error) === FULL || ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '');

/** True if the error comes from the content of the file, not from a lock or the disk. */
const isUnreadable = (error: unknown) => errcodeOf(error) === CORRUPT || errcodeOf(error) === NOT_A_DATABASE;

/** Tables, indexes and triggers as SQL, except the migrations table, whose SQL text differs between salons. */
function schemaOf(file: DatabaseSync): string {
  const rows = file.prepare(
    `select type, name, tbl_name, sql from sqlite_schema
     where name not like 'sqlite\\_%' escape '\\' and name <> 'migrations' order by type, name`,
  );
  return JSON.stringify(rows.all());
}

function schemaAfter(applied: number): string {
  using empty = new DatabaseSync(':memory:');
  for (const migration of migrations.slice(0, applied))
    for (const statement of statementsOf(migration, 'sqlite')) empty.exec(statement);
  return schemaOf(empty);
}

const tablesIn = (file: DatabaseSync): ReadonlySet<string> =>
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
function assertIntact(file: DatabaseSync, path: string): void {
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

const countAppointments = (file: DatabaseSync): number =>
  Number(only(file.prepare('select count(*) from appointments').get()));

/** Writes the WAL into the database file and switches the WAL off, so that a single file remains. */
function checkpointWal(file: DatabaseSync): void {
  try {
    file.exec('pragma wal_checkpoint(truncate)');
    if (only(file.prepare('pragma journal_mode=delete').get()) === 'delete') return;
  } catch (error) {
    if (errcodeOf(error) !== BUSY) throw error;
  }
  throw new CannotOpen('Another program uses the database. Stop it and try again.');
}

const accountsIn = (file: DatabaseSync): Account[] =>
  file.prepare(accountsSql(tablesIn(file).has('people'))).all() as unknown as Account[];
