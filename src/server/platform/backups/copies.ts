import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupKind, backupName } from '#domain/backups.ts';
import { wallTimeAt } from '#domain/wall-clock.ts';
import type { Config } from '../config.ts';
import { backupsFolder } from '../db/salon-folder.ts';
import { backUpSqlite, type MadeBackup } from './backup.ts';
import { backUpPostgres } from './postgres-backup.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { restorePostgres } from './postgres-restore.ts';
import { restoreSqlite } from './restore.ts';
import type { Restored } from './restored.ts';

/** Copies of whichever database the settings name. docs/spec/behaviour.md §11 */

const SECOND_MS = 1000;

/** A name in backups/ that nobody has yet: of two copies of one second the second is of the next one. */
export function freshBackupPath(config: Config, kind: BackupKind, nowMs: number): string {
  const ending = config.databaseUrl ? 'dump' : 'sqlite';
  const folder = backupsFolder(config.dataDirectory);
  for (let at = nowMs; ; at += SECOND_MS) {
    const path = join(folder, `${backupName(kind, wallTimeAt(at, config.timeZone))}.${ending}`);
    if (!existsSync(path)) return path;
  }
}

/** On PostgreSQL only where its own programs are found. */
export const isBackupPossible = ({ databaseUrl, environment }: Config): boolean =>
  databaseUrl === undefined || findPostgresPrograms(environment) !== undefined;

export const backUp = (config: Config, target: string, signal?: AbortSignal): Promise<MadeBackup> =>
  config.databaseUrl === undefined
    ? backUpSqlite(config.dataDirectory, target)
    : backUpPostgres({ ...config, databaseUrl: config.databaseUrl }, target, signal);

export async function restore(config: Config, backupPath: string, nowMs: number): Promise<Restored> {
  const { databaseUrl, dataDirectory, environment } = config;
  const aside = freshBackupPath(config, 'before-restore', nowMs);
  if (databaseUrl === undefined) return restoreSqlite(dataDirectory, backupPath, aside, nowMs);
  return restorePostgres({ databaseUrl, environment }, backupPath, aside, nowMs);
}
