// The pictures beside a backup or export. docs/spec/behaviour.md §30.5
import {
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { flushFolder, writeSmallFile } from '../backups/files.ts';
import type { Config } from '../config.ts';
import { shownWorks } from '../db/pictures.ts';
import { backupsFolder, makePrivateFolder } from '../db/salon-directory.ts';
import type { Db } from '../db/schema.ts';
import { pictureFolder, pictureNames, thumbOf } from './files.ts';

type Place = Pick<Config, 'dataDirectory'>;

/** Beside a backup in DATA_DIR/backups the list of its pictures, beside other backups and exports the folder that contains them. */
const besideOf = (target: string): string => `${target}.pictures`;

const sharedFolder = ({ dataDirectory }: Place): string => join(backupsFolder(dataDirectory), 'pictures');

/** Copies the files that the folder does not have yet. A file has its name once it is complete. */
function copyNew(files: readonly string[], from: string, to: string): void {
  makePrivateFolder(to);
  for (const file of files) {
    if (existsSync(join(to, file)) || !existsSync(join(from, file))) continue;
    const unfinished = join(to, `${file}.unfinished`);
    copyFileSync(join(from, file), unfinished, constants.COPYFILE_FICLONE);
    renameSync(unfinished, join(to, file));
  }
  flushFolder(to);
}

/** Keeps the pictures of a backup. Those of a backup in DATA_DIR/backups are copied once to backups/pictures and listed first, so that no clearing deletes them. */
export function savePictures(place: Place, target: string): void {
  const names = pictureNames(place);
  if (names.length === 0) return;
  const isShared = resolve(dirname(target)) === resolve(backupsFolder(place.dataDirectory));
  if (isShared) writeSmallFile(besideOf(target), `${names.join('\n')}\n`);
  copyNew(names, pictureFolder(place), isShared ? sharedFolder(place) : besideOf(target));
}

/** Deletes the lists of backups that are gone, and the copies that no list names. */
export function clearPictureCopies(place: Place): void {
  const backups = backupsFolder(place.dataDirectory);
  const lists = readdirSync(backups).filter((name) => name.endsWith('.pictures'));
  const listed = new Set<string>();
  for (const list of lists) {
    if (!existsSync(join(backups, list.slice(0, -'.pictures'.length)))) rmSync(join(backups, list));
    else for (const name of readFileSync(join(backups, list), 'utf8').split('\n')) listed.add(name);
  }
  const shared = sharedFolder(place);
  if (!existsSync(shared)) return;
  for (const name of readdirSync(shared)) if (!listed.has(name)) rmSync(join(shared, name), { force: true });
}

const hasTable = async (db: Db, table: string): Promise<boolean> =>
  (await db.introspection.getTables()).some(({ name }) => name === table);

/** Copies the pictures of a restored or imported salon that the folder lacks, first from beside the file. Returns how many are missing. */
export async function restorePictures(db: Db, place: Place, source: string): Promise<number> {
  if (!(await hasTable(db, 'pictures'))) return 0;
  const rows = await db.selectFrom('pictures').select(['file', 'thumb']).execute();
  const files = [...new Set(rows.flatMap((row) => [`${row.file}.webp`, `${thumbOf(row)}.webp`]))];
  if (files.length === 0) return 0;
  for (const from of [besideOf(source), sharedFolder(place)])
    if (statSync(from, { throwIfNoEntry: false })?.isDirectory()) copyNew(files, from, pictureFolder(place));
  return files.filter((file) => !existsSync(join(pictureFolder(place), file))).length;
}

/** The files of the works that a salon shows. */
export const shownFiles = async (db: Db): Promise<string[]> =>
  (await hasTable(db, 'works'))
    ? (await shownWorks(db).select('file').execute()).map(({ file }) => file)
    : [];

/** The files of the works that a SQLite database shows, read without the server's connection. */
export function shownFilesIn(path: string): string[] {
  using file = new DatabaseSync(path, { readOnly: true });
  if (!file.prepare("select 1 from sqlite_schema where name = 'works'").get()) return [];
  const rows = file.prepare(`select file from works join pictures on pictures.id = picture_id
    join services on services.id = service_id where is_hidden = 0`);
  return rows.all().map(({ file: name }) => String(name));
}

export const missingLine = (missing: number): string[] =>
  missing === 0 ? [] : [`Files of pictures that are missing: ${missing}. Everything else is there.`];

/** Hides the works that the replaced database did not show, because they may have been taken down since. The owner confirms them. */
export async function hideWorksExcept(db: Db, shown: readonly string[]): Promise<void> {
  if (!(await hasTable(db, 'works'))) return;
  const others = db
    .selectFrom('pictures')
    .select('id')
    .where('file', 'not in', [...shown, '']);
  await db.updateTable('works').set({ is_hidden: 1 }).where('picture_id', 'in', others).execute();
}
