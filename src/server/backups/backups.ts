import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import type { backupEndpoints } from '#contract/backups.ts';
import type { ResponseBody } from '#contract/index.ts';
import { type BackupKind, backupNamed, isDiskNearlyFull, newestBackup } from '#domain/backups.ts';
import { type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { isBackupPossible, newBackupPath } from '../platform/backups/backups.ts';
import { type RunningBackup, startBackup } from '../platform/backups/start-backup.ts';
import { readClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { CannotOpen } from '../platform/db/open.ts';
import { backupNames, backupsFolder, sqlitePath } from '../platform/db/salon-directory.ts';
import type { Db } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import { FileResponse } from '../platform/http/file-response.ts';
import type { Platform, RoutesOf, ValidatedRequest } from '../platform/http/request.ts';

type Backup = ResponseBody<'POST /backups'>;

const IS_BACKUP = /\.(sqlite|dump)$/;

/** Lists the backups in DATA_DIR/backups. Skips a file that is deleted meanwhile. */
function backupsIn(config: Config): Backup[] {
  const folder = backupsFolder(config.dataDirectory);
  return backupNames(config.dataDirectory)
    .filter((name) => IS_BACKUP.test(name))
    .flatMap((name) => {
      const file = statSync(join(folder, name), { throwIfNoEntry: false });
      if (!file?.isFile()) return [];
      const { kind = 'named', made_at = wallTimeAt(file.mtimeMs, config.timeZone) } = backupNamed(name) ?? {};
      return [{ name, kind, made_at, bytes: file.size } as const];
    });
}

const listBackups = (config: Config): ResponseBody<'GET /backups'> => ({
  possible: isBackupPossible(config),
  backups: backupsIn(config).sort((a, b) => (a.made_at < b.made_at ? 1 : -1)),
});

export function latestBackup(config: Config, now: WallTime): { made_at: WallTime; bytes: number } | null {
  const newest = newestBackup(backupNames(config.dataDirectory), now);
  const found = backupsIn(config).find(({ name }) => name === newest?.name);
  return found ? { made_at: found.made_at, bytes: found.bytes } : null;
}

/** Returns a backup to download. Accepts only names in the list, so that no other file can be downloaded. */
function backupFile(config: Config, name: string): FileResponse {
  const found = backupsIn(config).find((backup) => backup.name === name);
  if (!found) refuse('not_found');
  return new FileResponse(join(backupsFolder(config.dataDirectory), found.name), found.name, found.bytes);
}

async function salonBytes(db: Db, { databaseUrl, dataDirectory }: Config): Promise<number> {
  if (databaseUrl === undefined) {
    const place = sqlitePath(dataDirectory);
    const sizes = ['', '-wal'].map((part) => statSync(place + part, { throwIfNoEntry: false })?.size ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  }
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    db,
  );
  return rows[0]?.size ?? 0;
}

async function isNearlyFull(db: Db, config: Config): Promise<boolean> {
  const { bavail, bsize } = await statfs(backupsFolder(config.dataDirectory));
  return isDiskNearlyFull(bavail * bsize, await salonBytes(db, config));
}

/** The running backup of each data directory, at most one. */
const underWay = new Map<string, RunningBackup | undefined>();

/** Makes a backup now. docs/spec/behaviour.md §11.2 */
export async function makeBackup(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  kind: BackupKind,
): Promise<Backup> {
  if (!isBackupPossible(config)) refuse('backup_impossible');
  if (underWay.has(config.dataDirectory)) refuse('backup_running');
  underWay.set(config.dataDirectory, undefined);
  try {
    if (await isNearlyFull(db, config)) refuse('disk_nearly_full');
    const target = newBackupPath(config, kind, clock.ms());
    const backup = startBackup(config, target);
    underWay.set(config.dataDirectory, backup);
    const { bytes } = await backup.done;
    const name = basename(target);
    return { name, kind, made_at: backupNamed(name)?.made_at ?? readClock(clock).wall, bytes };
  } finally {
    underWay.delete(config.dataDirectory);
  }
}

export async function stopBackup({ dataDirectory }: Config): Promise<void> {
  await underWay.get(dataDirectory)?.stop();
}

const RETRY_SECONDS = 60;

/** Makes a backup for the owner. A failure's reason is only logged, because it may contain a path or output of pg_dump. */
async function backUpNow(request: ValidatedRequest<'POST /backups'>) {
  try {
    return await makeBackup(request, 'asked');
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    request.log.error({ reason: error.message }, 'backup failed');
    return refuse('backup_failed', { retryAfterSeconds: RETRY_SECONDS });
  }
}

export const backupRoutes: RoutesOf<typeof backupEndpoints> = {
  'GET /backups': ({ config }) => listBackups(config),
  'POST /backups': backUpNow,
  'GET /backups/file': ({ config, query }) => backupFile(config, query.name),
};
