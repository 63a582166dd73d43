import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';

/** Steps with files that a power cut may come between. A name is on disk only when its folder is. */

const CHUNK_BYTES = 1_048_576;

function flush(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
export const flushFile = (path: string): void => flush(path, 'r+');

/** Windows has no handle on a folder, and writes names by itself. */
export const flushFolder = (path: string): void => {
  if (process.platform !== 'win32') flush(path, 'r');
};

/** A small file that is on disk whole or not at all, and the owner's alone. */
export function writeSmallFile(path: string, text: string): void {
  const unfinished = `${path}.unfinished`;
  const handle = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, path);
  flushFolder(dirname(path));
}

function sha256Of(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const handle = openSync(path, 'r');
  try {
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

/** Beside each backup, as `sha256sum --check` reads it: a bit that flips in a text passes SQLite's own check. */
export const checksumFileOf = (path: string): string => `${path}.sha256`;

/** Gives a finished file its name. */
export function putInPlace(unfinished: string, target: string): void {
  flushFile(unfinished);
  renameSync(unfinished, target);
  flushFolder(dirname(target));
}

/** Gives a finished file its checksum and its name. */
export function putInPlaceWithChecksum(unfinished: string, target: string): void {
  writeSmallFile(checksumFileOf(target), `${sha256Of(unfinished)}  ${basename(target)}\n`);
  putInPlace(unfinished, target);
}

/** Does the file still have the checksum that stands beside it? `unknown`: none stands there. */
export function checksumState(path: string, hash = sha256Of(path)): 'same' | 'differs' | 'unknown' {
  if (!existsSync(checksumFileOf(path))) return 'unknown';
  const [kept] = readFileSync(checksumFileOf(path), 'utf8').split(/\s/);
  return kept === hash ? 'same' : 'differs';
}
