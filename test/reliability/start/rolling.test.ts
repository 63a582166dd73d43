// Two processes on one PostgreSQL behind a proxy: no request fails while they are restarted, upgraded and downgraded one by one.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import { freshPlace } from '../../support/databases/databases.ts';
import { type Server, startServer } from '../../support/server.ts';
import { bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { balance } from './balancer.ts';

const CALLERS = 12;
const ROUNDS = bySize(1, 10);
/** Every LOGIN_EVERY-th request is a login. A login needs far more CPU time than other requests. */
const LOGIN_EVERY = bySize(24, 6);
/** Pause between two requests of a caller, in ms. Without a pause, the load would leave no CPU time to servers that start. */
const PAUSE_MS = bySize(200, 5);
/** The stop delay leaves time for thirty readiness checks of the proxy, because a loaded machine may delay some checks. */
const STOP_DELAY_SECONDS = '3';
const NEXT_RELEASE = 'test/reliability/start/next-release.ts';

type Answer = { status: number; what: string };

/** Starts CALLERS callers, which send reads, writes and logins until `stop` is called. */
function startLoad(url: string, server: Server, token: string) {
  const answers: Answer[] = [];
  let isOver = false;
  let written = 0;
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    const done = (status: number, what = '') => answers.push({ status, what: `${method} ${path} ${what}` });
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      done(response.status, response.ok ? '' : text);
      if (response.status === 201) written++;
    } catch (error) {
      done(0, String((error as Error).cause ?? error));
    }
  };
  const calls = [
    () => call('GET', '/services'),
    () => call('POST', '/services', { name: 'Gel lak' }),
    () => call('GET', '/appointments/next'),
    () => call('GET', '/users/clients'),
    () => call('GET', '/health'),
  ];
  const callers = Array.from({ length: CALLERS }, async (_, n) => {
    for (let k = n; !isOver; k++) {
      if (k % LOGIN_EVERY === 0) await call('POST', '/auth/login', server.admin);
      else await calls[k % calls.length]?.();
      await wait(PAUSE_MS);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(callers);
      return { answers, written };
    },
  };
}

async function twoBehindABalancer() {
  const place = await freshPlace('postgres');
  onTestFinished(() => place.remove());
  const settings = { ...place.settings, STOP_DELAY_SECONDS } as const;
  const servers = new Map<number, Server>();
  const start = async (port: number, main?: string): Promise<number> => {
    const server = await startServer({ ...settings, PORT: String(port) }, main);
    const listensAt = Number(new URL(server.url).port);
    servers.set(listensAt, server);
    return listensAt;
  };
  const ports = [await start(0), await start(0)] as const;
  onTestFinished(async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  });
  const balancer = await balance(ports);
  onTestFinished(() => balancer.close());
  const { db, close } = openForCommand(readConfig(place.settings));
  onTestFinished(() => close());
  const first = servers.get(ports[0]) as Server;
  const login = await fetch(`${balancer.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(first.admin),
  });
  const { token } = (await login.json()) as { token: string };
  const allReady = () => expect.poll(() => balancer.ready(), { timeout: WAIT_MS }).toBe(2);
  return {
    db,
    ports,
    load: () => startLoad(balancer.url, first, token),
    /** Stops the server on the port, starts another there, and waits until the proxy uses the new server. */
    async replace(port: number, main?: string) {
      await servers.get(port)?.stop();
      await start(port, main);
      await allReady();
    },
    start,
    logs: () => [...servers.values()].map((server) => server.log()).join(''),
  };
}
type Salon = Awaited<ReturnType<typeof twoBehindABalancer>>;

async function expectNoneFailed(salon: Salon, load: ReturnType<typeof startLoad>): Promise<void> {
  const { answers, written } = await load.stop();
  const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
  expect(failed).toEqual([]);
  expect(answers.length).toBeGreaterThan(CALLERS * 10);
  const { rows } = await sql<{ count: number }>`select count(*) as count from services`.execute(salon.db);
  expect(rows[0]?.count).toBe(written);
  expect(salon.logs()).not.toMatch(/"level":(50|60)/);
}

test('no request fails while two processes are restarted one by one under load', async () => {
  trial({ what: 'rolling', cases: ROUNDS });
  const salon = await twoBehindABalancer();
  const load = salon.load();
  for (let round = 0; round < ROUNDS; round++) for (const port of salon.ports) await salon.replace(port);
  await expectNoneFailed(salon, load);
});

test('no request fails under load, neither during an upgrade with a migration nor during the downgrade after it', async () => {
  trial({ what: 'rolling', cases: 1 });
  const salon = await twoBehindABalancer();
  const load = salon.load();
  for (const main of [NEXT_RELEASE, undefined])
    for (const port of salon.ports) await salon.replace(port, main);
  await expectNoneFailed(salon, load);
});

test('a migration that waits for a dump does not block the process of the old release, and runs after the dump', async () => {
  trial({ what: 'rolling', cases: 1 });
  const salon = await twoBehindABalancer();
  const isMigrated = async () => {
    const { rows } =
      await sql`select 1 from information_schema.tables where table_name = 'later_things'`.execute(salon.db);
    return rows.length === 1;
  };
  const load = salon.load();
  let replacing: Promise<void> = Promise.resolve();
  // takes the same lock as pg_dump, which holds the lock on each table while it runs
  await salon.db.transaction().execute(async (dump) => {
    await sql`lock table appointments in access share mode`.execute(dump);
    replacing = salon.replace(salon.ports[0], NEXT_RELEASE);
    for (let second = 0; second < 8; second++) {
      await wait(1000);
      await sql`select 1`.execute(dump);
    }
    expect(await isMigrated()).toBe(false);
  });
  await replacing;
  expect(await isMigrated()).toBe(true);
  await expectNoneFailed(salon, load);
});
