// Starts the server with the command of `npm start`, or bare Fastify for comparison, as a child process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../machine/free-port.ts';

const POLL_MS = 5;
export const root = join(import.meta.dirname, '..', '..');
const KB_PER_MB = 1024;
const MS_PER_TICK = 10; // Linux counts CPU time in hundredths of a second

export interface Running {
  readonly url: string;
  /** The time from the start command to the first successful response. */
  readonly startedMs: number;
  /** CPU time of all threads since the start. Linux only, as `memoryMb`. */
  cpuMs(): number;
  memoryMb(): number;
  stop(): Promise<void>;
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended`);
    await wait(POLL_MS); // the server does not listen yet
  }
}

async function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // a file, because a pipe would wake this process for each line of the log
  const log = openSync(join(env.DATA_DIR ?? '', 'server.log'), 'a');
  const began = performance.now();
  const options = { cwd, env: { PATH, HOME, PORT: port, ...env } };
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', log, 'inherit'] });
  closeSync(log);
  children.add(child);
  const gone = once(child, 'exit').finally(() => children.delete(child));
  await untilHealthy(url, child);
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
    startedMs: performance.now() - began,
    cpuMs() {
      const afterName = read('stat').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(afterName[11]) + Number(afterName[12])) * MS_PER_TICK;
    },
    memoryMb: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(read('status'))?.[1]) / KB_PER_MB,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Starts the salon of a checkout with the command of `npm start`, but without rate limits. */
export function runSalon(settings: Record<string, string>, checkout = root): Promise<Running> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const command = / exec node (.+)$/.exec(scripts.start)?.[1];
  if (command === undefined) throw new Error(`package.json's start script runs no node: ${scripts.start}`);
  return run(command.split(' '), checkout, { RATE_LIMIT: 'off', ...settings });
}

export const runBare = (settings: Record<string, string>): Promise<Running> =>
  run(['scripts/measure/bare.ts'], root, settings);
