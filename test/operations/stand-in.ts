// A substitute for systemctl, used by the commands of docs/operations.md: runs the services whose unit files are in a folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = process.env.STAND_IN_ROOT ?? '';
const PORT = process.env.STAND_IN_PORT ?? '';
const STEP_MS = 25;

type Unit = Readonly<Partial<Record<string, string[]>>>;

/** Reads a unit file. The file of a unit `name@instance` is `name@.service`. */
function readUnit(name: string): Unit {
  const [plain, instance] = name.split('@');
  const file = instance === undefined ? `${name}.service` : `${plain}@.service`;
  const text = readFileSync(join(ROOT, 'etc/systemd/system', file), 'utf8').replaceAll('%i', instance ?? '');
  const pairs = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => ({ key, value }));
  const grouped = Object.groupBy(pairs, ({ key }) => key);
  return Object.fromEntries(
    Object.entries(grouped).map(([key, all]) => [key, all?.map(({ value }) => value)]),
  );
}

const one = (unit: Unit, key: string): string => {
  const value = unit[key]?.[0];
  if (value === undefined) throw new Error(`The unit has no ${key}.`);
  return value;
};

/** Parses settings like systemd: values may be quoted, and comments are skipped. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^(\w+)=(["']?)(.*)\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  );

const pidFile = (name: string): string => join(ROOT, 'run', `${name}.pid`);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // `kill` throws if the process does not exist
  }
};

function start(name: string): void {
  const unit = readUnit(name);
  const state = join(ROOT, 'var/lib', one(unit, 'StateDirectory'));
  if (!existsSync(state))
    mkdirSync(state, { recursive: true, mode: Number.parseInt(one(unit, 'StateDirectoryMode'), 8) });
  mkdirSync(join(ROOT, 'journal'), { recursive: true });
  mkdirSync(join(ROOT, 'run'), { recursive: true });
  process.umask(Number.parseInt(one(unit, 'UMask'), 8));
  const journal = openSync(join(ROOT, 'journal', name), 'a');
  const [program = '', ...args] = one(unit, 'ExecStart').split(' ');
  const child = spawn(program, args, {
    cwd: one(unit, 'WorkingDirectory'),
    env: {
      PATH: '/usr/bin:/bin',
      PORT,
      ...settingsIn((unit.Environment ?? []).join('\n')),
      ...settingsIn(readFileSync(one(unit, 'EnvironmentFile'), 'utf8')),
    },
    detached: true,
    stdio: ['ignore', journal, journal],
  });
  child.unref();
  writeFileSync(pidFile(name), String(child.pid));
}

async function stop(name: string): Promise<void> {
  if (!existsSync(pidFile(name))) return;
  const pid = Number(readFileSync(pidFile(name), 'utf8'));
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  const until = Date.now() + 1000 * Number.parseInt(one(readUnit(name), 'TimeoutStopSec'), 10);
  while (isAlive(pid)) {
    if (Date.now() > until) throw new Error(`${name} did not stop in time.`);
    await wait(STEP_MS);
  }
  rmSync(pidFile(name));
}

const [verb, ...rest] = process.argv.slice(2);
const [name = ''] = rest.filter((word) => !word.startsWith('--'));
if (verb === 'stop' || verb === 'disable' || verb === 'restart') await stop(name);
if (verb === 'start' || verb === 'enable' || verb === 'restart') start(name);
