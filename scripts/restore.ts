/**
 * `npm run restore -- file`: replaces the database with a backup; the server must be stopped. Without a file,
 * finishes a restore that was interrupted.
 */
import '../src/server/platform/private-files.ts';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '../src/server/platform/backups/backups.ts';
import type { RestoreReport } from '../src/server/platform/backups/restore-report.ts';
import { interruptedRestore } from '../src/server/platform/backups/sqlite.ts';
import { type Config, readConfig } from '../src/server/platform/config.ts';
import { openForLongWork } from '../src/server/platform/db/open.ts';
import { backupNames } from '../src/server/platform/db/salon-directory.ts';
import type { Db } from '../src/server/platform/db/schema.ts';
import {
  hideWorksExcept,
  missingLine,
  restorePictures,
  shownFiles,
  shownFilesIn,
} from '../src/server/platform/pictures/copies.ts';
import { adoptFolder } from '../src/server/platform/pictures/files.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

function showUsage({ dataDirectory, databaseUrl }: Config): void {
  const ending = databaseUrl === undefined ? '.sqlite' : '.dump';
  console.error('Name the backup to restore: npm run restore -- FILE');
  for (const name of backupNames(dataDirectory).sort().reverse())
    if (name.endsWith(ending)) console.error(`  ${join(dataDirectory, 'backups', name)}`);
}

const NAMES_SHOWN = 20;
function listed(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > NAMES_SHOWN ? `, and ${names.length - NAMES_SHOWN} more` : '';
  return [`${what} (${names.length}): ${names.slice(0, NAMES_SHOWN).join(', ')}${more}`];
}

function report(restored: RestoreReport): string[] {
  const { appointments, previousPath, isPreviousReadable, hasChecksum } = restored;
  const kept = isPreviousReadable ? 'is kept in' : 'could not be read; it is kept as it was in';
  return [
    `Restored: ${appointments} appointments. Start the salon with npm start.`,
    ...(hasChecksum
      ? []
      : ['The backup had no checksum beside it (.sha256): changed texts would not be noticed.']),
    ...(previousPath ? [`What was there before ${kept} ${previousPath}.`] : []),
    'Everybody must log in again: sessions, mailed links and undo steps of the backup have ended, and mail that waited in it is not sent.',
    ...listed(restored.deletedSince, 'Deleted since the backup and back now; delete them again'),
    ...listed(restored.deactivatedSince, 'Deactivated since the backup and active now'),
    ...listed(restored.passwordsChangedSince, 'Their password is again that of the backup'),
  ];
}

async function opened<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openForLongWork(config);
  return work(db).finally(close);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const [asked] = parseArgs({ allowPositionals: true }).positionals;
  const given = asked ?? (config.databaseUrl ? undefined : interruptedRestore(config.dataDirectory));
  if (given === undefined) {
    showUsage(config);
    process.exit(1);
  }
  const backup = resolve(given);
  const shown = config.databaseUrl && (await opened(config, shownFiles));
  const restored = await restore(config, backup, Date.now());
  const { previousPath, isPreviousReadable } = restored;
  const missing = await opened(config, async (db) => {
    await adoptFolder(db, config);
    if (shown) await hideWorksExcept(db, shown);
    else if (previousPath && isPreviousReadable) await hideWorksExcept(db, shownFilesIn(previousPath));
    return restorePictures(db, config, backup);
  });
  for (const line of [...report(restored), ...missingLine(missing)]) console.log(line);
}

await main().catch(exitWithMessage);
