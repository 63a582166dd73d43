// `npm run restore -- file`: puts a backup in the place of the embedded database; the server must be stopped.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { wallTimeAt } from '../src/domain/wall-clock.ts';
import { type Config, readConfig } from '../src/server/platform/config.ts';
import { restore } from '../src/server/platform/db/backup.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

const WITH_POSTGRES =
  'DATABASE_URL is a PostgreSQL server. Restore it with: pg_restore --clean --if-exists --dbname="$DATABASE_URL" lunula.dump';

function showUsage(config: Config): void {
  const folder = join(config.dataDirectory, 'backups');
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')) : [];
  console.error('Say which backup: npm run restore -- FILE');
  for (const name of found.sort().reverse()) console.error(`  ${join(folder, name)}`);
}

function main(): void {
  const config = readConfig(process.env);
  const [, , given] = process.argv;
  if (config.databaseUrl || given === undefined) {
    if (config.databaseUrl) console.error(WITH_POSTGRES);
    else showUsage(config);
    process.exit(1);
  }
  const now = wallTimeAt(Date.now(), config.timeZone).replace(' ', '-').replaceAll(':', '');
  const aside = resolve(config.dataDirectory, 'backups', `before-restore-${now}.sqlite`);
  const appointments = restore(config.dataDirectory, resolve(given), aside);
  console.log(`Restored: ${appointments} appointments. Start the salon with npm start.`);
  if (existsSync(aside)) console.log(`What was there before is kept in ${aside}.`);
}

try {
  main();
} catch (error) {
  exitWithMessage(error);
}
