import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupKind, backupName } from '#domain/backups.ts';
import { wallTimeAt } from '#domain/wall-clock.ts';
import type { Config } from '../config.ts';
import { CannotOpen } from '../db/open.ts';
import { backupsFolder } from '../db/salon-directory.ts';
import { savePictures } from '../pictures/copies.ts';
import type { FinishedBackup } from './files.ts';
import { backUpPostgres, findPostgresPrograms, restorePostgres } from './postgres.ts';
import type { RestoreReport } from './restore-report.ts';
import { backUpSqlite, isDiskFull, restoreSqlite } from './sqlite.ts';

/** Backups of the configured database, for both engines. docs/spec/behaviour.md §11 */

const SECOND_MS = 1000;

/** Returns an unused path in backups/. The name contains the time to the second; if the name is taken, uses the next second. */
export function newBackupPath(config: Config, kind: BackupKind, nowMs: number): string {
  const extension = config.databaseUrl ? 'dump' : 'sqlite';
  const folder = backupsFolder(config.dataDirectory);
  for (let at = nowMs; ; at += SECOND_MS) {
    const path = join(folder, `${backupName(kind, wallTimeAt(at, config.timeZone))}.${extension}`);
    if (!existsSync(path)) return path;
  }
}

export const isBackupPossible = ({ databaseUrl, environment }: Config): boolean =>
  databaseUrl === undefined || findPostgresPrograms(environment) !== undefined;

/** Backs up the database, then its pictures: each has its file before its row. */
export async function backUp(config: Config, target: string, signal?: AbortSignal): Promise<FinishedBackup> {
  const finished = await (config.databaseUrl === undefined
    ? backUpSqlite(config.dataDirectory, target)
    : backUpPostgres({ ...config, databaseUrl: config.databaseUrl }, target, signal));
  savePictures(config, target);
  return finished;
}

const FULL_DISK =
  'The disk is full: a restore needs room for the backup and for a copy of the salon. Nothing was changed. Free some space and run it again.';

export async function restore(config: Config, backupPath: string, nowMs: number): Promise<RestoreReport> {
  const { databaseUrl, dataDirectory, environment } = config;
  const previousPath = newBackupPath(config, 'before-restore', nowMs);
  savePictures(config, previousPath);
  if (databaseUrl !== undefined)
    return restorePostgres({ databaseUrl, environment }, backupPath, previousPath, nowMs);
  try {
    return restoreSqlite(dataDirectory, backupPath, previousPath, nowMs);
  } catch (error) {
    throw isDiskFull(error) ? new CannotOpen(FULL_DISK, { cause: error }) : error;
  }
}
