import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../config.ts';
import { CannotOpen } from '../db/open.ts';

const PROGRAMS = ['pg_dump', 'pg_restore', 'psql'] as const;
type Program = (typeof PROGRAMS)[number];
const FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{postgresql*,libpq}/bin',
];

const NO_PG_DUMP =
  'pg_dump is not found: install the client programs of PostgreSQL (on Debian: apt install postgresql-client).';

const versionOf = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);

/** Returns a folder that has all programs: the first in PATH, else the newest version in the usual folders. */
export function findPostgresPrograms({ PATH = '' }: Environment): string | undefined {
  const usual = globSync(FOLDERS).sort((a, b) => versionOf(b) - versionOf(a));
  const hasAll = (folder: string) =>
    PROGRAMS.every((name) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.exe`)));
  return [...PATH.split(delimiter).filter(Boolean), ...usual].find(hasAll);
}

export function postgresPrograms(environment: Environment): string {
  const folder = findPostgresPrograms(environment);
  if (folder === undefined) throw new CannotOpen(NO_PG_DUMP);
  return folder;
}

export interface PostgresTarget {
  readonly databaseUrl: string;
  readonly environment: Environment;
}

interface Run {
  readonly environment: Environment;
  /** Without this URL, the program connects to no database. */
  readonly databaseUrl?: string;
  readonly input?: Readable;
  /** Receives the program's standard output and is not closed afterwards. Without this stream the output is discarded. */
  readonly output?: Writable;
  readonly signal?: AbortSignal | undefined;
}

/** Connection arguments and environment. The password is in the environment: every user of the machine can see arguments. */
function connectionOf(databaseUrl: string | undefined): { args: string[]; env: Record<string, string> } {
  if (databaseUrl === undefined) return { args: [], env: {} };
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const args = [`--dbname=${url.href}`, '--no-password'];
  return { args, env: password === '' ? {} : { PGPASSWORD: password } };
}

const LAST_LINES = 3;
const STDERR_CHARACTERS = 2000;
const lastLinesOf = (lines: string): string =>
  lines.trim().split('\n').slice(-LAST_LINES).join(' ').replace(/\s+/g, ' ');

/** Runs a program. Rejects with the end of its error output if it fails. */
export async function runPostgres(
  folder: string,
  program: Program,
  args: readonly string[],
  { environment, databaseUrl, input, output, signal }: Run,
): Promise<void> {
  const connection = connectionOf(databaseUrl);
  const child = spawn(join(folder, program), [...args, ...connection.args], {
    env: { ...environment, LC_ALL: 'C', PGCONNECT_TIMEOUT: '10', ...connection.env },
    stdio: [input ? 'pipe' : 'ignore', output ? 'pipe' : 'ignore', 'pipe'],
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk).slice(-STDERR_CHARACTERS);
  });
  if (output) child.stdout?.pipe(output, { end: false });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  // a program that fails early also makes the writing of its input fail; the program's error output then explains more
  const written =
    input && child.stdin ? pipeline(input, child.stdin).then(() => undefined, asError) : undefined;
  const code = await promise;
  const writeError = await written;
  if (code !== 0) throw new CannotOpen(`${program} failed: ${lastLinesOf(stderr)}`);
  if (writeError) throw writeError;
}

const asError = (error: unknown): Error => error as Error;

export async function outputOf(
  folder: string,
  program: Program,
  args: readonly string[],
  environment: Environment,
): Promise<string> {
  const output = new PassThrough();
  const run = runPostgres(folder, program, args, { environment, output }).finally(() => output.end());
  const [written] = await Promise.all([text(output), run]);
  return written;
}
