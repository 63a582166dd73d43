import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { MIGRATION_LOCK, migrate } from '../../../src/server/platform/db/migrate.ts';
import { openPostgres, openSqlite } from '../../../src/server/platform/db/open.ts';
import { emptyPlace, engines, openAt } from '../../support/databases/databases.ts';
import { listeningAddress, type Program, startServerProgram } from '../../support/program.ts';
import { aFolder } from '../../support/temporary-folder.ts';
import { trial } from '../../support/trials/trial.ts';
import { TIME_ZONE } from '../../support/wall-clock.ts';

const LONGER_THAN_A_QUERY_MS = 5000;

const boxIn = (run: Program): string => /┌[\s\S]*┘/.exec(run.stdout())?.[0] ?? '';
const lineOf = (run: Program, label: string): string =>
  new RegExp(`│ ${label}: +(.*?) *│`).exec(boxIn(run))?.[1] ?? `no ${label}`;

const GENERATED = /^((?:[a-z0-9]{4}-){3}[a-z0-9]{4}) +\(generated, shown only now\)$/;
const generatedIn = (run: Program): string => GENERATED.exec(lineOf(run, 'Password'))?.[1] ?? 'none';

async function stopped(run: Program): Promise<void> {
  run.process.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
}
async function logsIn(run: Program, email: string, password: string): Promise<number> {
  const answer = await fetch(`${lineOf(run, 'Address')}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.status;
}

describe.each(engines)('the first start of a server (%s)', (engine) => {
  test('the server prints its address and the login with a generated password only on the first start', async () => {
    const place = await emptyPlace(engine);
    const settings = { ...place.settings, PORT: '0', SALON_NAME: 'Salon Đurđa' };
    const first = startServerProgram(settings);
    await first.says('┘');
    const password = generatedIn(first);
    expect(boxIn(first)).toContain('Salon Đurđa is open.');
    expect(lineOf(first, 'Email')).toBe('admin@salon.local');
    expect(await logsIn(first, 'admin@salon.local', password)).toBe(200);
    await stopped(first);

    const second = startServerProgram(settings);
    await second.says('┘');
    expect(lineOf(second, 'Password')).toBe('as before (forgotten? npm run admin:password)');
    expect(second.stdout()).not.toContain(password);
    expect(await logsIn(second, 'admin@salon.local', password)).toBe(200);
    await stopped(second);
    await place.remove();
  });

  test('a server whose port is in use prints one line and exits with 1; the next start prints the generated password', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const place = await emptyPlace(engine);
    const refused = startServerProgram({ ...place.settings, PORT: String(port) });
    expect(await refused.ended()).toBe(1);
    expect(refused.stderr()).toBe(`Port ${port} is already in use. Stop what uses it, or set PORT.\n`);
    other.close();
    const second = startServerProgram({ ...place.settings, PORT: '0' });
    await second.says('┘');
    expect(await logsIn(second, 'admin@salon.local', generatedIn(second))).toBe(200);
    await stopped(second);
    await place.remove();
  });

  test('the server responds to requests only after the admin account exists, so that nobody else can register the admin’s email', async () => {
    const place = await emptyPlace(engine);
    const run = startServerProgram({ ...place.settings, PORT: '0' });
    const body = JSON.stringify({
      name: 'Druga',
      email: 'admin@salon.local',
      password: 'lozinka',
      password_confirm: 'lozinka',
    });
    const headers = { 'content-type': 'application/json' };
    const path = `${await listeningAddress(run)}/api/auth/register`;
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(409);
    await run.says('┘');
    expect(await logsIn(run, 'admin@salon.local', generatedIn(run))).toBe(200);
    await stopped(run);
    await place.remove();
  });

  test('the first start does not print a password that the owner has set', async () => {
    const place = await emptyPlace(engine);
    const run = startServerProgram({
      ...place.settings,
      PORT: '0',
      ADMIN_EMAIL: 'Vlasnica@Salon.rs',
      ADMIN_PASSWORD: 'moja tajna',
    });
    await run.says('┘');
    expect(lineOf(run, 'Password')).toBe('as set in ADMIN_PASSWORD');
    expect(run.stdout() + run.stderr()).not.toContain('moja tajna');
    expect(await logsIn(run, 'vlasnica@salon.rs', 'moja tajna')).toBe(200);
    await stopped(run);
    await place.remove();
  });

  test('the server starts on the database of a newer release whose migrations are all additive, and does not change the schema', async () => {
    const place = await emptyPlace(engine);
    const newer = place.settings.DATABASE_URL
      ? openPostgres(place.settings.DATABASE_URL, () => undefined)
      : openSqlite(place.settings.DATA_DIR);
    const added = { name: 'the future', statements: () => ['alter table users add column future integer'] };
    const target = { engine, timeZone: TIME_ZONE };
    expect(await migrate(newer.db, target, [...migrations, added])).toBe(migrations.length + 1);
    expect(await migrate(newer.db, target)).toBe(0);
    await newer.close();
    const run = startServerProgram({ ...place.settings, PORT: '0', ADMIN_PASSWORD: 'moja tajna' });
    await run.says('┘');
    expect(await logsIn(run, 'admin@salon.local', 'moja tajna')).toBe(200);
    await stopped(run);
    await place.remove();
  });

  test('the server refuses a database with a breaking migration of a newer release, and a database with unknown migrations', async () => {
    const [known] = migrations;
    if (!known) throw new Error('there is no migration');
    const rows = [
      {
        change: {
          list: [
            ...migrations,
            {
              name: 'the future',
              statements: () => ['create table future (id integer)'],
              worksFrom: migrations.length + 1,
            },
          ],
        },
        line: 'The database was made by a newer Lunula than this one. Start the newer version.\n',
      },
      {
        change: { list: [{ name: 'another', statements: () => ['create table another (id integer)'] }] },
        line: `The database was made by another Lunula: migration '${known.name}' differs.\n`,
      },
    ];
    for (const { change, line } of rows) {
      const place = await emptyPlace(engine);
      const strange = place.settings.DATABASE_URL
        ? openPostgres(place.settings.DATABASE_URL, () => undefined)
        : openSqlite(place.settings.DATA_DIR);
      await migrate(strange.db, { engine, timeZone: TIME_ZONE }, change.list);
      await strange.close();
      const run = startServerProgram({ ...place.settings, PORT: '0' });
      expect(await run.ended()).toBe(1);
      expect(run.stderr()).toBe(line);
      await place.remove();
    }
  });
});

test('a second server on the same SQLite file refuses to start, and the first server keeps running', async () => {
  trial({ what: 'several processes', cases: 1 });
  const folder = aFolder();
  const first = startServerProgram({ DATA_DIR: folder, PORT: '0' });
  await first.says('┘');
  const second = startServerProgram({ DATA_DIR: folder, PORT: '0' });
  expect(await second.ended()).toBe(1);
  expect(second.stderr()).toMatch(
    /^Another Lunula server is running on .*lunula\.sqlite\. Stop it first, or set DATA_DIR\.\n$/,
  );
  expect((await fetch(`${lineOf(first, 'Address')}/api/health`)).status).toBe(200);
  await stopped(first);
});

test('servers that start concurrently on an empty PostgreSQL all succeed, and only one creates the schema and the admin', async () => {
  trial({ what: 'several processes', cases: 1 });
  const place = await emptyPlace('postgres');
  const settings = { ...place.settings, PORT: '0' };
  const both = [startServerProgram(settings), startServerProgram(settings), startServerProgram(settings)];
  await Promise.all(both.map((run) => run.says('┘')));
  for (const run of both) expect((await fetch(`${lineOf(run, 'Address')}/api/health`)).status).toBe(200);
  const generated = both.filter((run) => lineOf(run, 'Password').includes('generated'));
  expect(generated).toHaveLength(1);
  const open = await openAt({ engine: 'postgres', settings: place.settings, remove: place.remove });
  expect(await open.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'ADMIN' }]);
  await open.close();
  await Promise.all(both.map(stopped));
  await place.remove();
});

test('a server waits for the migration of another server, without a time limit', async () => {
  const place = await emptyPlace('postgres');
  const other = new Client(place.settings.DATABASE_URL);
  await other.connect();
  await other.query('begin');
  await other.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const run = startServerProgram({ ...place.settings, PORT: '0' });
  await wait(LONGER_THAN_A_QUERY_MS);
  expect({ code: run.process.exitCode, stdout: run.stdout() }).toEqual({ code: null, stdout: '' });
  await other.query('rollback');
  await other.end();
  await run.says('┘');
  await stopped(run);
  await place.remove();
});

test('if three servers start concurrently on one data folder, exactly one succeeds', async () => {
  trial({ what: 'several processes', cases: 1 });
  const folder = aFolder();
  const all = Array.from({ length: 3 }, () => startServerProgram({ DATA_DIR: folder, PORT: '0' }));
  const outcomes = await Promise.all(
    all.map((run) =>
      Promise.race([
        run.says('┘').then(
          () => 'serves',
          () => 'refused',
        ),
      ]),
    ),
  );
  expect(outcomes.sort()).toEqual(['refused', 'refused', 'serves']);
  for (const run of all) run.process.kill('SIGTERM');
});
