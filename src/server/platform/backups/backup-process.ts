// A process that makes one backup and ends: copying, checking and hashing a large database would hold up every visitor of the server.
import '../private-files.ts';
import { setPriority } from 'node:os';
import { backUp } from './copies.ts';
import type { BackupOrder, BackupResult } from './make.ts';

const LOWER_THAN_THE_SERVER = 10;

const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
process.once('disconnect', () => stopping.abort()); // the server is gone

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
