import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { type DatabasePlace, freshPlace } from '../../support/databases/databases.ts';
import { runOnServer } from '../../support/databases/postgres-server.ts';
import { type Server, startServer } from '../../support/server.ts';
import { AGAIN, bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { type Between, proxyTo } from './tcp-proxy.ts';

const REFUSED_WITHIN_MS = 5000;
const ROUNDS = bySize(1, 20);
const CALLERS = 30; // three times as many concurrent callers as the server's pool has connections

let place: DatabasePlace;
let between: Between;
let server: Server;
let token: string;

const direct = () => place.settings.DATABASE_URL ?? '';
const call = async (method: string, path: string, body?: object, bearer = token) => {
  const began = performance.now();
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    json: text === '' ? null : JSON.parse(text),
    retryAfter: Number(answer.headers.get('retry-after')),
    ms: performance.now() - began,
  };
};
const login = () => call('POST', '/auth/login', server.admin, '');

beforeAll(async () => {
  place = await freshPlace('postgres');
  between = await proxyTo(direct());
  server = await startServer({ DATABASE_URL: between.url });
  token = (await login()).json.token;
});
afterAll(async () => {
  await server?.stop();
  await between.close();
  await place.remove();
});

/** Sends reads, writes, logins and health checks concurrently. */
const everything = () => [
  ...Array.from({ length: CALLERS }, (_, n) =>
    n % 3 === 0
      ? call('GET', '/services', undefined, '')
      : n % 3 === 1
        ? call('POST', '/services', { name: `Usluga ${n}` })
        : call('GET', '/appointments/next'),
  ),
  login(),
  call('GET', '/health', undefined, ''),
];

async function expectAway(): Promise<void> {
  for (const { status, json, retryAfter, ms } of await Promise.all(everything())) {
    expect({ status, json }).toEqual({
      status: 503,
      json: { error: errors.database_away.text, code: 'database_away' },
    });
    expect(retryAfter).toBeGreaterThan(0);
    expect(ms).toBeLessThan(REFUSED_WITHIN_MS);
  }
}

async function expectWell(): Promise<void> {
  await expect
    .poll(async () => (await call('GET', '/health', undefined, '')).status, { timeout: WAIT_MS })
    .toBe(200);
  for (const { status, ms } of await Promise.all(everything())) {
    expect([200, 201]).toContain(status);
    expect(ms).toBeLessThan(REFUSED_WITHIN_MS);
  }
  expect(server.process.exitCode).toBeNull();
  expect(server.log()).not.toMatch(/"crash"|unhandled|uncaught/i);
}

describe('requests while PostgreSQL is unavailable', AGAIN, () => {
  test.each(Array.from({ length: ROUNDS }, (_, n) => n))(
    'requests get 503 while PostgreSQL refuses connections (run %i)',
    async () => {
      trial({ what: 'database gone', cases: 1 });
      await expectWell();
      await between.refuse();
      await expectAway();
      await between.mend();
      await expectWell();
    },
  );

  test.each(Array.from({ length: ROUNDS }, (_, n) => n))(
    'requests get 503 within the time limit while PostgreSQL is unreachable, and succeed later over new connections (run %i)',
    async () => {
      trial({ what: 'database gone', cases: 1 });
      await expectWell();
      between.swallow();
      await expectAway();
      await between.mend();
      await expectWell();
    },
  );

  test('when PostgreSQL closes the connections, only the requests in progress fail', async () => {
    trial({ what: 'database gone', cases: 5 * ROUNDS });
    await expectWell();
    for (let round = 0; round < 5 * ROUNDS; round++) {
      const busy = everything();
      await wait(round * 3);
      await runOnServer(
        direct(),
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      for (const { status, json } of await Promise.all(busy))
        expect({ json, isExpected: [200, 201, 503].includes(status) }).toMatchObject({ isExpected: true });
      await expectWell();
    }
  });
});
