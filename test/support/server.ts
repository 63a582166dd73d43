// A real server: a process of its own on a free port, with a data folder of its own, gone at the end.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/machine/free-port.ts';
import { startProgram } from './program.ts';
import { WAIT_MS } from './size.ts';

const STOP_SECONDS = 6; // the server promises 5, after its STOP_DELAY_SECONDS
const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export type Server = {
  /** http://127.0.0.1:port */
  url: string;
  admin: { email: string; password: string };
  dataDirectory: string;
  process: ChildProcess;
  /** Everything that it has written so far. */
  log(): string;
  /** SIGTERM, and waits. Throws if it does not end in time or not with 0. A data folder of its own stays until the tests end. */
  stop(): Promise<void>;
};

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false; // not listening yet
  }
}

async function waitUntilHealthy(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + WAIT_MS;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log()}`);
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server was not healthy after ${WAIT_MS} ms:\n${log()}`);
    }
    await wait(25);
  }
}

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

/** `settings` are environment variables of the server; RATE_LIMIT is off unless asked for. `main`: another program than this release's. */
export async function startServer(
  settings: Record<string, string> = {},
  main = 'src/server/main.ts',
): Promise<Server> {
  const port = Number(settings.PORT ?? (await freePort()));
  const dataDirectory = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lunula-server-'));
  if (settings.DATA_DIR === undefined) folders.add(dataDirectory);
  const admin = { email: 'admin@salon.local', password: 'tajna-lozinka' };
  const program = startProgram([process.execPath, main], {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: 'off',
    ...settings,
    PORT: String(port),
    DATA_DIR: dataDirectory,
  });
  const { process: child, output: log } = program;
  const url = `http://127.0.0.1:${port}`;
  const stop = () => end(child, log, Number(settings.STOP_DELAY_SECONDS ?? 0));
  await waitUntilHealthy(url, child, log);
  return { url, admin, dataDirectory, process: child, log, stop };
}
