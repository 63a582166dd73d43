// The files of pictures: DATA_DIR/pictures, each named by its content. docs/spec/behaviour.md §30.2
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { makeToken } from '../auth/secrets.ts';
import { flushFolder, writeSmallFile } from '../backups/files.ts';
import { isDiskFull } from '../backups/sqlite.ts';
import type { Config } from '../config.ts';
import { makePrivateFolder } from '../db/salon-directory.ts';
import type { Db, Trx } from '../db/schema.ts';
import { inTransaction, lockPictureFile } from '../db/transaction.ts';
import { refuse } from '../errors.ts';
import type { ValidatedRequest } from '../http/request.ts';
import { DAY_MS } from '../jobs/retention.ts';
import { loadSharp } from './sharp.ts';

type Place = Pick<Config, 'dataDirectory'>;

export const pictureFolder = ({ dataDirectory }: Place): string => join(dataDirectory, 'pictures');
const ENDING = '.webp';
export const pathOf = (place: Place, name: string): string => join(pictureFolder(place), `${name}${ENDING}`);

/** The word that the folder of the salon's pictures shares with the database. */
const FOLDER_WORD = 'picture_folder';
const wordFile = (place: Place): string => join(pictureFolder(place), '.salon');

const storedWord = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('secrets').select('value').where('name', '=', FOLDER_WORD).executeTakeFirst())?.value;

/** True if the folder is that of this salon. */
export async function isFolderOurs(db: Db, place: Place): Promise<boolean> {
  const path = wordFile(place);
  return existsSync(path) && readFileSync(path, 'utf8') === (await storedWord(db));
}

/** Makes word and folder of a salon that has none. */
export async function makeFolder(db: Db, place: Place, nowMs: number): Promise<void> {
  if (await storedWord(db)) return;
  const value = makeToken();
  await db
    .insertInto('secrets')
    .values({ name: FOLDER_WORD, value, created_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  if ((await storedWord(db)) === value) markFolder(place, value);
}

/** Makes the folder that of a restored or imported salon. One without a word, perhaps of an earlier release, gets it at its next start. */
export async function adoptFolder(db: Db, place: Place): Promise<void> {
  const tables = await db.introspection.getTables();
  const word = tables.some(({ name }) => name === 'secrets') && (await storedWord(db));
  if (word) markFolder(place, word);
}

function markFolder(place: Place, word: string): void {
  makePrivateFolder(pictureFolder(place));
  writeSmallFile(wordFile(place), word);
}

const NAME_CHARACTERS = 32;

/** The name of a picture: 128 bits of the hash of its content, so that its row stays small. */
export const nameOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, NAME_CHARACTERS);

const THUMB = '-s';

/** The name of a picture's thumbnail. Pictures of earlier releases have another. */
export const thumbOf = ({ file, thumb }: { readonly file: string; readonly thumb: string }): string =>
  thumb || `${file}${THUMB}`;

/** Writes a file that is complete and on disk before it has its name, or renews the age of an existing one. */
export function writePicture(place: Place, name: string, content: Buffer, nowMs: number): void {
  const path = pathOf(place, name);
  const unfinished = `${path}.${makeToken().slice(0, 8)}.unfinished`;
  try {
    if (!existsSync(path)) {
      writeFileSync(unfinished, content, { mode: 0o600, flush: true });
      renameSync(unfinished, path);
      flushFolder(pictureFolder(place));
    }
    utimesSync(path, nowMs / 1000, nowMs / 1000);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (isDiskFull(error)) refuse('disk_full');
    throw error;
  }
}

/** The names of files in the folder with their sizes. */
const storedNames = (place: Place): string[] =>
  existsSync(pictureFolder(place))
    ? readdirSync(pictureFolder(place)).filter((name) => name !== '.salon')
    : [];

/** The files of pictures in the folder. */
export const pictureNames = (place: Place): string[] =>
  storedNames(place).filter((name) => name.endsWith(ENDING));

/** Whether a picture has this name, or had a thumbnail with it in an earlier release. */
const isUsed = async (trx: Trx, name: string): Promise<boolean> =>
  (await trx
    .selectFrom('pictures')
    .select('id')
    .where(
      sql<boolean>`(substr(file, 1, 8) = ${name.slice(0, 8)} and file = ${name}) or (thumb = ${name} and thumb <> '')`,
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

const isOld = (path: string, nowMs: number): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) < nowMs - DAY_MS;

/** Deletes files that no row has needed for a day. An upload of the same content locks the name too, and writes the file again. */
export async function sweepFiles(db: Db, place: Place, nowMs: number): Promise<void> {
  for (const file of storedNames(place)) {
    const path = join(pictureFolder(place), file);
    if (!isOld(path, nowMs)) continue;
    const stored = file.slice(0, -ENDING.length);
    const name = stored.endsWith(THUMB) ? stored.slice(0, -THUMB.length) : stored;
    await inTransaction(db, async (trx) => {
      await lockPictureFile(trx, name);
      if (!(await isUsed(trx, name)) && isOld(path, nowMs)) rmSync(path, { force: true });
    });
  }
}

/** What the health report says about pictures. */
export async function pictureFigures({
  db,
  config,
  log,
}: Pick<ValidatedRequest<'GET /health'>, 'db' | 'config' | 'log'>) {
  const rows = await db.selectFrom('pictures').select(['file', 'thumb', 'bytes']).execute();
  const stored = new Set(storedNames(config));
  const bytesOf = new Map(rows.map(({ file, bytes }) => [file, bytes]));
  const names = new Set(rows.flatMap((row) => [row.file, thumbOf(row)]));
  return {
    on: (await isFolderOurs(db, config)) && (await loadSharp(log)) !== null,
    count: rows.length,
    bytes: [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0),
    missing: [...names].filter((name) => !stored.has(`${name}.webp`)).length,
  };
}
