// `npm run import -- file`: loads a file from `npm run export` into an empty salon, in one transaction.
import '../src/server/platform/private-files.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifiedHeader } from '../src/server/platform/backups/export-file.ts';
import { importSalon } from '../src/server/platform/backups/export-import.ts';
import { BadSetting, readConfig } from '../src/server/platform/config.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { connectFirst, openForLongWork } from '../src/server/platform/db/open.ts';
import { missingLine, restorePictures } from '../src/server/platform/pictures/copies.ts';
import { adoptFolder } from '../src/server/platform/pictures/files.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const [given] = parseArgs({ allowPositionals: true }).positionals;
  if (given === undefined) throw new BadSetting('Name the file to import: npm run import -- FILE');
  const path = resolve(given);
  const head = await verifiedHeader(path);
  const database = openForLongWork(config);
  try {
    await connectFirst(database);
    await migrate(database.db, { engine: database.engine, timeZone: config.timeZone });
    await importSalon(database.db, path, head);
    await adoptFolder(database.db, config);
    const missing = await restorePictures(database.db, config, path);
    const { appointments, users } = head.counts;
    console.log(`Imported: ${appointments} appointments, ${users} accounts. Start the salon with npm start.`);
    for (const line of missingLine(missing)) console.log(line);
    console.log('The admin account and the settings come from the file. Everybody must log in again.');
  } finally {
    await database.close();
  }
}

await main().catch(exitWithMessage);
