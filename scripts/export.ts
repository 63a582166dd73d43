/**
 * `npm run export -- file`: writes all data of the salon to a file, as JSON lines; the server may be running. `npm
 * run import` loads the file into another database, also on another machine.
 */
import '../src/server/platform/private-files.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportSalon } from '../src/server/platform/backups/export-import.ts';
import { TABLE_POLICIES } from '../src/server/platform/backups/tables.ts';
import { BadSetting, readConfig } from '../src/server/platform/config.ts';
import { assertMigrated } from '../src/server/platform/db/migrate.ts';
import { connectFirst, NO_LIMITS, openForCommand } from '../src/server/platform/db/open.ts';
import { savePictures } from '../src/server/platform/pictures/copies.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

async function main(): Promise<void> {
  const [given] = parseArgs({ allowPositionals: true }).positionals;
  if (given === undefined) throw new BadSetting('Name the file to write: npm run export -- FILE');
  const target = resolve(given);
  const config = readConfig(process.env);
  const database = openForCommand(config, NO_LIMITS);
  try {
    await connectFirst(database);
    await assertMigrated(database);
    const { counts } = await exportSalon(database.db, target, Date.now());
    savePictures(config, target);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(
      `${target}: ${counts.appointments} appointments, ${counts.users} accounts, ${rows} rows in total.`,
    );
    console.log(
      'The file contains personal data and password hashes: keep it private, and delete it after the import.',
    );
    const left = Object.entries(TABLE_POLICIES).filter(([, policy]) => 'notExported' in policy);
    console.log(
      `Left out: ${left.map(([table]) => table.replaceAll('_', ' ')).join(', ')}. Everybody must log in again.`,
    );
  } finally {
    await database.close();
  }
}

await main().catch(exitWithMessage);
