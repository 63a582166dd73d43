// npm run landed -- COMMIT: runs the code of that commit to create a salon with sample data, on SQLite and PostgreSQL, and saves both databases in test/landed/<commit>/.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { addDays, dateOf, type WallTime, wallTimeAt } from '../../src/domain/wall-clock.ts';
import { instantMs } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import { type Engine, openForCommand } from '../../src/server/platform/db/open.ts';
import type { Db } from '../../src/server/platform/db/schema.ts';
import { startPostgres } from '../support/databases/postgres.ts';
import { openMailServer } from '../support/mail-server.ts';
import { openAddress, type Program, root, startProgram } from '../support/program.ts';
import {
  type Answers,
  type Ask,
  answersOf,
  bodyOf,
  comparable,
  type Mail,
  PUBLIC_URL,
  type Recording,
} from './answers.ts';
import { withEarnings } from './capabilities.ts';
import { postgresAsSql, sqliteAsSql } from './dump.ts';
import { callerOf, doingIn, senderTo, unlessUnknown } from './requests.ts';
import { nothingTold, type Told } from './stage.ts';
import { playAct } from './stories.ts';
import { type Held, type Visited, visit } from './visit.ts';

const ADMIN = { email: 'admin@salon.local', password: 'tajna-lozinka' };
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const THREE_DAYS_MS = 3 * 24 * HOUR_MS;
const TIME_ZONE = 'Europe/Belgrade';

/** The salon is saved at 11:20 of today. Its servers have moved clocks, so that bookings, mails and deposits are as old as they say. */
const SAVED_AT = instantMs(`${dateOf(wallTimeAt(Date.now(), TIME_ZONE))} 11:20:00` as WallTime, TIME_ZONE);

/** When the servers start. Less than 48 hours apart, or retention would distrust the clock; the last two less than an hour, or the mailed link would expire. */
const STARTS = {
  twoDaysBefore: SAVED_AT - 46 * HOUR_MS,
  onTheDay: SAVED_AT - 45 * MINUTE_MS,
  withMails: SAVED_AT - 40 * MINUTE_MS,
  inTheLastSeconds: SAVED_AT,
} as const;

/** Extracts the code of the commit into a temporary folder, with the current packages. */
function codeOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-landed-'));
  const tar = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['x', '-C', folder], { input: tar });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

type NewDatabase = { engine: Engine; settings: { DATA_DIR: string; DATABASE_URL?: string } };

async function withServer<T>(
  code: string,
  { settings }: NewDatabase,
  { startsAt, ...more }: { startsAt: number; SMTP_URL?: string },
  work: (url: string, server: Program) => Promise<T>,
): Promise<T> {
  const given = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PORT: '0',
    PUBLIC_URL,
    TRUST_PROXY: 'true',
    PUSH_HOSTS: 'push.primer.rs',
    SMS_URL: 'http://127.0.0.1:9', // nobody listens: messages stay in the outbox
    SMS_SECRET: 'tajna',
    CLOCK_MOVED_MS: String(startsAt - Date.now()),
    ...settings,
    ...more,
  };
  const clock = join(import.meta.dirname, 'moved-clock.ts');
  const main = join(code, 'src/server/main.ts');
  const server = startProgram([process.execPath, '--import', clock, main], given);
  try {
    return await work(await openAddress(server), server);
  } finally {
    server.process.kill('SIGTERM');
    await server.ended();
  }
}

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
async function letTimePass(code: string, place: NewDatabase, db: Db, { client }: Visited): Promise<string> {
  const tables = await tablesOf(db, place.engine);
  const ofBookings = sql.table(tables.includes('bookings') ? 'bookings' : 'appointments');
  await sql`update ${ofBookings} set booked_at = booked_at - ${THREE_DAYS_MS}
    where client_id in (select id from users where email_key in ('milica@primer.rs', 'jovana@primer.rs'))`.execute(
    db,
  );
  // an earlier release accepted any text as a number
  await sql`update ${ofBookings} set guest_phone = 'nema' where guest_name in ('P8 Hana', 'P8 Ivana')`.execute(
    db,
  );
  await sql`update undo_steps set expires_at = expires_at + ${THREE_DAYS_MS}`.execute(db);
  // delays the queued mails, so that they are still in the outbox when the database is saved
  await sql`update outbox set next_try_at = next_try_at + ${THREE_DAYS_MS}`.execute(db);
  const mails = await openMailServer();
  const options = { startsAt: STARTS.withMails, SMTP_URL: mails.url };
  await withServer(code, place, options, async (url) => {
    const call = callerOf(url);
    await call('POST /auth/forgot', { body: { email: client.email } });
    const wrong = { email: 'jovana@primer.rs', password: 'pogrešna' };
    await call('POST /auth/login', { body: wrong }).catch(() => undefined);
    await mails.until(1); // the link; the reminder waits for the delayed mail of its booking
  });
  await mails.close();
  if (tables.includes('owner_mornings'))
    await sql`insert into owner_mornings (day, told_at) values (${dateOf(wallTimeAt(SAVED_AT, TIME_ZONE))}, ${STARTS.withMails}) on conflict do nothing`.execute(
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

const doingAt = (url: string) => doingIn(callerOf(url), ADMIN, dateOf(wallTimeAt(SAVED_AT, TIME_ZONE)));

type NotSaved = Omit<Held, 'wall' | 'counts'>;

/** Plays what must have happened just now when the salon is saved. Then stops the clock and records all answers. */
function playLastAct(code: string, place: NewDatabase, db: Db, held: NotSaved) {
  const { told = nothingTold() } = held;
  return withServer(code, place, { startsAt: STARTS.inTheLastSeconds }, async (url, server) => {
    await untilReminded(db, told.rows['22 reminder']);
    await playAct('inTheLastSeconds', await doingAt(url), told);
    server.process.kill('SIGUSR2');
    await server.says('clock stopped at ');
    const stoppedAt = Number(/clock stopped at (\d+)/.exec(server.output())?.[1]);
    const wall = wallTimeAt(stoppedAt, TIME_ZONE);
    const answers = held.told ? await answersOf(askerOf(url), { ...held, wall, counts: {} }) : undefined;
    await assertNothingForgotten(db, told);
    return { wall, answers };
  });
}

const askerOf = (url: string): Ask => {
  const send = senderTo(url);
  return async (line, asked) => {
    const { status, type, text } = await send(line, asked);
    return { status, body: bodyOf(text, type) };
  };
};

/** Fails if the recurring work has already forgotten the oldest booking of story 20, which must happen after the upgrade. */
async function assertNothingForgotten(db: Db, told: Told): Promise<void> {
  const id = told.rows['20 1'];
  if (id === undefined) return;
  const { rows } = await sql<{
    name: string;
  }>`select guest_name as name from appointments where id = ${id}`.execute(db);
  if (rows[0]?.name !== 'P20 Jasna') throw new Error('the last act took too long; try again');
}

/** The mails that the release sends a minute after the salon was saved. */
async function mailsSent(code: string, place: NewDatabase): Promise<Mail[]> {
  const mails = await openMailServer();
  const { db, close } = openForCommand(readConfig(place.settings));
  const waiting = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*) as count from outbox where sent_at is null and given_up_at is null`.execute(db)
    ).rows[0]?.count;
  try {
    const options = { startsAt: SAVED_AT + MINUTE_MS, SMTP_URL: mails.url };
    await withServer(code, place, options, async () => {
      while (await waiting()) await wait(50);
    });
  } finally {
    await Promise.all([close(), mails.close()]);
  }
  return comparable(mails.mails);
}

/** Waits until the recurring work has queued the reminder of this appointment. */
async function untilReminded(db: Db, id: number | undefined): Promise<void> {
  const count = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*) as count from reminders where appointment_id = ${id}`.execute(db)
    ).rows[0]?.count;
  while (id !== undefined && !(await count())) await wait(50);
}

async function fill(code: string, place: NewDatabase): Promise<{ held: Held; answers: Answers | undefined }> {
  const told = nothingTold();
  await withServer(code, place, { startsAt: STARTS.twoDaysBefore }, async (url) => {
    const doing = await doingAt(url);
    await playAct('twoDaysBefore', doing, told);
    await withEarnings(doing).catch(unlessUnknown);
  });
  const visited = await withServer(code, place, { startsAt: STARTS.onTheDay }, async (url) => {
    const doing = await doingAt(url);
    await playAct('onTheDay', doing, told);
    return visit(doing, ADMIN, soonAfter(wallTimeAt(STARTS.onTheDay, TIME_ZONE)));
  });
  const { db, close } = openForCommand(readConfig(place.settings));
  try {
    const resetToken = await letTimePass(code, place, db, visited);
    const hasStories = Object.keys(told.rows).length > 0;
    const held = { ...visited, resetToken, ...(hasStories && { told }) };
    const { wall, answers } = await playLastAct(code, place, db, held);
    return { held: { wall, ...held, counts: await countsOf(db, place.engine) }, answers };
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
  const places: NewDatabase[] = [
    { engine: 'sqlite', settings: { DATA_DIR: data } },
    { engine: 'postgres', settings: { DATA_DIR: data, DATABASE_URL: postgres.url } },
  ];
  mkdirSync(folder, { recursive: true });
  for (const place of places) {
    const { held, answers } = await fill(code, place);
    const { DATABASE_URL } = place.settings;
    const text = DATABASE_URL ? postgresAsSql(DATABASE_URL) : sqliteAsSql(join(data, 'lunula.sqlite'));
    writeFileSync(join(folder, `${place.engine}.sql.gz`), gzipSync(text, { level: 9 }));
    if (answers) {
      const recording: Recording = { answers, mails: await mailsSent(code, place) };
      const lines = `${JSON.stringify(recording, null, 2)}\n`;
      writeFileSync(join(folder, `${place.engine}.answers.json.gz`), gzipSync(lines, { level: 9 }));
    }
    writeFileSync(join(folder, `${place.engine}.json`), `${JSON.stringify(held, null, 2)}\n`);
    console.log(`${place.engine}: ${Object.values(held.counts).reduce((a, b) => a + b)} rows in ${folder}`);
  }
} finally {
  await postgres.stop();
  for (const made of [code, data]) rmSync(made, { recursive: true, force: true });
}
process.exit();
