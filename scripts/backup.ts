// `npm run backup [-- file]`: writes a verified backup of the database; the server may be running.
import '../src/server/platform/private-files.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, newBackupPath } from '../src/server/platform/backups/backups.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { exitWithMessage } from '../src/server/startup-messages.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const [given] = parseArgs({ allowPositionals: true }).positionals;
  const target = given === undefined ? newBackupPath(config, 'asked', Date.now()) : resolve(given);
  const { bytes, appointments } = await backUp(config, target);
  const holds = appointments === undefined ? '' : `${appointments} appointments, `;
  const kilobytes = Math.ceil(bytes / 1024);
  console.log(`${target}: ${holds}${kilobytes} kB, checked. Copy it to another machine.`);
}

await main().catch(exitWithMessage);
