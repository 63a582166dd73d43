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
import { DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../db/open.ts';
import { makePrivate, makePrivateFolder, restoreMark, sqlitePlace } from '../db/salon-folder.ts';
import { holdServerLock } from '../db/server-lock.ts';
import {
  checksumFileOf,
  checksumState,
  flushFile,
  flushFolder,
  putInPlaceWithChecksum,
  writeSmallFile,
} from './files.ts';
import { type Account, changedSince, type Restored } from './restored.ts';
import {
  accountsIn,
  appointmentsIn,
  assertSound,
  checkpointWal,
  isUnreadable,
  tablesIn,
} from './salon-file.ts';
import { restoreStatements } from './tables.ts';

const LOCK_WAIT_MS = 2000;
const BUSY_TIMEOUT_MS = 5000;
/** A database and what belongs to it alone: beside another file a log would be played into that. */
const LOGS = ['-wal', '-journal'];
const BESIDE = [...LOGS, '-shm'];

/** The backup that an interrupted restore was about to put back. */
export function interruptedRestore(dataDirectory: string): string | undefined {
  const mark = restoreMark(sqlitePlace(dataDirectory));
  return existsSync(mark) ? readFileSync(mark, 'utf8').trim() || undefined : undefined;
}

/**
 * Puts a backup in the place of the embedded database; what was there is kept in `aside`, whole, in one file. Refuses while a
 * server runs on it. Killed at any moment it leaves the old salon or the new one, and a mark that no server starts over
 * (docs/spec/reliability.md §6).
 */
export function restoreSqlite(
  dataDirectory: string,
  backupPath: string,
  aside: string,
  nowMs: number,
): Restored {
  if (!existsSync(backupPath)) throw new CannotOpen(`There is no file ${backupPath}.`);
  makePrivateFolder(dataDirectory);
  const place = sqlitePlace(dataDirectory);
  if (existsSync(place) && realpathSync(backupPath) === realpathSync(place))
    throw new CannotOpen(`${backupPath} is the salon itself, not a backup.`);
  const lock = holdServerLock(place, LOCK_WAIT_MS);
  if (!lock) throw new CannotOpen(`A Lunula server is running on ${place}. Stop it first.`);
  const mark = restoreMark(place);
  const wasInterrupted = existsSync(mark);
  try {
    writeSmallFile(mark, backupPath);
    const restored = putBack(place, backupPath, aside, nowMs);
    unmark(mark);
    return restored;
  } catch (error) {
    removeIncoming(place);
    if (!wasInterrupted) unmark(mark); // the salon of before is untouched
    throw error;
  } finally {
    lock.release();
  }
}

function unmark(mark: string): void {
  rmSync(mark, { force: true });
  flushFolder(dirname(mark));
}

function removeIncoming(place: string): void {
  for (const part of ['', ...BESIDE]) rmSync(`${place}.incoming${part}`, { force: true });
}

function putBack(place: string, backupPath: string, aside: string, nowMs: number): Restored {
  const incoming = `${place}.incoming`;
  removeIncoming(place);
  const hasChecksum = copyIn(backupPath, incoming);
  const { accounts, appointments } = prepare(incoming, backupPath, nowMs);
  flushFile(incoming);
  const kept = keepAside(place, aside);
  for (const part of BESIDE) rmSync(place + part, { force: true });
  renameSync(incoming, place); // the one step: before it the old salon is there, after it the new one
  flushFolder(dirname(place));
  makePrivate(place);
  return { appointments, hasChecksum, ...kept, ...changedSince(accounts, kept.accounts) };
}

const stampOf = (paths: readonly string[]): string =>
  paths.map((path) => (existsSync(path) ? `${statSync(path).size} ${statSync(path).mtimeMs}` : '')).join();

/** Copies the backup, with a log that lies beside it; says whether its checksum stood beside it too. */
function copyIn(backupPath: string, incoming: string): boolean {
  const state = checksumState(backupPath);
  if (state === 'differs')
    throw new CannotOpen(
      `${backupPath} is damaged or was changed: it does not fit ${checksumFileOf(backupPath)}.`,
    );
  const parts = ['', ...LOGS];
  const before = stampOf(parts.map((part) => backupPath + part));
  for (const part of parts)
    if (existsSync(backupPath + part)) copyFileSync(backupPath + part, incoming + part);
  if (stampOf(parts.map((part) => backupPath + part)) !== before)
    throw new CannotOpen(`${backupPath} is being written to. Make a copy of it with npm run backup first.`);
  makePrivate(incoming);
  return state === 'same';
}

/** Checks what came in, and ends what must not live again. */
function prepare(incoming: string, backupPath: string, nowMs: number) {
  const file = new DatabaseSync(incoming, { timeout: BUSY_TIMEOUT_MS });
  try {
    assertSound(file, backupPath);
    checkpointWal(file);
    file.exec('pragma secure_delete=on');
    file.exec('begin');
    for (const statement of restoreStatements(tablesIn(file), nowMs)) file.exec(statement);
    file.exec('commit');
    return { accounts: accountsIn(file), appointments: appointmentsIn(file) };
  } finally {
    file.close();
  }
}

interface Kept {
  readonly aside: string | undefined;
  readonly isAsideSound: boolean;
  readonly accounts: readonly Account[];
}

/** One file with everything in it, also what was only in the log. What can't be read is kept as it is. */
function keepAside(place: string, aside: string): Kept {
  if (!existsSync(place)) return { aside: undefined, isAsideSound: true, accounts: [] };
  makePrivateFolder(dirname(aside));
  let accounts: Account[];
  try {
    accounts = folded(place);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    for (const part of ['', ...LOGS]) if (existsSync(place + part)) keepRaw(place + part, aside + part);
    return { aside, isAsideSound: false, accounts: [] };
  }
  if (statSync(place).size === 0) return { aside: undefined, isAsideSound: true, accounts };
  const unfinished = `${aside}.unfinished`;
  try {
    copyFileSync(place, unfinished, constants.COPYFILE_FICLONE);
    makePrivate(unfinished);
    putInPlaceWithChecksum(unfinished, aside);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { aside, isAsideSound: true, accounts };
}

function folded(place: string): Account[] {
  const file = new DatabaseSync(place, { timeout: BUSY_TIMEOUT_MS });
  try {
    checkpointWal(file);
    return tablesIn(file).has('users') ? accountsIn(file) : [];
  } finally {
    file.close();
  }
}

function keepRaw(from: string, to: string): void {
  copyFileSync(from, to);
  makePrivate(to);
  flushFile(to);
  flushFolder(dirname(to));
}
