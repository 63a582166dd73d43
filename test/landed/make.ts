// npm run landed -- COMMIT: runs the code of that commit to create a salon with sample data, on SQLite and PostgreSQL, and saves both databases in test/landed/<commit>/.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { addDays, dateOf, type WallTime } from '../../src/domain/wall-clock.ts';
import { readClock, systemClock } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { type Engine, openForCommand } from '../../src/server/platform/db/open.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import { startPostgres } from '../support/databases/postgres.ts';
import { openMailServer } from '../support/mail-server.ts';
import { openAddress, root, startProgram } from '../support/program.ts';
import { postgresAsSql, sqliteAsSql } from './dump.ts';
import { callerOf, type Held, type Visited, visit } from './visit.ts';

const ADMIN = { email: 'admin@salon.local', password: 'tajna-lozinka' };
const THREE_DAYS_MS = 3 * 24 * 60 * 60 * 1000;

/** Extracts the code of the commit into a temporary folder, with the current packages. */
function codeOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-landed-'));
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['x', '-C', folder], { input: tar });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

type Place = { engine: Engine; settings: { DATA_DIR: string; DATABASE_URL?: string } };

async function withServer<T>(
  code: string,
  { settings }: Place,
  more: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const given = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PORT: '0',
    TRUST_PROXY: 'true',
    PUSH_HOSTS: 'push.primer.rs',
    ...settings,
    ...more,
  };
  const server = startProgram([process.execPath, join(code, 'src/server/main.ts')], given);
  try {
    return await work(await openAddress(server));
  } finally {
    server.process.kill('SIGTERM');
    await server.ended();
  }
}

const wallTimeNow = (): WallTime => readClock(systemClock('Europe/Belgrade')).wall;

/** A moment between 07:00 and 20:00, less than a day after `wall`, so that the reminder of an appointment at that moment is due. */
function soonAfter(wall: WallTime): string {
  const hour = Number(wall.slice(11, 13));
  const [day, at] = hour > 7 ? [addDays(dateOf(wall), 1), Math.min(hour - 1, 20)] : [dateOf(wall), 12];
  return `${day} ${String(at).padStart(2, '0')}:00:00`;
}

/**
 * Adds rows that need elapsed time or a mail server: a reminder, a mailed link, a failed login, the owner's morning
 * push. Returns the link's token.
 */
async function letTimePass(code: string, place: Place, db: Db, { client }: Visited): Promise<string> {
  await sql`update appointments set booked_at = booked_at - ${THREE_DAYS_MS} where client_id is not null`.execute(
    db,
  );
  await sql`update undo_steps set expires_at = expires_at + ${THREE_DAYS_MS}`.execute(db);
  // delays the queued mails, so that they are still in the outbox when the database is saved
  await sql`update outbox set next_try_at = next_try_at + ${THREE_DAYS_MS}`.execute(db);
  const mails = await openMailServer();
  await withServer(code, place, { SMTP_URL: mails.url }, async (url) => {
    const call = callerOf(url);
    await call('POST /auth/forgot', { body: { email: client.email } });
    const wrong = { email: 'jovana@primer.rs', password: 'pogrešna' };
    await call('POST /auth/login', { body: wrong }).catch(() => undefined);
    await mails.until(2);
  });
  await mails.close();
  if ((await tablesOf(db, place.engine)).includes('owner_mornings'))
    await sql`insert into owner_mornings (day, told_at) values (${dateOf(wallTimeNow())}, ${Date.now()}) on conflict do nothing`.execute(
      db,
    );
  await sql`update outbox set next_try_at = next_try_at - ${THREE_DAYS_MS} where sent_at is null`.execute(db);
  return mails.mails.map(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? '';
}

const TABLES: Readonly<Record<Engine, string>> = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  postgres: 'select table_name as name from information_schema.tables where table_schema = current_schema()',
};

const tablesOf = async (db: Db, engine: Engine): Promise<string[]> =>
  (await sql<{ name: string }>`${sql.raw(TABLES[engine])}`.execute(db)).rows.map(({ name }) => name);

async function countsOf(db: Db, engine: Engine): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await tablesOf(db, engine)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    counts[name] = rows[0]?.count ?? 0;
  }
  const empty = Object.keys(counts).filter((name) => counts[name] === 0);
  if (empty.length > 0) throw new Error(`empty tables: ${empty}; make test/landed/visit.ts fill them`);
  return counts;
}

async function fill(code: string, place: Place): Promise<Held> {
  const wall = wallTimeNow();
  const now = { today: dateOf(wall), soon: soonAfter(wall) };
  const visited = await withServer(code, place, {}, (url) => visit(callerOf(url), ADMIN, now));
  const { db, close } = openForCommand(readConfig(place.settings));
  try {
    const resetToken = await letTimePass(code, place, db, visited);
    return { wall: wallTimeNow(), ...visited, resetToken, counts: await countsOf(db, place.engine) };
  } finally {
    await close();
  }
}

const commit = execFileSync('git', ['rev-parse', '--short=7', process.argv[2] ?? 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const folder = join(import.meta.dirname, commit);
const code = codeOf(commit);
const data = mkdtempSync(join(tmpdir(), 'lunula-landed-data-'));
const postgres = await startPostgres();
try {
  const places: Place[] = [
    { engine: 'sqlite', settings: { DATA_DIR: data } },
    { engine: 'postgres', settings: { DATA_DIR: data, DATABASE_URL: postgres.url } },
  ];
  mkdirSync(folder, { recursive: true });
  for (const place of places) {
    const held = await fill(code, place);
    const { DATABASE_URL } = place.settings;
    const text = DATABASE_URL ? postgresAsSql(DATABASE_URL) : sqliteAsSql(join(data, 'lunula.sqlite'));
    writeFileSync(join(folder, `${place.engine}.sql.gz`), gzipSync(text, { level: 9 }));
    writeFileSync(join(folder, `${place.engine}.json`), `${JSON.stringify(held, null, 2)}\n`);
    console.log(`${place.engine}: ${Object.values(held.counts).reduce((a, b) => a + b)} rows in ${folder}`);
  }
} finally {
  await postgres.stop();
  for (const made of [code, data]) rmSync(made, { recursive: true, force: true });
}
process.exit();
