import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../config.ts';
import { CannotOpen } from '../db/open.ts';

/** PostgreSQL's own programs, which come with its client package, beside one another. */
const NEEDED = ['pg_dump', 'pg_restore', 'psql'] as const;
type Program = (typeof NEEDED)[number];
const FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{postgresql*,libpq}/bin',
];

const NO_PG_DUMP =
  'pg_dump is not found: install the client programs of PostgreSQL (on Debian: apt install postgresql-client).';

const versionOf = (folder: string): number => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);

/** The folder with all of them: the path's, else the newest that a package has put where it usually does. */
export function findPostgresPrograms({ PATH = '' }: Environment): string | undefined {
  const usual = globSync(FOLDERS).sort((a, b) => versionOf(b) - versionOf(a));
  const isWhole = (folder: string) =>
    NEEDED.every((name) => existsSync(join(folder, name)) || existsSync(join(folder, `${name}.exe`)));
  return [...PATH.split(delimiter).filter(Boolean), ...usual].find(isWhole);
}

/** The same, where it cannot be done without. */
export function postgresPrograms(environment: Environment): string {
  const folder = findPostgresPrograms(environment);
  if (folder === undefined) throw new CannotOpen(NO_PG_DUMP);
  return folder;
}

/** A database, and the environment that the programs run in. */
export interface PostgresPlace {
  readonly databaseUrl: string;
  readonly environment: Environment;
}

interface Run {
  readonly environment: Environment;
  /** Without it the program works on a file alone. */
  readonly databaseUrl?: string;
  /** What it reads; nothing where it is left out. */
  readonly input?: Readable;
  /** Gets what it writes, and stays open; without it that is thrown away. */
  readonly output?: Writable;
  readonly signal?: AbortSignal | undefined;
}

/** The password goes by the environment: arguments are shown to everybody on the machine. */
function connectionOf(databaseUrl: string | undefined): { args: string[]; env: Record<string, string> } {
  if (databaseUrl === undefined) return { args: [], env: {} };
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const args = [`--dbname=${url.href}`, '--no-password'];
  return { args, env: password === '' ? {} : { PGPASSWORD: password } };
}

const LAST_LINES = 3;
const COMPLAINT_CHARACTERS = 2000;
/** What a program complains about, in one line. */
const lastLinesOf = (text: string): string =>
  text.trim().split('\n').slice(-LAST_LINES).join(' ').replace(/\s+/g, ' ');

/** Starts one of the programs; the promise is kept when it has ended well, and an error with its own words when not. */
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
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-COMPLAINT_CHARACTERS);
  });
  if (output) child.stdout?.pipe(output, { end: false });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  // a program that ends early closes its input; its own words say why
  const fed = input && child.stdin ? pipeline(input, child.stdin).then(() => undefined, asError) : undefined;
  const code = await promise;
  const notFed = await fed;
  if (code !== 0) throw new CannotOpen(`${program} failed: ${lastLinesOf(complaint)}`);
  if (notFed) throw notFed;
}

const asError = (error: unknown): Error => error as Error;

/** What a program writes, as one text. */
export async function outputOf(
  folder: string,
  program: Program,
  args: readonly string[],
  environment: Environment,
): Promise<string> {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await runPostgres(folder, program, args, { environment, output });
  return Buffer.concat(chunks).toString('utf8');
}
