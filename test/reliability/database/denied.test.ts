// PostgreSQL runs but rejects the server's connections, in each test for a different reason. Uses its own PostgreSQL server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { type Postgres, startPostgres } from '../../support/databases/postgres.ts';
import { createRoleWithPassword, runOnServer, urlOf } from '../../support/databases/postgres-server.ts';
import { type Server, startServer } from '../../support/server.ts';
import { WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const ROLE = 'salon';
const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${ROLE}'`;

let postgres: Postgres;
let server: Server;
let token: string;

const run = (...statements: string[]) =>
  statements.reduce((before, one) => before.then(() => runOnServer(postgres.url, one)), Promise.resolve());

beforeAll(async () => {
  postgres = await startPostgres();
  await createRoleWithPassword(postgres.url, ROLE);
  await run(`create database ${ROLE} owner ${ROLE}`);
  const url = new URL(urlOf(postgres.url, ROLE));
  Object.assign(url, { username: ROLE, password: 'prava lozinka' });
  server = await startServer({ DATABASE_URL: url.href });
  token = (await call('POST', '/auth/login', server.admin)).json.token;
});
afterAll(async () => {
  await server?.stop();
  await postgres.stop();
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = await response.json();
  return { status: response.status, json, retryAfter: Number(response.headers.get('retry-after')) };
}
const everything = () =>
  Promise.all([
    call('GET', '/services'),
    call('POST', '/services', { name: 'Gel lak' }),
    call('GET', '/appointments/next'),
    call('POST', '/auth/login', server.admin),
    call('GET', '/health'),
  ]);

async function expectDenied(): Promise<void> {
  for (const { status, json, retryAfter } of await everything()) {
    expect({ status, json }).toEqual({
      status: 503,
      json: { error: errors.database_away.text, code: 'database_away' },
    });
    expect(retryAfter).toBeGreaterThan(0);
  }
}
async function expectWell(): Promise<void> {
  await expect.poll(async () => (await call('GET', '/health')).status, { timeout: WAIT_MS }).toBe(200);
  for (const { status } of await everything()) expect([200, 201]).toContain(status);
  expect(server.process.exitCode).toBeNull();
}

const database = (change: string) => `alter database ${ROLE} ${change}`;
test.each([
  ['the role may not log in', '28000', [`alter role ${ROLE} nologin`], [`alter role ${ROLE} login`]],
  [
    'the password was changed',
    '28P01',
    [`alter role ${ROLE} password 'nova'`],
    [`alter role ${ROLE} password 'prava lozinka'`],
  ],
  [
    'the database allows no connections',
    '55000',
    [database('allow_connections false')],
    [database('allow_connections true')],
  ],
  [
    'the database does not exist',
    '3D000',
    [database('allow_connections false'), END_ALL, database('rename to other')],
    [`alter database other rename to ${ROLE}`, database('allow_connections true')],
  ],
  [
    'the connection limit is reached',
    '53300',
    [database('connection limit 0')],
    [database('connection limit -1')],
  ],
  [
    'the role may not connect',
    '42501',
    [`revoke connect on database ${ROLE} from public, ${ROLE}`],
    [`grant connect on database ${ROLE} to ${ROLE}`],
  ],
] as const)(
  'the server returns 503 while %s (%s), and recovers without a restart',
  async (_what, code, deny, allow) => {
    trial({ what: 'database closed', cases: 1 });
    await expectWell();
    await run(...deny, END_ALL);
    await expectDenied();
    // the first requests may all have had connections that PostgreSQL was ending (57P01)
    const logAfterMore = () => everything().then(() => server.log());
    await expect.poll(logAfterMore, { timeout: WAIT_MS }).toContain(`"reasonCode":"${code}"`);
    await run(...allow);
    await expectWell();
    expect(server.log()).not.toMatch(/"crash"|unhandled|uncaught|"status":500/i);
  },
);
