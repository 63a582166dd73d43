import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/index.ts';
import { jobsOf } from '../../src/server/start.ts';
import { sendMails } from '../support/outbox.ts';
import { pushAll } from '../support/push/pushes.ts';
import { createFixture, type Fixture, tokenWith } from '../support/request-examples.ts';
import type { Salon } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { fillTenYears } from '../support/ten-years.ts';

/** Tables whose number of rows grows without limit. */
const GROWING = [
  'appointments',
  'bookings',
  'booking_lines',
  'admin_notifications',
  'client_notifications',
  'sessions',
  'outbox',
  'push_outbox',
  'history',
];
/** Endpoints that may scan a whole table, because they delete all rows of a table or of a client. */
const DELETES_ALL: readonly string[] = [
  'DELETE /notifications',
  'DELETE /users/clients/{id}',
  'DELETE /people/{id}',
  'POST /auth/me/delete',
];
/** Partial indexes that contain only a few rows: unread notifications, or unsent mails and pushes. */
const OF_FEW_ROWS = ['admin_notifications_unread', 'outbox_due', 'push_outbox_due'];
/**
 * Requests to these endpoints need not prepare an SQL statement, because settings and keys are cached, and each
 * statement is prepared only once.
 */
const ASKED_BEFORE: readonly string[] = [
  'GET /salon',
  'GET /services', // the price list and the technicians are read for the free slots of the fixture
  'GET /technicians',
  'GET /settings',
  'GET /push/key',
  'GET /ready',
  'GET /openapi.json',
  'GET /appointments/{id}/calendar', // read for the sealed address of the fixture
  'GET /calendar-files/{sealed}', // the same statements
  'GET /health',
  'GET /events',
  'GET /shares/payouts', // read for the shares before
  'GET /analytics/retention', // this endpoint prepares no statement of its own: GET /clients/due has already prepared the same statements
];

type Statement = { text: string; values: unknown[] };
const asked: Statement[] = [];
/** Records every SQL statement, at the lowest level of both drivers. */
const listen = (): void => {
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text: string) {
    asked.push({ text, values: [] });
    return prepare.call(this, text);
  });
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [first, second] = args as [string | Statement, unknown[]?];
    asked.push(
      typeof first === 'string'
        ? { text: first, values: second ?? [] }
        : { text: first.text, values: first.values },
    );
    return query.apply(this, args);
  } as never);
};
/** The beginnings of the statements that count notifications or past appointments. These may read a whole index. */
const TOTALS = [
  'select count(*) as "count" from "admin_notifications"',
  'select count(*) as "count" from "appointments" left join "bookings" on "bookings"."id" = "booking_id" where 1 = 1 and ("status" in',
];
const isTotal = (text: string) => TOTALS.some((total) => text.startsWith(total));
const isData = ({ text }: Statement) => /^\s*(select|update|delete|with)\b/i.test(text);

const tableOf = (name: string, text: string): string =>
  new RegExp(`"?(\\w+)"? as "?${name}\\b`).exec(text)?.[1] ?? name;

const SQLITE_SCAN = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/;
/** The number of statements that PostgreSQL explains in one request: together they need less time than a request may take. */
const AT_ONCE = 500;
/** Explains many statements in one request, because a job asks thousands. */
const EXPLAIN_ALL = `
  create or replace function lines_of_plan(statement text) returns setof text language plpgsql as
  'begin return query execute ''explain '' || statement; end'`;

/** A table that a statement scans. */
type Scan = { table: string | undefined; text: string };

/** Reading an index with LIMIT does not count as a scan. */
async function scansOnSqlite({ db }: Salon, { text }: Statement): Promise<Scan[]> {
  const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db);
  return rows.flatMap(({ detail }) => {
    const [, name, byIndex] = SQLITE_SCAN.exec(detail) ?? [];
    const isShort = byIndex && (/\blimit\b/i.test(text) || OF_FEW_ROWS.includes(byIndex));
    const isScan = name && !isShort && !/where 1 = 0( order by "id")?$/.test(text);
    return isScan ? [{ table: tableOf(name, text), text }] : [];
  });
}

async function scansOnPostgres({ db }: Salon, statements: readonly Statement[]): Promise<Scan[]> {
  const literals = statements.map(({ text, values }) =>
    text.replace(/\$(\d+)/g, (_, n) => literalOf(values[Number(n) - 1])),
  );
  const { rows } = await sql<{ at: number; line: string }>`
    select at::int, line
    from unnest(${literals}::text[]) with ordinality as asked (statement, at), lines_of_plan(statement) as line
    where line like '%Seq Scan on %'`.execute(db);
  return rows.map(({ at, line }) => ({
    table: /Seq Scan on (\w+)/.exec(line)?.[1],
    text: statements[at - 1]?.text ?? '',
  }));
}

/** Returns the growing tables that the statements scan. */
async function scansOf(salon: Salon, statements: readonly Statement[]): Promise<Scan[]> {
  const scans: Scan[] = [];
  if (salon.engine === 'sqlite')
    for (const statement of statements) scans.push(...(await scansOnSqlite(salon, statement)));
  else {
    await sql.raw(EXPLAIN_ALL).execute(salon.db);
    for (let first = 0; first < statements.length; first += AT_ONCE)
      scans.push(...(await scansOnPostgres(salon, statements.slice(first, first + AT_ONCE))));
  }
  return scans.filter(({ table }) => table && GROWING.includes(table));
}
const literalOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : typeof value === 'number'
      ? String(value)
      : `'${String(value).replaceAll("'", "''")}'`;

/** Its page holds all clients of this salon, so it reads the bookings of everybody. */
const PAGE_OF_ALL = 'GET /users/clients';

/** The job that looks for bookings without a row reads all of them, and the rhythm everybody's visits: a scan is quicker than a search for each. */
const readsMost = (text: string): boolean => /^\s*(delete from "bookings" where|with chosen as)\b/.test(text);

onBothEngines('query plans of a database with ten years of rows', () => {
  let fixture: Fixture;
  let secret: string;
  let sealed: string;
  beforeAll(async () => {
    await fillTenYears(salon, '2026-09-01');
    fixture = await createFixture(salon);
    secret = (await salon.admin.call('POST /calendar-feed')).url.replace(/.*\//, '');
    sealed = (await call('GET /appointments/{id}/calendar')).json().url.replace(/.*\//, '');
    await sql`analyze`.execute(salon.db);
    listen();
  }, 60_000);
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => vi.restoreAllMocks());

  const expectNoScan = async (what: string) => {
    const statements = asked.filter(isData).filter(({ text }) => !isTotal(text) && !readsMost(text));
    const found = await scansOf(salon, statements);
    const scans = found
      .filter(({ table }) => !(what === PAGE_OF_ALL && table === 'bookings'))
      .map(({ table, text }) => `${table}: ${text}`);
    expect({ what, scans }).toEqual({ what, scans: [] });
    return statements.length;
  };

  const call = async (name: EndpointName) => {
    const entry = (endpoints as readonly Endpoint[]).find(({ method, path }) => `${method} ${path}` === name);
    const example = fixture.requestExamples[name];
    const token = tokenWith(entry?.access ?? 'visit', fixture.owner, salon);
    const named = name === 'GET /delay/preview' && { technician_id: '1' };
    const path = entry?.path
      .replace('{secret}', secret)
      .replace('{sealed}', sealed)
      .replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]));
    return salon.app.inject({
      method: (entry?.method ?? 'GET') as 'GET',
      url: `/api${path}?${new URLSearchParams({ ...example.query, ...named })}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(example.body && { payload: example.body }),
    });
  };

  const names = Object.keys(
    Object.fromEntries(
      (endpoints as readonly Endpoint[]).map(({ method, path }) => [`${method} ${path}`, 1]),
    ),
  ) as EndpointName[];
  // excludes GET /backups and its subpaths: backups are files, and no backup exists here
  const reading = names.filter((name) => name.startsWith('GET ') && !/^GET \/backups|\/file$/.test(name));

  test.each([...reading, 'POST /appointments/{id}/book' as const])(
    '%s scans no growing table',
    async (name) => {
      const answer = await call(name);
      expect(answer.statusCode).toBeLessThan(300);
      const counted = await expectNoScan(name);
      if (!ASKED_BEFORE.includes(name)) expect(counted).toBeGreaterThan(0);
    },
  );

  test.each([
    ['upcoming', {}],
    ['past', { limit: '50', offset: '20000' }],
  ])('the owner’s list of %s appointments %j scans no growing table', async (which, query) => {
    const answer = await salon.app.inject({
      url: `/api/appointments/${which}?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${salon.admin.token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(await expectNoScan(which)).toBeGreaterThan(0);
  });

  test('the list of recent clients scans no growing table', async () => {
    await salon.admin.call('GET /users', { query: { recent: '1' } });
    expect(await expectNoScan('recent')).toBeGreaterThan(0);
  });

  // some of these requests fail because of earlier requests of this file; the queries of failed requests are checked too
  const isLeftOut = (name: string) => DELETES_ALL.includes(name) || name === 'POST /auth/logout';
  test.each(names.filter((name) => !name.startsWith('GET ') && !isLeftOut(name)))(
    '%s changes rows without scanning a growing table',
    async (name) => {
      expect((await call(name)).statusCode).toBeLessThan(500);
      await expectNoScan(name);
    },
  );

  test('the recurring jobs scan no growing table', async () => {
    await salon.admin.call('PUT /settings', { body: { generate_ahead_weeks: 2 } });
    for (const { run } of jobsOf(salon.platform, [])) await run();
    expect(await expectNoScan('by itself')).toBeGreaterThan(3);
  });

  test('the outbox workers scan no growing table', async () => {
    await sendMails(salon, 'smtp://127.0.0.1:1');
    await pushAll(salon);
    expect(await expectNoScan('sending')).toBeGreaterThan(3);
  });
});
