// Tests how the server determines a caller's address, when it warns about proxies, and that it survives connection resets.
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, openSalon, type Salon } from '../../support/salon.ts';
import { startServer } from '../../support/server.ts';
import { bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

const TORN_DOWN = bySize(200, 10_000);
const AT_ONCE = 40;
const PROXY = '10.0.0.1';
const UNTRUSTED_PROXY = 'Requests have X-Forwarded-For, but TRUST_PROXY is unset';

async function open(settings: Record<string, string>): Promise<Salon> {
  const salon = await openSalon('sqlite', { settings: { RATE_LIMIT: 'on', ...settings } });
  onTestFinished(() => salon.close());
  return salon;
}
const wrongLogin = (salon: Salon, forwarded: string) =>
  salon.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': forwarded },
    payload: { email: ADMIN.email, password: 'pogrešna' },
  });
const timesIn = (text: string, part: string): number => text.split(part).length - 1;

test.each([
  ['8,000 characters', `${'1.2.3.'.repeat(1300)}4`],
  ['an IPv6 address with a long zone', `fe80::1%${'e'.repeat(7000)}`],
  ['markup', '<b>ja</b>'],
])('the server does not store an invalid address from a proxy: %s', async (_what, forwarded) => {
  const salon = await open({ TRUST_PROXY: PROXY });
  expect((await wrongLogin(salon, forwarded)).statusCode).toBe(401);
  const rows = await salon.db.selectFrom('login_attempts').select('address').orderBy('address').execute();
  expect(rows).toEqual([{ address: 'everywhere' }, { address: 'unknown' }]);
});

test('wrong passwords from different ports and addresses of one IP network are counted together', async () => {
  const salon = await open({ TRUST_PROXY: PROXY });
  for (let n = 0; n < 10; n++) {
    const forwarded = n % 2 ? `[2001:db8:1:2::${n}]:${5000 + n}` : `2001:db8:1:2:${n}::`;
    expect((await wrongLogin(salon, forwarded)).statusCode).toBe(401);
  }
  expect((await wrongLogin(salon, '2001:db8:1:2::77')).statusCode).toBe(429);
});

const wrongLogins = async (salon: Salon, count: number, from: (n: number) => string) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await wrongLogin(salon, from(n))).statusCode);
  return statuses.filter((status) => status === 401).length;
};

test('the limit of wrong passwords is 40 for a /56 prefix, four times that of a /64, and 100 for a /48', async () => {
  trial({ what: 'guessing', cases: 250 });
  const salon = await open({ TRUST_PROXY: PROXY });
  expect(await wrongLogins(salon, 60, (n) => `2001:db8:1:${(0x100 + n).toString(16)}::1`)).toBe(40);
  expect(await wrongLogins(salon, 190, (n) => `2001:db8:1:${((n + 2) * 0x100).toString(16)}::1`)).toBe(60);
});

test('password guesses from many IP networks limit later guesses, but do not lock the owner out', async () => {
  trial({ what: 'guessing', cases: 200 });
  const salon = await open({ TRUST_PROXY: PROXY });
  expect(await wrongLogins(salon, 100, (n) => `198.51.100.${n}`)).toBe(100);
  expect(await wrongLogins(salon, 10, () => '203.0.113.1')).toBe(2);
  expect(await wrongLogins(salon, 1, () => '203.0.113.2')).toBe(1);
  const right = await salon.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': '203.0.113.2' },
    payload: { email: ADMIN.email, password: ADMIN.password },
  });
  expect(right.statusCode).toBe(200);
});

test('the server warns once about requests through an unknown proxy', async () => {
  const salon = await open({});
  await salon.app.inject({ url: '/api/health' });
  expect(salon.log()).not.toContain(UNTRUSTED_PROXY);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-for'])
    await salon.app.inject({ url: '/api/health', headers: { [name]: 'for=203.0.113.9' } });
  expect(timesIn(salon.log(), UNTRUSTED_PROXY)).toBe(1);
});

test('the server does not warn about requests through the trusted proxy', async () => {
  const salon = await open({ TRUST_PROXY: PROXY });
  await wrongLogin(salon, '203.0.113.9');
  expect(salon.log()).not.toContain(UNTRUSTED_PROXY);
});

test.each([
  ['true', 1],
  [PROXY, 0],
])('a server that starts with TRUST_PROXY=%s warns %i times', async (TRUST_PROXY, times) => {
  const server = await startServer({ TRUST_PROXY });
  await server.stop();
  expect(timesIn(server.log(), 'TRUST_PROXY=true: clients can pretend to have any address')).toBe(times);
});

/** Sends all or half of a request, then resets the connection before, while or after the server reads the request. */
async function sendAndReset(port: number, n: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const body = JSON.stringify({ email: 'neko@primer.rs', password: 'lozinka1' });
  const asks = [
    'GET /api/services HTTP/1.1\r\nHost: salon\r\n\r\n',
    `POST /api/auth/forgot HTTP/1.1\r\nHost: salon\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    'GET / HTTP/1.1\r\nHost: salon\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n',
  ];
  socket.write((asks[n % asks.length] ?? '').repeat(1 + (n % 3)));
  if (n % 4) await new Promise((resolve) => socket.once('connect', resolve));
  if (n % 2) await wait(n % 5);
  socket.resetAndDestroy();
}

test.each([
  ['without rate limits', {}],
  ['with rate limits, behind a proxy', { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }],
])('connections reset at any moment cause no error in the log: %s', async (_what, settings) => {
  trial({ what: 'connection resets', cases: TORN_DOWN });
  const server = await startServer(settings);
  onTestFinished(() => server.stop());
  const port = Number(new URL(server.url).port);
  for (let n = 0; n < TORN_DOWN; n += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => sendAndReset(port, n + k)));
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  await expect.poll(() => timesIn(server.log(), '"request"'), { timeout: WAIT_MS }).toBeGreaterThan(0);
  expect(server.log()).not.toMatch(/"level":(50|60)/);
});
