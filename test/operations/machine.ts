// Simulates a machine in a folder, and runs the commands of docs/operations.md on it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/machine/free-port.ts';
import { root } from '../support/program.ts';
import { aFolder } from '../support/temporary-folder.ts';

const TOO_LONG_MS = 120_000;
const RELEASE = [
  'deploy',
  'migrations',
  'scripts',
  'src',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'dist',
];
const standIn = `exec ${process.execPath} ${join(root, 'test/operations/stand-in.ts')} "$@"`;

/** Replacements for commands that would change the real machine. */
const COMMANDS: Readonly<Record<string, string>> = {
  sudo: '[ "$1" = -u ] && shift 2; exec "$@"',
  runuser: 'shift 3; exec "$@"',
  useradd: 'exit 0',
  nano: 'exit 0',
  systemctl: standIn,
  journalctl: 'cat "$STAND_IN_ROOT/journal/$2"',
};

/** Returns the `sh` blocks of the section with this number in docs/operations.md. */
export function blocksOf(section: number): string[] {
  const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const [text = ''] = document.split(/^(?=## )/m).filter((part) => part.startsWith(`## ${section}. `));
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

/**
 * Creates the release's node_modules as a folder that contains a link to each package. If the folder itself were a link, `npm ci` in the
 * release would delete the packages of these tests.
 */
function linkPackages(folder: string): void {
  mkdirSync(folder);
  const here = join(root, 'node_modules');
  for (const name of ['.bin', '.package-lock.json'])
    cpSync(join(here, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(here))
    if (!name.startsWith('.')) symlinkSync(join(here, name), join(folder, name));
}

export interface Machine {
  readonly url: string;
  /** The folder that the simulated machine uses as /. */
  readonly folder: string;
  /** Runs a block of commands in a folder of the machine; throws with the output if a command fails. */
  run(block: string, from?: string): string;
  /** Unpacks a release; returns its folder. */
  unpackRelease(): string;
  setting(name: string, value: string): void;
  /** Stops all services and removes the folder. */
  switchOff(): void;
}

/** Creates the simulated machine. `replaced` maps texts of commands to replacements, for paths that differ from a real machine. */
export async function aMachine(replaced: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const folder = aFolder();
  const [port, second, third] = [await freePort(), await freePort(), await freePort()];
  const here = (text: string): string => {
    const changed = Object.entries(replaced).reduce((all, [from, to]) => all.replaceAll(from, to), text);
    return changed
      .replaceAll(/(^|[\s='"])\/(?=(?:opt|etc|usr\/local|var\/lib\/lunula)\b)/gm, `$1${folder}/`)
      .replaceAll(/ -[og] lunula\b/g, '') // removes the owner `lunula`, a user who does not exist on the machine that runs the tests
      .replaceAll('3000', String(port))
      .replaceAll('3001', String(second))
      .replaceAll('3002', String(third));
  };
  const environment = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${join(folder, 'usr/local/bin')}:${process.env.PATH}`,
    STAND_IN_ROOT: folder,
    STAND_IN_PORT: String(port),
  };
  for (const path of ['bin', 'opt', 'etc/systemd/system', 'usr/local/bin', 'var/lib', 'root'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const [name, script] of Object.entries(COMMANDS)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    run(block, from = join(folder, 'root')) {
      const { status, stdout, stderr } = spawnSync('sh', ['-eux', '-c', here(block)], {
        cwd: from,
        env: environment,
        encoding: 'utf8',
        timeout: TOO_LONG_MS,
      });
      if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
      return stdout;
    },
    unpackRelease() {
      const release = join(folder, 'root/release');
      for (const path of RELEASE) cpSync(join(root, path), join(release, path), { recursive: true });
      linkPackages(join(release, 'node_modules'));
      for (const file of readdirSync(join(release, 'deploy'))) {
        const path = join(release, 'deploy', file);
        writeFileSync(path, here(readFileSync(path, 'utf8')));
      }
      return release;
    },
    setting(name, value) {
      const path = join(folder, 'etc/lunula.env');
      const others = readFileSync(path, 'utf8').replaceAll(new RegExp(`^${name}=.*\n`, 'gm'), '');
      writeFileSync(path, `${others}${name}=${value}\n`);
    },
    switchOff() {
      const running = existsSync(join(folder, 'run')) ? readdirSync(join(folder, 'run')) : [];
      for (const file of running)
        spawnSync(join(folder, 'bin/systemctl'), ['stop', file.replace('.pid', '')], { env: environment });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
