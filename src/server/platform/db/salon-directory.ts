import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// DATA_DIR contains the embedded database, SQLite's own files next to it, and the folder backups/.
const SQLITE_FILE = 'lunula.sqlite';
const BACKUPS = 'backups';
const OTHERS = 0o077;

/** Creates a folder that only the user of this process can read: it contains personal data. */
export const makePrivateFolder = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
};

/** Creates backups/ and returns its path. Makes an existing folder private, which older releases did not do. */
export function backupsFolder(dataDirectory: string): string {
  const folder = join(dataDirectory, BACKUPS);
  makePrivateFolder(folder);
  chmodSync(folder, 0o700);
  return folder;
}

export function backupNames(dataDirectory: string): string[] {
  const folder = join(dataDirectory, BACKUPS);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** The path of the database file without symbolic links: two folders with links to one file must share its lock. */
export function sqlitePath(dataDirectory: string): string {
  const path = join(dataDirectory, SQLITE_FILE);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(path) : path;
}

/** The path of the marker file that exists during a restore. It contains the path of the backup. */
export const restoreMarker = (path: string): string => `${path}.restoring`;

/** Returns the message that stops a server's start after an interrupted restore: the database could be the old one, or missing. */
export function unfinishedRestoreRefusal(path: string): string | undefined {
  const marker = restoreMarker(path);
  if (!existsSync(marker)) return undefined;
  return (
    `A restore of ${path} was interrupted. Finish it with: npm run restore ` +
    `(or go on with the salon as it is there now: delete ${marker})`
  );
}

/** If the folder has backups, returns the message that forbids a new database there: the salon's own database is missing. */
export function lostSalonRefusal(dataDirectory: string): string | undefined {
  const newest = backupNames(dataDirectory)
    .filter((name) => name.endsWith('.sqlite'))
    .sort((a, b) => mtimeOf(dataDirectory, b) - mtimeOf(dataDirectory, a))[0];
  if (newest === undefined) return undefined;
  const folder = join(dataDirectory, BACKUPS);
  return (
    `There is no salon in ${dataDirectory}, but there are backups of one. Restore one with: ` +
    `npm run restore -- ${join(folder, newest)} (or, to begin with an empty salon, move ${folder} away)`
  );
}

const mtimeOf = (dataDirectory: string, name: string) => statSync(join(dataDirectory, BACKUPS, name)).mtimeMs;

/** Makes the database's files private. Uses their paths (`chmod`), because closing any file handle of them would release the server lock. */
export function makePrivate(path: string): void {
  for (const part of ['', '-wal', '-shm', '-lock'])
    if (existsSync(path + part) && (statSync(path + part).mode & OTHERS) !== 0) chmodSync(path + part, 0o600);
}

/** Returns a warning if other users of the machine can list the folder. They cannot read its files. */
export function openToOthersWarning(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(dataDirectory).mode & 0o777;
  if ((mode & OTHERS) === 0) return undefined;
  return `DATA_DIR ${dataDirectory} is open to other users of this machine (mode ${mode.toString(8)}): chmod 700 closes it`;
}

const held = new Set<DatabaseSync>(); // the garbage collector would close an unreferenced handle and so release the lock

const isBusy = (error: unknown): boolean => (((error as { errcode?: number }).errcode ?? 0) & 255) === 5;

/** Locks the database for one server; undefined if another server holds the lock. Never open its files with node:fs meanwhile: closing them releases the lock. */
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
