// The program of the backup process. Copying and hashing a large database in the server's process would block requests.
import '../private-files.ts';
import { setPriority } from 'node:os';
import { backUp } from './backups.ts';
import type { BackupOrder, BackupResult } from './start-backup.ts';

const LOWER_THAN_THE_SERVER = 10;

const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
process.once('disconnect', () => stopping.abort()); // the server's exit emits 'disconnect' in this process

process.once('message', async ({ config, target }: BackupOrder) => {
  setPriority(LOWER_THAN_THE_SERVER);
  let result: BackupResult;
  try {
    const { bytes } = await backUp(config, target, stopping.signal);
    result = { bytes };
  } catch (error) {
    result = { failed: (error as Error).message };
  }
  if (process.connected) process.send?.(result, () => process.disconnect?.());
});
