import type { backupEndpoints } from '#contract/backups.ts';
import { CannotOpen } from '../platform/db/open.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf, ValidatedRequest } from '../platform/http/request.ts';
import { backupFile, listBackups, makeBackup } from './backups.ts';

const RETRY_SECONDS = 60;

/** Why it failed stands in the log: a path, or what a program said. */
async function madeNow(request: ValidatedRequest<'POST /backups'>) {
  try {
    return await makeBackup(request, 'asked');
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    request.log.error({ reason: error.message }, 'a backup failed');
    return refuse('backup_failed', { retryAfterSeconds: RETRY_SECONDS });
  }
}

export const backupRoutes: RoutesOf<typeof backupEndpoints> = {
  'GET /backups': ({ config }) => listBackups(config),
  'POST /backups': madeNow,
  'GET /backups/file': ({ config, query }) => backupFile(config, query.name),
};
