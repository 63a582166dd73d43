// `npm run backup [-- file]`: a checked copy of the embedded database, also while the server runs.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wallTimeAt } from '../src/domain/wall-clock.ts';
import { type Config, readConfig } from '../src/server/platform/config.ts';
import { backUp } from '../src/server/platform/db/backup.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

const WITH_POSTGRES =
  'DATABASE_URL is a PostgreSQL server. Back it up with: pg_dump --format=custom --file=lunula.dump "$DATABASE_URL"';

/** backups/lunula-2026-11-17-112005.sqlite */
function usualTarget(config: Config): string {
  const now = wallTimeAt(Date.now(), config.timeZone).replace(' ', '-').replaceAll(':', '');
  return join(config.dataDirectory, 'backups', `lunula-${now}.sqlite`);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl) {
    console.error(WITH_POSTGRES);
    process.exit(1); // nothing was backed up, and whoever runs this every night must see it
  }
  const target = resolve(process.argv[2] ?? usualTarget(config));
  const appointments = await backUp(config.dataDirectory, target);
  const kilobytes = Math.ceil(statSync(target).size / 1024);
  console.log(
    `${target}: ${appointments} appointments, ${kilobytes} kB, checked. Keep a copy on another machine.`,
  );
}

await main().catch(exitWithMessage);
