// `npm run export -- file`: the whole salon as JSON lines, also while the server runs, for `npm run import` on this or another
// database or machine.
import '../src/server/platform/private-files.ts';
import { resolve } from 'node:path';
import { exportSalon } from '../src/server/platform/backups/moving.ts';
import { FATES } from '../src/server/platform/backups/tables.ts';
import { BadSetting, readConfig } from '../src/server/platform/config.ts';
import { assertMigrated } from '../src/server/platform/db/migrate.ts';
import { connectFirst, NO_LIMITS, openBeside } from '../src/server/platform/db/open.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

async function main(): Promise<void> {
  const [, , given] = process.argv;
  if (given === undefined) throw new BadSetting('Say to which file: npm run export -- FILE');
  const target = resolve(given);
  const database = openBeside(readConfig(process.env), NO_LIMITS);
  try {
    await connectFirst(database);
    await assertMigrated(database);
    const { counts } = await exportSalon(database.db, target, Date.now());
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(
      `${target}: ${counts.appointments} appointments, ${counts.users} accounts, ${rows} rows in all.`,
    );
    console.log(
      'It holds everybody’s data and hashed passwords: keep it to yourself, and delete it when it has served.',
    );
    const left = Object.entries(FATES).filter(([, fate]) => 'leftOut' in fate);
    console.log(
      `Left out: ${left.map(([table]) => table.replaceAll('_', ' ')).join(', ')}. Everybody logs in again.`,
    );
  } finally {
    await database.close();
  }
}

await main().catch(exitWithMessage);
