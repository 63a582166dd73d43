// Starts the server with the command of `npm start`, or a bare Fastify server for comparison, as a child process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startArguments } from '../machine/start-command.ts';
import type { Usage } from './probe.ts';

export const root = join(import.meta.dirname, '..', '..');
const PROBE = pathToFileURL(join(import.meta.dirname, 'probe.ts')).href;
const POLL_MS = 5;
const HEALTHY_WITHIN_MS = 60_000;
const KB_PER_MB = 1024;

export interface Memory {
  readonly residentMb: number;
  /** The memory of the process that is not backed by files (RssAnon). */
  readonly anonymousMb: number;
}

export interface Running {
  readonly port: number;
  /** The time from the start command to the first successful response. */
  readonly startedMs: number;
  /** Returns the resource usage since the previous call of this function. */
  usage(): Promise<Usage>;
  memory(): Memory;
  send(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Reads the memory of a process. Works on Linux only. */
function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / KB_PER_MB;
  return { residentMb: mb('VmRSS'), anonymousMb: mb('RssAnon') };
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Waits until a server prints its address and returns the port of the address. Discards the rest of the output. */
export async function printedPort(child: ChildProcess): Promise<number> {
  const { stdout } = child;
  if (!stdout) throw new Error('stdout is not piped');
  let text = '';
  for await (const part of stdout.iterator({ destroyOnReturn: false })) {
    text += part;
    const port = /Address: +http:\S+:(\d+)/.exec(text)?.[1];
    if (port === undefined) continue;
    stdout.resume();
    return Number(port);
  }
  throw new Error(`${child.spawnargs.join(' ')} ended:\n${text}`);
}

async function untilHealthy(port: number, path: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}${path}`)).ok) return;
    } catch {
      await wait(POLL_MS); // the server does not listen yet
    }
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${child.spawnargs.join(' ')} never answered`);
  }
}

/** Starts `node` with these arguments and waits until the server responds at `path`. */
async function run(
  args: readonly string[],
  path: string,
  {
    cwd = root,
    env = {},
    isProbed = true,
  }: { cwd?: string; env?: Record<string, string>; isProbed?: boolean },
): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [...(isProbed ? ['--import', PROBE] : []), ...args], {
    cwd,
    env: { PATH, HOME, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.add(child);
  const gone = once(child, 'exit').finally(() => children.delete(child));
  const ask = async (message: object | string) => {
    const answer = once(child, 'message');
    child.send(message);
    return (await answer)[0] as unknown;
  };
  const port = await printedPort(child);
  await untilHealthy(port, path, child);
  return {
    port,
    startedMs: performance.now() - began,
    usage: async () => (await ask('usage')) as Usage,
    memory: () => memoryOf(child.pid ?? 0),
    send: ask,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/**
 * Starts the salon with the command of `npm start` in the project at `cwd`, but without rate limits. `settings` are
 * environment variables such as DATA_DIR and DATABASE_URL.
 */
export const runSalon = (
  settings: Record<string, string>,
  { cwd = root, isProbed = true }: { cwd?: string; isProbed?: boolean } = {},
): Promise<Running> =>
  run(startArguments(cwd), '/api/health', { cwd, isProbed, env: { RATE_LIMIT: 'off', ...settings } });

/** Starts a bare Fastify server for comparison, measured by the same probe. */
export const runBare = ({ isProbed = true } = {}): Promise<Running> =>
  run(['scripts/measure/bare.ts'], '/', { isProbed });
