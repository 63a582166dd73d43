// Starts a real server process on a free port with its own data folder, which is removed at the end.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openAddress, SERVER_BUNDLE, startProgram } from './program.ts';

const STOP_SECONDS = 30; // time for a server to exit after STOP_DELAY_SECONDS; longer than the promised 5 s, which only stop.test.ts tests
const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export type Server = {
  /** The server's URL: 'http://127.0.0.1:port'. */
  url: string;
  admin: { email: string; password: string };
  dataDirectory: string;
  process: ChildProcess;
  /** The output so far. */
  log(): string;
  /** Sends SIGTERM and waits for the exit. Throws after a timeout or for an exit code other than 0. Keeps the data folder. */
  stop(): Promise<void>;
};

async function end(child: ChildProcess, log: () => string, delaySeconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const inTime = await Promise.race([
    ended.then(() => true),
    wait((delaySeconds + STOP_SECONDS) * 1000, false, { ref: false }),
  ]);
  if (!inTime) child.kill('SIGKILL');
  if (!inTime || child.exitCode !== 0) throw new Error(`The server did not stop cleanly:\n${log()}`);
}

/**
 * Starts a server. `settings` are environment variables; RATE_LIMIT is off by default. `main` is the program, by default this release's
 * bundle.
 */
export async function startServer(
  settings: Record<string, string> = {},
  main = SERVER_BUNDLE,
): Promise<Server> {
  const dataDirectory = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lunula-server-'));
  if (settings.DATA_DIR === undefined) folders.add(dataDirectory);
  const admin = { email: 'admin@salon.local', password: 'tajna-lozinka' };
  const program = startProgram([process.execPath, main], {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: 'off',
    PORT: '0',
    ...settings,
    DATA_DIR: dataDirectory,
  });
  const { process: child, output: log } = program;
  const stop = () => end(child, log, Number(settings.STOP_DELAY_SECONDS ?? 0));
  const url = await openAddress(program).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { url, admin, dataDirectory, process: child, log, stop };
}
