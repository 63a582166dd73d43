import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What lies in DATA_DIR: the embedded database with what SQLite puts beside it, and backups/. */
const SQLITE_FILE = 'lunula.sqlite';
const BACKUPS = 'backups';
const OTHERS = 0o077;

/** Only the owner of the process may read the clients' data in it. */
export const makePrivateFolder = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
};

/** backups/, private also where an older Lunula has made it. */
export function backupsFolder(dataDirectory: string): string {
  const folder = join(dataDirectory, BACKUPS);
  makePrivateFolder(folder);
  chmodSync(folder, 0o700);
  return folder;
}

/** The names in backups/; none where there is no such folder. */
export function backupNames(dataDirectory: string): string[] {
  const folder = join(dataDirectory, BACKUPS);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * Where the database file really lies: locks, logs and what is put in its place belong beside it, not beside a link to it. Two
 * folders with links to one file would be two locks.
 */
export function sqlitePlace(dataDirectory: string): string {
  const path = join(dataDirectory, SQLITE_FILE);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(path) : path;
}

/** Beside the database while a restore is under way; holds the path of the backup. */
export const restoreMark = (place: string): string => `${place}.restoring`;

/** Why no server may open this folder: it would show a salon that is not the one its owner means, or a new, empty one. */
export function unfinishedRestoreRefusal(place: string): string | undefined {
  const mark = restoreMark(place);
  if (!existsSync(mark)) return undefined;
  return (
    `A restore of ${place} was interrupted. Finish it with: npm run restore ` +
    `(or go on with the salon as it is there now: delete ${mark})`
  );
}

/** Why no new salon is begun here: its backups show that there was one. */
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

/** A database of an older Lunula, or one that was copied here, may be readable by everybody on the machine. By path: no handle. */
export function makePrivate(place: string): void {
  for (const part of ['', '-wal', '-shm', '-lock'])
    if (existsSync(place + part) && (statSync(place + part).mode & OTHERS) !== 0)
      chmodSync(place + part, 0o600);
}

/** One line for the log where other users of the machine may look into the folder; its files are closed to them all the same. */
export function openToOthersWarning(dataDirectory: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(dataDirectory).mode & 0o777;
  if ((mode & OTHERS) === 0) return undefined;
  return `DATA_DIR ${dataDirectory} is open to other users of this machine (mode ${mode.toString(8)}): chmod 700 closes it`;
}
