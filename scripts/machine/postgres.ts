// Starts a throw-away PostgreSQL on 127.0.0.1. As a command: prints its address and keeps it until Ctrl-C.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRoot } from './apt.ts';
import { freePort } from './free-port.ts';
import { areFromNpm, postgresPrograms } from './postgres-programs.ts';

export type Postgres = {
  /** Address of its database `postgres`; the superuser is `postgres` and needs no password. */
  url: string;
  /** Process id of the server, for tests that freeze or kill it. */
  pid: number;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
};

type Owner = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root. */
function owner(): Owner {
  if (!isRoot) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody here.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Without `durable` nothing waits for the disk: four times as fast, and a power cut may ruin it. */
const settings = (port: number, durable: boolean) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 200
shared_buffers = 64MB
${durable ? '' : 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'}`;

/**
 * Ends the server and removes its files as soon as its standard input closes: on stop(), and also when the process that
 * started it dies in any way, kill -9 included. A group of its own, so that Ctrl-C reaches it only through that.
 */
function startUndertaker(programs: string, folder: string, user: Owner): ChildProcess {
  const script = 'cat >/dev/null; "$1/pg_ctl" stop -s -D "$2/data" -m immediate; cd /; rm -rf "$2"';
  const child = spawn('/bin/sh', ['-c', script, 'undertaker', programs, folder], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}

function run(program: string, args: string[], cwd: string, user: Owner): void {
  const done = spawnSync(program, args, {
    ...user,
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr ?? ''}${done.error ?? ''}`);
}

/** A new folder of that user, and the programs where that user can read them. */
function folderFor(user: Owner): { folder: string; programs: string } {
  const found = postgresPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'lunula-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  if (!user || !areFromNpm(found)) return { folder, programs: found };
  cpSync(dirname(found), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  run('chown', ['-R', `${user.uid}:${user.gid}`, folder], folder, undefined); // or it could not be removed
  return { folder, programs: join(folder, 'native', 'bin') };
}

export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const user = owner();
  const { folder, programs } = folderFor(user);
  const data = join(folder, 'data');
  const undertaker = startUndertaker(programs, folder, user);
  const stop = () =>
    new Promise<void>((resolve) => {
      if (undertaker.exitCode !== null) return resolve();
      undertaker.ref();
      undertaker.once('exit', () => resolve());
      undertaker.stdin?.end();
    });
  try {
    const port = await freePort();
    const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
    run(join(programs, 'initdb'), init, folder, user);
    appendFileSync(join(data, 'postgresql.conf'), settings(port, durable));
    run(join(programs, 'pg_ctl'), ['start', '-s', '-w', '-D', data, '-l', join(folder, 'log')], folder, user);
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

if (import.meta.main) {
  const { url, stop } = await startPostgres({ durable: process.argv.includes('--durable') });
  console.log(`${url}\nCtrl-C ends it and removes it.`);
  const hold = setInterval(() => undefined, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => clearInterval(hold)));
  }
}
