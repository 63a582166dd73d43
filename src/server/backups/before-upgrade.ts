import { basename } from 'node:path';
import type { Logger } from 'pino';
import { backUp, isBackupPossible, newBackupPath } from '../platform/backups/backups.ts';
import type { Config } from '../platform/config.ts';
import { isUpgradeDue } from '../platform/db/migrate.ts';
import { CannotOpen, type OpenDatabase } from '../platform/db/open.ts';

/**
 * A copy of the salon as it was before migrations change its schema; a backup is the way back. On SQLite a start without one ends
 * here. On PostgreSQL, where its owner may have backups of another kind, the log says that there is none.
 * docs/spec/behaviour.md §11.2
 */
export async function backUpBeforeUpgrade(
  config: Config,
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  nowMs: number,
  log: Logger,
): Promise<void> {
  if (!(await isUpgradeDue(db, engine))) return;
  if (!isBackupPossible(config)) {
    log.warn('no backup is made before the upgrade: pg_dump is not found');
    return;
  }
  try {
    const target = newBackupPath(config, 'before-upgrade', nowMs);
    const { bytes } = await backUp(config, target);
    log.info({ name: basename(target), bytes }, 'backup made before the upgrade');
  } catch (error) {
    if (engine === 'sqlite')
      throw new CannotOpen(`No copy can be made before the upgrade: ${(error as Error).message}`, {
        cause: error,
      });
    log.warn({ err: error }, 'the backup before the upgrade failed');
  }
}
