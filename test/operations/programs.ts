// Finds programs that tests need, or installs them as root on Debian; throws if that is not possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folders that are searched for a program. Includes the sbin folders, because often only root has them in its PATH. */
const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/sbin',
  '/usr/local/sbin',
];
const find = (name: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

export function ensureProgram(name: string, debianPackage: string): string {
  const found = find(name);
  if (found) return found;
  const install = `apt-get update -qq && apt-get install -qq -y --no-install-recommends ${debianPackage}`;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }; // these variables keep apt from starting the services of an installed package
    spawnSync(install, { shell: true, env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const installed = find(name);
  if (!installed) throw new Error(`${name} not found: install it (on Debian: ${install}).`);
  return installed;
}
