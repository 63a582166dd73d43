// The server as it is started for real, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../machine/free-port.ts';

const root = join(import.meta.dirname, '..', '..');

export const run = (args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...env },
    stdio: 'ignore',
  });

/** The first good answer of a server that is only starting. */
export async function answers(port: number, path: string): Promise<Response> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      if (answer.ok) return answer;
    } catch {
      await wait(5); // not listening yet
    }
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** A salon over this data folder while `use` runs. */
export async function withSalon<T>(folder: string, use: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort();
  const server = run(['src/server/main.ts'], { DATA_DIR: folder, PORT: String(port) });
  try {
    await answers(port, '/api/health');
    return await use(port);
  } finally {
    await ended(server);
  }
}

/** From the command to the first healthy answer, in ms. */
export async function startMs(folder: string): Promise<number> {
  const began = performance.now();
  return withSalon(folder, async () => performance.now() - began);
}
