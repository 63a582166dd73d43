import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { Config } from '../config.ts';
import { CannotOpen } from '../db/open.ts';
import { removeUnfinished } from './files.ts';

/** The program of the backup process. It is in the folder of this file, or of the bundle that contains this file. */
const PROGRAM = join(import.meta.dirname, `backup-process${extname(import.meta.filename)}`);

export interface BackupOrder {
  readonly config: Config;
  readonly target: string;
}
export type BackupResult = { readonly bytes: number } | { readonly failed: string };

const STOP_MS = 2000;

export type RunningBackup = ReturnType<typeof startBackup>;

export function startBackup(config: Config, target: string) {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  let result: BackupResult = { failed: `The backup to ${target} was interrupted.` };
  child.once('message', (message) => {
    result = message as BackupResult;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', () => undefined); // ignored: if the process cannot start, `result` stays 'interrupted', which is reported below
  child.send({ config, target } satisfies BackupOrder, () => undefined);
  const done = ended.then(() => {
    if ('bytes' in result) return result;
    removeUnfinished(target);
    throw new CannotOpen(result.failed);
  });
  return {
    done,
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(killing);
      await done.catch(() => undefined); // ignores an error here, because callers that await `done` get it
    },
  };
}
