import { rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { backupEndpoints } from '#contract/backups.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ResponseBody } from '#contract/index.ts';
import {
  type BackupKind,
  backupNamed,
  isBackupDue,
  isDiskNearlyFull,
  newestBackup,
  outdatedBackups,
} from '#domain/backups.ts';
import { afterNight } from '#domain/clients/request-until.ts';
import { type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { backUp, isBackupPossible, newBackupPath } from '../platform/backups/backups.ts';
import { checksumPath } from '../platform/backups/files.ts';
import { type BackupLock, noBackupLock, postgresBackupLock } from '../platform/backups/postgres-locks.ts';
import { type RunningBackup, startBackup } from '../platform/backups/start-backup.ts';
import { GRACE_HOURS } from '../platform/backups/tables.ts';
import { readClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { missingMigrations } from '../platform/db/migrate.ts';
import { CannotOpen, type OpenDatabase } from '../platform/db/open.ts';
import { backupNames, backupsFolder, sqlitePath } from '../platform/db/salon-directory.ts';
import type { Db } from '../platform/db/schema.ts';
import { AppError, refuse } from '../platform/errors.ts';
import { FileResponse } from '../platform/http/file-response.ts';
import type { Platform, RoutesOf, ValidatedRequest } from '../platform/http/request.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { DAY_MS, HOUR_MS } from '../platform/jobs/retention.ts';
import { clearPictureCopies } from '../platform/pictures/copies.ts';

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

/** The moment of the restored backup, while its requests and deposits do not end. docs/spec/behaviour.md §28.4 */
async function restoredFrom({ db, now, clock }: ValidatedRequest<'GET /backups/restored'>) {
  const { timeZone } = clock;
  const columns = ['restored_from', 'restored_at'] as const;
  const row = await db.selectFrom('liveness').select(columns).executeTakeFirst();
  const { restored_from = null, restored_at = null } = row ?? {};
  if (restored_from === null || restored_at === null) return null;
  const until = afterNight(wallTimeAt(restored_at + GRACE_HOURS * HOUR_MS, timeZone));
  return now.wall < until ? { from: wallTimeAt(restored_from, timeZone) } : null;
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
async function makeBackup(
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
  'GET /backups/restored': restoredFrom,
  'GET /backups/file': ({ config, query }) => backupFile(config, query.name),
};

/** Warnings for lasting failures, logged once a day instead of at every run. */
const DAILY_WARNINGS: Partial<Record<ErrorCode, string>> = {
  backup_impossible: 'no backup made: pg_dump not found (Debian: apt install postgresql-client)',
  disk_nearly_full: 'no backup made: the disk of DATA_DIR is nearly full',
};

/** Deletes unfinished backups older than a day, and outdated backups with their checksum files. Returns the names of the outdated backups. */
function clearOutdated(dataDirectory: string, nowMs: number): string[] {
  const folder = backupsFolder(dataDirectory);
  const names = backupNames(dataDirectory);
  const outdated = outdatedBackups(names);
  for (const name of outdated)
    for (const path of [join(folder, name), checksumPath(join(folder, name))]) rmSync(path, { force: true });
  clearPictureCopies({ dataDirectory });
  for (const name of names.filter((each) => each.endsWith('.unfinished'))) {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    if (file && file.mtimeMs < nowMs - DAY_MS) rmSync(join(folder, name), { force: true });
  }
  return outdated;
}

/** Makes a backup when the newest is a day old. The first run makes none, so that the server starts fast. docs/spec/behaviour.md §11.2 */
export function scheduleBackups(platform: Platform, log: Logger): { job: Job; stop(): Promise<void> } {
  const { config, clock } = platform;
  const { databaseUrl, dataDirectory } = config;
  const lock: BackupLock = databaseUrl === undefined ? noBackupLock : postgresBackupLock(databaseUrl);
  let runs = 0;
  let nextTryMs = 0;
  let attempt: Promise<void> = Promise.resolve();
  let isTrying = false;

  const isDue = (): boolean => isBackupDue(backupNames(dataDirectory), readClock(clock).wall);
  async function tryNow(): Promise<void> {
    if (isBackupPossible(config) && !(await lock.acquire())) return;
    const began = performance.now();
    const { name, bytes } = await makeBackup(platform, 'daily');
    const removed = clearOutdated(dataDirectory, clock.ms());
    log.info({ name, bytes, removed, ms: Math.round(performance.now() - began) }, 'backup made');
  }
  function failed(error: unknown): void {
    const warning = error instanceof AppError ? DAILY_WARNINGS[error.code] : undefined;
    nextTryMs = clock.ms() + (warning ? DAY_MS : HOUR_MS);
    if (warning) log.warn(warning);
    else log.error({ err: error }, 'daily backup failed; will retry in an hour');
  }
  const run = async (): Promise<void> => {
    runs += 1;
    if (runs === 1 || isTrying || clock.ms() < nextTryMs || !isDue()) return;
    isTrying = true;
    // not awaited, because a large database would delay the other jobs
    attempt = tryNow()
      .catch(failed)
      .finally(() => {
        isTrying = false;
      });
  };
  return {
    job: { name: 'back up', run },
    async stop() {
      nextTryMs = Number.POSITIVE_INFINITY;
      await underWay.get(dataDirectory)?.stop();
      await attempt;
      await lock.release();
    },
  };
}

/** Backs up the salon before migrations: returning to the older release needs a restore. docs/spec/behaviour.md §11.2 */
export async function backUpBeforeUpgrade(
  config: Config,
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  nowMs: number,
  log: Logger,
): Promise<void> {
  if ((await missingMigrations(db, engine)).length === 0) return;
  if (!isBackupPossible(config)) {
    log.warn('no backup before the upgrade: pg_dump not found; the server starts without one');
    return;
  }
  try {
    const target = newBackupPath(config, 'before-upgrade', nowMs);
    const { bytes } = await backUp(config, target);
    log.info({ name: basename(target), bytes }, 'backup made before the upgrade');
  } catch (error) {
    if (engine === 'sqlite')
      throw new CannotOpen(
        `The backup before the upgrade failed, so the server does not start: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    // on PostgreSQL a failed backup does not prevent the start, because the operator may have other backups
    log.warn({ err: error }, 'backup before the upgrade failed; the server starts without one');
  }
}
