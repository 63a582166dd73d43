// `npm run import -- file`: puts what `npm run export` has written into an empty salon, whole or not at all.
import '../src/server/platform/private-files.ts';
import { resolve } from 'node:path';
import { verifiedHeader } from '../src/server/platform/backups/export-file.ts';
import { importSalon } from '../src/server/platform/backups/moving.ts';
import { BadSetting, readConfig } from '../src/server/platform/config.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { connectFirst, openForLongWork } from '../src/server/platform/db/open.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const [, , given] = process.argv;
  if (given === undefined) throw new BadSetting('Say which file: npm run import -- FILE');
  const path = resolve(given);
  const head = await verifiedHeader(path);
  const database = openForLongWork(config);
  try {
    await connectFirst(database);
    await migrate(database.db, database.engine);
    await importSalon(database.db, path, head);
    const { appointments, users } = head.counts;
    console.log(`Imported: ${appointments} appointments, ${users} accounts. Start the salon with npm start.`);
    console.log('The admin and the settings are those of the export. Everybody logs in again.');
  } finally {
    await database.close();
  }
}

await main().catch(exitWithMessage);
