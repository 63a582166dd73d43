import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../db/open.ts';
import { makePrivateFolder, sqlitePlace } from '../db/salon-folder.ts';
import { checksumFileOf, putInPlaceWithChecksum } from './files.ts';
import { appointmentsIn, assertSound, checkpointWal } from './salon-file.ts';

/** Pages per step: all at once. In smaller steps a copy begins anew at every write, and under steady writing never ends. */
const WHOLE_FILE = 1_000_000_000;
const BUSY_TIMEOUT_MS = 5000;

export interface MadeBackup {
  readonly bytes: number;
  /** Not known of a dump. */
  readonly appointments?: number;
}

const unfinishedName = (target: string): string => `${target}.unfinished`;

/** What a backup that was cut may leave. */
const unfinishedFiles = (target: string): string[] => [
  ...['', '-journal', '-wal', '-shm'].map((part) => unfinishedName(target) + part),
  ...(existsSync(target) ? [] : [checksumFileOf(target), unfinishedName(checksumFileOf(target))]),
];

export function removeUnfinished(target: string): void {
  for (const path of unfinishedFiles(target)) rmSync(path, { force: true, recursive: true });
}

/** Makes a file under a name that says that it is not finished; whatever fails, nothing is left behind. */
export async function madeWhole<T>(
  target: string,
  make: (unfinished: string) => Promise<T>,
  putInPlace = putInPlaceWithChecksum,
): Promise<T> {
  if (existsSync(target)) throw new CannotOpen(`${target} is there already.`);
  const unfinished = unfinishedName(target);
  try {
    makePrivateFolder(dirname(target));
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600)); // from its first byte on it is the owner's alone
    const made = await make(unfinished);
    putInPlace(unfinished, target);
    return made;
  } catch (error) {
    removeUnfinished(target);
    if (error instanceof CannotOpen) throw error;
    throw new CannotOpen(`${target} could not be written: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Copies the embedded database to `target` as it is at one moment, also while a server writes to it: through a read-only
 * connection of its own, which holds up nobody. The copy is checked before it gets its name and its checksum.
 */
export async function backUpSqlite(dataDirectory: string, target: string): Promise<MadeBackup> {
  const source = sqlitePlace(dataDirectory);
  if (!existsSync(source)) throw new CannotOpen(`There is no salon in ${dataDirectory}.`);
  return madeWhole(target, async (unfinished) => {
    const reader = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      await backup(reader, unfinished, { rate: WHOLE_FILE });
    } finally {
      reader.close();
    }
    const appointments = assertedSound(unfinished, source);
    return { bytes: statSync(unfinished).size, appointments };
  });
}

/** What is wrong with the copy is wrong with the salon itself. */
function assertedSound(unfinished: string, source: string): number {
  const file = new DatabaseSync(unfinished);
  try {
    assertSound(file, source);
    checkpointWal(file);
    return appointmentsIn(file);
  } finally {
    file.close();
  }
}
