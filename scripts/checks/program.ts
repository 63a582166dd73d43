// Runs a program of node_modules/.bin, or a script, and keeps its output. No child outlives this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const GRACE_SECONDS = 8;

export const root = join(import.meta.dirname, '..', '..');
const bin = join(root, 'node_modules', '.bin');
const running = new Set<ChildProcess>();

export type Ran = { status: number; output: string };

export function runProgram(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    // a group of its own, so that what it started can be ended with it
    const child = spawn(name === 'node' ? process.execPath : join(bin, name), args, {
      cwd: root,
      env: {
        ...process.env,
        FORCE_COLOR: '0',
        NO_COLOR: '1',
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    const parts: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => parts.push(String(chunk)));
    const end = (status: number) => {
      signalGroup(child, 'SIGKILL');
      running.delete(child);
      resolve({ status, output: parts.join('').trim() });
    };
    child.once('error', (error) => {
      parts.push(String(error));
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    return; // nobody of the group is left, as it should be
  }
}

/** Asks all programs that are still running to end, gives them some seconds to clear up, and ends this process. */
export async function endPrograms(): Promise<never> {
  for (const child of running) signalGroup(child, 'SIGINT');
  for (let left = GRACE_SECONDS * 10; running.size > 0 && left > 0; left--) await wait(100);
  for (const child of running) signalGroup(child, 'SIGKILL');
  process.exit(130);
}
