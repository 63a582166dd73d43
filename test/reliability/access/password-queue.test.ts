// Many concurrent password checks must not delay other requests. Uses a separate server with hashes as expensive as in production.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { type Server, startServer } from '../../support/server.ts';
import { AGAIN, bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const CROWD = bySize(1000, 5000);
const CHECKS = 30;
const NEW_ONES = 20;
const NEWCOMERS = 30;
const LOGINS = 5;

let server: Server;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

/** Sends a request from IP network number `n`. Each request uses another network, so that no limit per network applies. */
const post = async (path: string, body: object, n: number) => {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${n.toString(16)}::1` },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    json: (await response.json()) as { code?: string; error?: string },
    retryAfter: Number(response.headers.get('retry-after')),
  };
};
const wrongLogin = (n: number) =>
  post('/auth/login', { email: `neko${n}@primer.rs`, password: 'lozinka1' }, n);
const rightLogin = (n: number) => post('/auth/login', server.admin, n);
const registration = (n: number) =>
  post(
    '/auth/register',
    {
      name: 'Ana',
      email: `ana${n}-${crypto.randomUUID()}@primer.rs`,
      password: 'lozinka',
      password_confirm: 'lozinka',
    },
    n,
  );

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Retries a login with the right password until it succeeds. */
async function loggedIn(): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while ((await rightLogin(60_000)).status !== 200) {
    if (performance.now() > until) throw new Error('never logged in');
    await wait(50);
  }
}

const countOf = (statuses: readonly number[], status: number) => statuses.filter((s) => s === status).length;

test(
  'the server queues a few of many concurrent logins, refuses the others with 503, and soon accepts the right password',
  AGAIN,
  async () => {
    trial({ what: 'crowd', cases: CROWD });
    await rightLogin(60_001);
    const alone = await msOf(() => rightLogin(60_002));
    const crowd = Array.from({ length: CROWD }, (_, n) => wrongLogin(n));
    const [right, answers] = await Promise.all([msOf(loggedIn), Promise.all(crowd)]);
    const statuses = answers.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([401, 503]);
    expect(countOf(statuses, 401)).toBeGreaterThanOrEqual(CHECKS);
    for (const { json, retryAfter } of answers.filter(({ status }) => status === 503)) {
      expect(json).toEqual({ error: errors.server_busy.text, code: 'server_busy' });
      expect(retryAfter).toBe(2);
    }
    // the limit allows time to check the wrong passwords that are queued before the right one, and 1 ms per refused login
    expect(right).toBeLessThan(3 * CHECKS * alone + CROWD);
  },
);

test('concurrent registrations do not delay a login', AGAIN, async () => {
  trial({ what: 'crowd', cases: NEWCOMERS });
  const statuses: number[] = [];
  let isOver = false;
  let network = 0;
  const newcomer = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await registration(network++);
      statuses.push(status);
      if (status === 503) await wait(10);
    }
  };
  const crowd = Array.from({ length: NEWCOMERS }, newcomer);
  await expect.poll(() => statuses.includes(503), { timeout: WAIT_MS }).toBe(true);
  const logins: number[] = [];
  const meanwhile: number[] = [];
  for (let n = 0; n < LOGINS; n++) {
    const before = countOf(statuses, 201);
    logins.push((await rightLogin(60_003)).status);
    meanwhile.push(countOf(statuses, 201) - before);
  }
  isOver = true;
  await Promise.all(crowd);
  expect(countOf(logins, 200)).toBe(LOGINS);
  const usually = meanwhile.sort((a, b) => a - b)[Math.floor(LOGINS / 2)];
  expect(usually, 'registrations served meanwhile').toBeLessThan(NEW_ONES / 2);
  expect([...new Set(statuses)].sort()).toEqual([201, 503]);
  expect(countOf(statuses, 201)).toBeGreaterThanOrEqual(NEW_ONES);
});

test('a login refused with 503 does not count as an attempt', async () => {
  const crowd = Array.from({ length: 200 }, (_, n) => wrongLogin(n + 10_000));
  const mine = Array.from({ length: 30 }, () => rightLogin(60_005));
  const refused = (await Promise.all(mine)).filter(({ status }) => status === 503).length;
  await Promise.all(crowd);
  expect(refused).toBeGreaterThan(10);
  expect((await rightLogin(60_005)).status).toBe(200);
});

test('callers who disconnect leave the queue, and their passwords are not hashed', async () => {
  const body = JSON.stringify({ email: 'neko@primer.rs', password: 'lozinka1' });
  const { port } = new URL(server.url);
  const leaving = Array.from({ length: CHECKS }, (_, n) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: salon\r\nX-Forwarded-For: 2001:db8:${(n + 20_000).toString(16)}::1\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  });
  await wait(40);
  for (const socket of leaving) socket.resetAndDestroy();
  await loggedIn();
  const statuses = await Promise.all(Array.from({ length: CHECKS - 5 }, (_, n) => wrongLogin(n + 30_000)));
  expect(statuses.map(({ status }) => status)).toEqual(Array(CHECKS - 5).fill(401));
  expect(server.log()).not.toContain('"level":50');
});
