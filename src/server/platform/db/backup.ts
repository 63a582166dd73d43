import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { CannotOpen, makePrivateFolder, SQLITE_FILE } from './open.ts';
import { holdServerLock } from './server-lock.ts';

/** Pages per step: all at once. In smaller steps a copy begins anew at every write, and under steady writing never ends. */
const WHOLE_FILE = 1_000_000_000;
const LOCK_WAIT_MS = 2000;

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const only = (row: Record<string, unknown> | undefined): unknown => Object.values(row ?? {})[0];

/** Refuses a file that is not a whole, sound database of Lunula. Returns how many appointments it holds. */
function assertSound(path: string): number {
  const file = new DatabaseSync(path);
  try {
    if (only(file.prepare('pragma integrity_check').get()) !== 'ok')
      throw new CannotOpen(`${path} is damaged.`);
    if (file.prepare('pragma foreign_key_check').get())
      throw new CannotOpen(`${path} is damaged: rows are missing.`);
    if (only(file.prepare("select count(*) from sqlite_master where name = 'migrations'").get()) !== 1)
      throw new CannotOpen(`${path} is not a database of Lunula.`);
    file.exec('pragma journal_mode=delete'); // one plain file, nothing beside it
    return Number(only(file.prepare('select count(*) from appointments').get()));
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === NOT_A_DATABASE) throw new CannotOpen(`${path} is not a database.`);
    if (errcode === CORRUPT) throw new CannotOpen(`${path} is damaged.`);
    throw error;
  } finally {
    file.close();
  }
}

function onDisk(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Copies the embedded database to `target` as it is at one moment, also while a server writes to it: through a read-only
 * connection of its own, which holds up nobody. The copy is checked before it gets its name. Returns its appointments.
 */
export async function backUp(dataDirectory: string, target: string): Promise<number> {
  const source = join(dataDirectory, SQLITE_FILE);
  if (!existsSync(source)) throw new CannotOpen(`There is no salon in ${dataDirectory}.`);
  if (existsSync(target)) throw new CannotOpen(`${target} is there already.`);
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600)); // from its first byte on it is the owner's alone
  const reader = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    await backup(reader, unfinished, { rate: WHOLE_FILE });
  } finally {
    reader.close();
  }
  try {
    const appointments = assertSound(unfinished);
    onDisk(unfinished);
    renameSync(unfinished, target);
    return appointments;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * Puts a backup in the place of the embedded database; what was there is kept in `aside`. Refuses while a server runs on it.
 * The last step is a rename: either the old database is there or the whole backup.
 */
export function restore(dataDirectory: string, backupPath: string, aside: string): number {
  if (!existsSync(backupPath)) throw new CannotOpen(`There is no file ${backupPath}.`);
  makePrivateFolder(dataDirectory);
  const place = join(dataDirectory, SQLITE_FILE);
  const lock = holdServerLock(place, LOCK_WAIT_MS);
  if (!lock) throw new CannotOpen(`A Lunula server is running on ${place}. Stop it first.`);
  const incoming = `${place}.incoming`;
  try {
    copyFileSync(backupPath, incoming);
    const appointments = assertSound(incoming);
    onDisk(incoming);
    keepAside(place, aside);
    renameSync(incoming, place);
    return appointments;
  } finally {
    rmSync(incoming, { force: true });
    lock.release();
  }
}

/** The file with its write-ahead log, which belongs to it alone: beside another file it would be played into that. */
function keepAside(place: string, aside: string): void {
  if (!existsSync(place)) return;
  mkdirSync(dirname(aside), { recursive: true });
  for (const part of ['', '-wal']) if (existsSync(place + part)) copyFileSync(place + part, aside + part);
  for (const part of ['-wal', '-shm']) rmSync(place + part, { force: true });
}
