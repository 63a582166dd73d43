import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { CannotOpen } from '../db/open.ts';
import { makePrivateFolder } from '../db/salon-directory.ts';

// File operations that survive a power cut: a new name is on disk only after its folder has been flushed.

const CHUNK_BYTES = 1_048_576;

export interface FinishedBackup {
  readonly bytes: number;
  /** The number of appointments in the backup; undefined for a dump of PostgreSQL. */
  readonly appointments?: number;
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
export const flushFile = (path: string): void => flush(path, 'r+');

/** Flushes the names in a folder to disk. Not needed on Windows, where folders have no handles. */
export const flushFolder = (path: string): void => {
  if (process.platform !== 'win32') flush(path, 'r');
};

const unfinishedName = (path: string): string => `${path}.unfinished`;

/** Writes a small file atomically. Only the user of this process can read it. */
export function writeSmallFile(path: string, text: string): void {
  const unfinished = unfinishedName(path);
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
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

/** The path of the checksum file for `sha256sum --check`. SQLite's own check would miss a flipped bit in a text. */
export const checksumPath = (path: string): string => `${path}.sha256`;

/** Returns false if the file has no checksum file. Throws if the checksum differs. */
export function verifyChecksum(path: string): boolean {
  if (!existsSync(checksumPath(path))) return false;
  const [expected] = readFileSync(checksumPath(path), 'utf8').split(/\s/);
  if (expected !== sha256Of(path))
    throw new CannotOpen(
      `${path} is damaged or was changed: its checksum differs from ${checksumPath(path)}.`,
    );
  return true;
}

/** Flushes a complete file to disk and renames it to its target. */
export function moveIntoPlace(unfinished: string, target: string): void {
  flushFile(unfinished);
  renameSync(unfinished, target);
  flushFolder(dirname(target));
}

export function moveIntoPlaceWithChecksum(unfinished: string, target: string): void {
  writeSmallFile(checksumPath(target), `${sha256Of(unfinished)}  ${basename(target)}\n`);
  moveIntoPlace(unfinished, target);
}

export function removeUnfinished(target: string): void {
  const checksum = checksumPath(target);
  const files = [
    ...['', '-journal', '-wal', '-shm'].map((part) => unfinishedName(target) + part),
    ...(existsSync(target) ? [] : [checksum, unfinishedName(checksum)]),
  ];
  for (const path of files) rmSync(path, { force: true, recursive: true });
}

/** Writes a file under a temporary name and renames it to `target` when it is complete. On failure it removes the file. */
export async function writeAtomically<T>(
  target: string,
  write: (unfinished: string) => Promise<T>,
  moveToTarget = moveIntoPlaceWithChecksum,
): Promise<T> {
  if (existsSync(target)) throw new CannotOpen(`${target} already exists.`);
  const unfinished = unfinishedName(target);
  try {
    makePrivateFolder(dirname(target));
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600)); // makes the file private from its first byte
    const result = await write(unfinished);
    moveToTarget(unfinished, target);
    return result;
  } catch (error) {
    removeUnfinished(target);
    if (error instanceof CannotOpen) throw error;
    throw new CannotOpen(`${target} could not be written: ${(error as Error).message}.`, { cause: error });
  }
}
