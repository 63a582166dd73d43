// A real server: a process of its own on a free port, with a data folder of its own, gone at the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/machine/free-port.ts';
import { PATIENCE_MS } from './size.ts';

const STOP_SECONDS = 6; // the server promises 5
const root = join(import.meta.dirname, '../..');
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
// vitest ends its workers so, and without this nothing would be cleared up
if (process.env.VITEST) process.once('SIGTERM', () => process.exit());

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
  const until = Date.now() + PATIENCE_MS;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log()}`);
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server was not healthy after ${PATIENCE_MS} ms:\n${log()}`);
    }
    await wait(25);
  }
}

async function end(child: ChildProcess, log: () => string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const inTime = await Promise.race([
    ended.then(() => true),
    wait(STOP_SECONDS * 1000, false, { ref: false }),
  ]);
  if (!inTime) child.kill('SIGKILL');
  if (!inTime || child.exitCode !== 0) throw new Error(`The server did not stop cleanly:\n${log()}`);
}

/** `settings` are environment variables of the server; RATE_LIMIT is off unless asked for. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const port = Number(settings.PORT ?? (await freePort()));
  const dataDirectory = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lunula-server-'));
  if (settings.DATA_DIR === undefined) folders.add(dataDirectory);
  const admin = { email: 'admin@salon.local', password: 'tajna-lozinka' };
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT: 'off',
  };
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...env, ...settings, PORT: String(port), DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => parts.push(String(chunk)));
  const log = () => parts.join('');
  const url = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(url, child, log);
  return { url, admin, dataDirectory, process: child, log, stop: () => end(child, log) };
}
