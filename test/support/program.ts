// Starts programs of the project as child processes: the server, the owner's scripts, npm.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const root = join(import.meta.dirname, '../..');
const TOO_LONG_MS = 60_000; // long, because `npm start` may have to build the pages first, and the machine may be busy
const STEP_MS = 10;
/** The folder of Node's compile cache. Processes that share it start in two thirds of the time. */
const NODE_COMPILE_CACHE = join(root, '.cache/node-compile');

/** The variables that `faketime '2026-10-24 23:30' npm run test:api` sets. Child processes need them too. */
const fakeTime = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
);

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// exits explicitly: Vitest stops its workers with SIGTERM, which by default ends a process without an `exit` event
if (process.env.VITEST) process.once('SIGTERM', () => process.exit());

export interface Program {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The program's stdout and stderr in order of arrival. */
  output(): string;
  /** Waits until the output contains the text. Throws if the program exits first, or after a timeout. */
  says(text: string): Promise<void>;
  /** Waits for the exit; returns the exit code, or null after a signal. */
  ended(): Promise<number | null>;
}

/** Starts a command with only these environment variables. The command is killed when this process exits. */
export function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  settings: Record<string, string>,
  { ownGroup = false }: { ownGroup?: boolean } = {},
): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...fakeTime, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const parts: { stream: 'stdout' | 'stderr'; text: string }[] = [];
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk) => parts.push({ stream, text: String(chunk) }));
  const textOf = (streams: readonly string[]) =>
    parts.flatMap(({ stream, text }) => (streams.includes(stream) ? [text] : [])).join('');
  const output = () => textOf(['stdout', 'stderr']);
  const closed = once(child, 'close');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  return {
    process: child,
    stdout: () => textOf(['stdout']),
    stderr: () => textOf(['stderr']),
    output,
    async says(text) {
      const until = Date.now() + TOO_LONG_MS;
      while (!output().includes(text)) {
        if (isOver() || Date.now() > until)
          throw new Error(`The program did not print '${text}':\n${output()}`);
        await wait(STEP_MS);
      }
    },
    async ended() {
      const inTime = await Promise.race([closed, wait(TOO_LONG_MS, 'late', { ref: false })]);
      if (inTime === 'late') throw new Error(`The program did not exit:\n${output()}`);
      return child.exitCode;
    },
  };
}

/** The bundle that `npm start` runs. Starting it takes two thirds of the CPU time that starting from the sources takes. */
export const SERVER_BUNDLE = 'dist/server/main.js';

export const startServerProgram = (settings: Record<string, string>): Program =>
  startProgram([process.execPath, SERVER_BUNDLE], settings);

/** Returns the address from the server's log. The server logs it first; requests wait until the server has also printed the box with the address. */
export async function listeningAddress(server: Program): Promise<string> {
  await server.says('"msg":"Server listening at ');
  return /"Server listening at (http:[^"]+)"/.exec(server.output())?.[1] ?? '';
}

/** Waits until the server accepts requests. Returns the address, with the port from the server's output. */
export async function openAddress(server: Program): Promise<string> {
  await server.says('┘');
  const port = /Address: +http:\S+:(\d+)/.exec(server.output())?.[1];
  return `http://127.0.0.1:${port}`;
}

/** Runs one of the owner's scripts without a terminal. */
export async function runScript(
  name: string,
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const script = startProgram([process.execPath, `scripts/${name}.ts`, ...args], settings);
  const code = Number(await script.ended());
  return { code, out: script.stdout(), err: script.stderr() };
}
