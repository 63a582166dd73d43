import { rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import type { ErrorCode } from '#contract/errors.ts';
import { isBackupDue, outdatedBackups } from '#domain/backups.ts';
import { backUp, isBackupPossible, newBackupPath } from '../platform/backups/backups.ts';
import { checksumPath } from '../platform/backups/files.ts';
import { type BackupLock, noBackupLock, postgresBackupLock } from '../platform/backups/postgres-locks.ts';
import { readClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { isUpgradeDue } from '../platform/db/migrate.ts';
import { CannotOpen, type OpenDatabase } from '../platform/db/open.ts';
import { backupNames, backupsFolder } from '../platform/db/salon-directory.ts';
import { AppError } from '../platform/errors.ts';
import type { Platform } from '../platform/http/request.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { DAY_MS, HOUR_MS } from '../platform/jobs/retention.ts';
import { makeBackup, stopBackup } from './backups.ts';

/** Warnings for lasting failures, logged once a day instead of at every run. */
const DAILY_WARNINGS: Partial<Record<ErrorCode, string>> = {
  backup_impossible: 'no backup made: pg_dump not found (Debian: apt install postgresql-client)',
  disk_nearly_full: 'no backup made: the disk of DATA_DIR is nearly full',
};

/** Deletes outdated backups with their checksum files, and unfinished backups older than a day. Returns the names. */
function clearOutdated(dataDirectory: string, nowMs: number): string[] {
  const folder = backupsFolder(dataDirectory);
  const names = backupNames(dataDirectory);
  const outdated = outdatedBackups(names);
  for (const name of outdated)
    for (const path of [join(folder, name), checksumPath(join(folder, name))]) rmSync(path, { force: true });
  for (const name of names.filter((each) => each.endsWith('.unfinished'))) {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    if (file && file.mtimeMs < nowMs - DAY_MS) rmSync(join(folder, name), { force: true });
  }
  return outdated;
}

/** Makes a backup when the newest one is a day old, but not in the first run: the start must be fast. docs/spec/behaviour.md §11.2 */
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
      await stopBackup(config);
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
  if (!(await isUpgradeDue(db, engine))) return;
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
    // on PostgreSQL the server starts without the backup, because other backups of the database may exist
    log.warn({ err: error }, 'backup before the upgrade failed; the server starts without one');
  }
}
