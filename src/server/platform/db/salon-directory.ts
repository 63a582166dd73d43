import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Files in DATA_DIR: the embedded database with SQLite's own files, and backups/. */
const SQLITE_FILE = 'lunula.sqlite';
const BACKUPS = 'backups';
const OTHERS = 0o077;

/** Only the user of this process can read the folder: it contains personal data. */
export const makePrivateFolder = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
};

/** Creates backups/, and makes an existing one private: older releases did not. */
export function backupsFolder(dataDirectory: string): string {
  const folder = join(dataDirectory, BACKUPS);
  makePrivateFolder(folder);
  chmodSync(folder, 0o700);
  return folder;
}

/** The file names in backups/. */
export function backupNames(dataDirectory: string): string[] {
  const folder = join(dataDirectory, BACKUPS);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * The path of the database file, through a symbolic link: locks and logs belong next to the file itself, else two folders with links
 * to one file would have two locks.
 */
export function sqlitePath(dataDirectory: string): string {
  const path = join(dataDirectory, SQLITE_FILE);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(path) : path;
}

/** A file next to the database that exists during a restore and contains the path of the backup. */
export const restoreMarker = (path: string): string => `${path}.restoring`;

/** Refuses to start after an interrupted restore: the database may be the old one, or missing. */
export function unfinishedRestoreRefusal(path: string): string | undefined {
  const marker = restoreMarker(path);
  if (!existsSync(marker)) return undefined;
  return (
    `A restore of ${path} was interrupted. Finish it with: npm run restore ` +
    `(or go on with the salon as it is there now: delete ${marker})`
  );
}

/** Refuses to create a new database in a folder that has backups. */
export function lostSalonRefusal(dataDirectory: string): string | undefined {
  const newest = backupNames(dataDirectory)
    .filter((name) => name.endsWith('.sqlite'))
    .sort((a, b) => mtimeOf(dataDirectory, b) - mtimeOf(dataDirectory, a))[0];
  if (newest === undefined) return undefined;
  const folder = join(dataDirectory, BACKUPS);
  return (
    `There is no salon in ${dataDirectory}, but there are backups of one. Put one back with: ` +
    `npm run restore -- ${join(folder, newest)} (or, to begin with an empty salon, move ${folder} away)`
  );
}

const mtimeOf = (dataDirectory: string, name: string): number =>
  statSync(join(dataDirectory, BACKUPS, name)).mtimeMs;

/** A copied database, or one of an older release, may be readable by everybody. By path: closing a handle would drop the lock. */
export function makePrivate(path: string): void {
  for (const part of ['', '-wal', '-shm', '-lock'])
    if (existsSync(path + part) && (statSync(path + part).mode & OTHERS) !== 0) chmodSync(path + part, 0o600);
}

/** A warning if other users can list the folder; they cannot read its files. */
export function openToOthersWarning(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(dataDirectory).mode & 0o777;
  if ((mode & OTHERS) === 0) return undefined;
  return `DATA_DIR ${dataDirectory} is open to other users of this machine (mode ${mode.toString(8)}): chmod 700 closes it`;
}

const held = new Set<DatabaseSync>(); // the garbage collector would close an unreferenced handle and drop the lock

const isBusy = (error: unknown): boolean => (((error as { errcode?: number }).errcode ?? 0) & 255) === 5;

/**
 * Locks the database for one server: a SQLite lock on a second, empty database, which the operating system releases when the process
 * dies. node:fs must never open either file meanwhile: closing such a handle would drop the process's locks. Returns undefined if
 * another process holds the lock.
 */
export function holdServerLock(databasePath: string, waitMs: number): { release(): void } | undefined {
  const lock = new DatabaseSync(`${databasePath}-lock`, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}
