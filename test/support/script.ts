import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Runs one of the owner's scripts as npm does, without a terminal. */
export async function runScript(
  name: string,
  settings: Record<string, string>,
  ...given: string[]
): Promise<{ code: number; out: string; err: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...given], {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code: Number(code), out, err };
}
