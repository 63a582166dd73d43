import { fork } from 'node:child_process';
import { extname, join } from 'node:path';
import type { Config } from '../config.ts';
import { CannotOpen } from '../db/open.ts';
import { removeUnfinished } from './backup.ts';

/** Beside this file, and beside the bundle that this file is part of. */
const PROGRAM = join(import.meta.dirname, `backup-process${extname(import.meta.filename)}`);
/** What is sent to that process, and what it sends back. */
export interface BackupOrder {
  readonly config: Config;
  readonly target: string;
}
export type BackupResult = { readonly bytes: number } | { readonly failed: string };

const STOP_MS = 2000;

export interface BackupUnderWay {
  readonly done: Promise<{ bytes: number }>;
  /** Ends it; nothing of it stays. */
  stop(): Promise<void>;
}

/** Makes a backup in a process of its own. */
export function startBackup(config: Config, target: string): BackupUnderWay {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  let result: BackupResult = { failed: `The backup to ${target} was interrupted.` };
  child.once('message', (message) => {
    result = message as BackupResult;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', () => undefined); // it never started: told as interrupted
  child.send({ config, target } satisfies BackupOrder, () => undefined);
  const done = ended.then(() => {
    if ('bytes' in result) return result;
    removeUnfinished(target);
    throw new CannotOpen(result.failed);
  });
  return {
    done,
    async stop() {
      child.kill('SIGTERM');
      const cut = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(cut);
      await done.catch(() => undefined); // whoever asked for it is told
    },
  };
}
