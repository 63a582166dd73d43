// Installs a Debian package where that is possible: on Debian and its children, as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const APT_MINUTES = 10;

export const isRoot = process.getuid?.() === 0;

/** True when the package is there afterwards; false when this machine has no apt, no root or no such package. */
export function aptInstall(name: string): boolean {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} (apt-get) …`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: APT_MINUTES * 60_000,
  } as const;
  spawnSync('apt-get', ['update', '-qq'], options); // a failure shows in the next line, with a better message
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
  if (done.status !== 0) console.error(`apt-get install ${name} failed:\n${done.stderr.slice(-2000)}`);
  return done.status === 0;
}

/** The folders in which a shell would look for a command. */
export const pathFolders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);

export function onPath(command: string): string | undefined {
  return pathFolders.map((folder) => join(folder, command)).find((path) => existsSync(path));
}
