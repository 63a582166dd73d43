// The server's own program, run until it ends by itself or is asked to.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export const root = join(import.meta.dirname, '..', '..', '..');
const TOO_LONG_MS = 60_000; // `npm start` may have to build the pages first, on a busy machine
const STEP_MS = 10;

export interface Run {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until the text stands in what it has printed; throws when it ends first or says nothing. */
  says(text: string): Promise<void>;
  /** The exit code, once it has ended; null = by a signal. */
  ended(): Promise<number | null>;
}

/** An empty folder that goes with the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command with these settings and no others; it is gone at the end of the test. */
export function run(
  command: readonly [string, ...string[]],
  settings: Record<string, string>,
  options: { ownGroup?: boolean } = {},
): Run {
  const { PATH = '', HOME = '' } = process.env;
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownGroup ?? false,
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const closed = once(child, 'close');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    process: child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    async says(text) {
      const until = Date.now() + TOO_LONG_MS;
      while (!(said.stdout + said.stderr).includes(text)) {
        if (isOver() || Date.now() > until)
          throw new Error(`It never said '${text}':\n${said.stdout}${said.stderr}`);
        await wait(STEP_MS);
      }
    },
    async ended() {
      const inTime = await Promise.race([closed, wait(TOO_LONG_MS, 'late', { ref: false })]);
      if (inTime === 'late') throw new Error(`It still runs:\n${said.stdout}${said.stderr}`);
      return child.exitCode;
    },
  };
}

export const runServer = (settings: Record<string, string>): Run =>
  run([process.execPath, 'src/server/main.ts'], settings);
