import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/machine/free-port.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { type Server, startServer } from '../support/server.ts';
import { bySize, WAIT_MS } from '../support/size.ts';
import { NAME, proxyNames, startProxy } from './proxy.ts';

const EVENT_MS = 400;
const CALLERS = 8;
/** Pause between two requests of a caller, so that servers get CPU time while they start. */
const PAUSE_MS = bySize(150, 0);
const portOf = ({ url }: Server): number => Number(new URL(url).port);

test.each(proxyNames)(
  'deploy/ configures %s with TLS; the server sees real client addresses and ignores forged addresses',
  async (name) => {
    const server = await startServer({
      RATE_LIMIT: 'on',
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: `https://${NAME}`,
    });
    onTestFinished(() => server.stop());
    const { ask, ports } = await startProxy(name, [portOf(server)]);
    await expect.poll(async () => (await ask('GET', '/api/health')).status, { timeout: WAIT_MS }).toBe(200);
    expect((await ask('GET', '/api/health')).headers['strict-transport-security']).toMatch(/max-age=\d+/);
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/booking`, {
      redirect: 'manual',
      headers: { host: NAME },
    });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/.*\/booking$/);

    const guess = (n: number) =>
      ask(
        'POST',
        '/api/auth/login',
        { email: server.admin.email, password: `pogodak${n}` },
        { 'x-forwarded-for': `198.51.100.${n}` },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const elsewhere = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify(server.admin),
    });
    expect(elsewhere.status).toBe(200);
  },
);

test.each(proxyNames)('pages behind %s ignore a forged X-Forwarded-Host header', async (name) => {
  const server = await startServer({ TRUST_PROXY: '127.0.0.1' });
  onTestFinished(() => server.stop());
  const { ask } = await startProxy(name, [portOf(server)]);
  const sitemap = () => ask('GET', '/sitemap.xml', undefined, { 'x-forwarded-host': 'evil.example' });
  await expect.poll(async () => (await sitemap()).text, { timeout: WAIT_MS }).toContain(`https://${NAME}/`);
  expect((await sitemap()).text).not.toContain('evil.example');
});

/** A server that sends three events, one after the other. */
function eventStream(): Promise<HttpServer> {
  const server = createServer(async (asked, answer) => {
    if (asked.url !== '/api/events') return void answer.end();
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (let n = 0; n < 3; n++) {
      answer.write(`data: ${n}\n\n`);
      await wait(EVENT_MS);
    }
    answer.end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

test.each(proxyNames)('%s forwards events immediately', async (name) => {
  const upstream = await eventStream();
  onTestFinished(() => void upstream.close());
  const { ask } = await startProxy(name, [(upstream.address() as AddressInfo).port]);
  await expect.poll(async () => (await ask('GET', '/')).status, { timeout: WAIT_MS }).toBe(200);
  const { text, arrivals } = await ask('GET', '/api/events', undefined, { 'accept-encoding': 'gzip' });
  expect(text).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  expect(last - first).toBeGreaterThan(EVENT_MS);
});

test.each(proxyNames)('%s compresses the JSON of the API', async (name) => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { ask } = await startProxy(name, [portOf(server)]);
  const salon = (encoding: string) => ask('GET', '/api/salon', undefined, { 'accept-encoding': encoding });
  await expect.poll(async () => (await salon('identity')).status, { timeout: WAIT_MS }).toBe(200);
  expect((await salon('identity')).headers['content-encoding']).toBeUndefined();
  expect((await salon('gzip')).headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: expect.stringMatching(/accept-encoding/i),
  });
});

test.each(proxyNames)(
  '%s never logs the secret address of the calendar feed, also while the server is down',
  async (name) => {
    const server = await startServer();
    const { ask, log, ports } = await startProxy(name, [portOf(server)]);
    await expect.poll(async () => (await ask('GET', '/api/health')).status, { timeout: WAIT_MS }).toBe(200);
    const path = '/api/calendar-feed/tajna-adresa-kalendara';
    expect((await ask('GET', path)).status).toBe(404);
    const plain = { redirect: 'manual', headers: { host: NAME } } as const;
    const moved = await fetch(`http://127.0.0.1:${ports.plain}${path}`, plain);
    expect(moved.headers.get('location')).toContain(path);
    await server.stop();
    for (const away of [path, '/api/salon']) expect([502, 503]).toContain((await ask('GET', away)).status);
    await expect.poll(log, { timeout: WAIT_MS }).toContain('/api/salon');
    expect(log()).not.toContain('tajna-adresa');
  },
);

test.each(proxyNames)(
  '%s returns 502 or 503 while the server is down, and forwards requests again once it is up',
  async (name) => {
    const port = await freePort();
    const { ask } = await startProxy(name, [port]);
    expect([502, 503]).toContain((await ask('GET', '/api/health')).status);
    const server = await startServer({ PORT: String(port) });
    onTestFinished(() => server.stop());
    await expect.poll(async () => (await ask('GET', '/api/health')).status, { timeout: WAIT_MS }).toBe(200);
  },
);

test.each(proxyNames)(
  'no request fails while two processes behind %s are restarted one by one',
  async (name) => {
    const place = await freshPlace('postgres');
    onTestFinished(place.remove);
    const start = (PORT = '0') =>
      startServer({ ...place.settings, STOP_DELAY_SECONDS: '2', ...(PORT !== '0' && { PORT }) });
    const servers = [await start(), await start()];
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const { ask } = await startProxy(name, servers.map(portOf));
    await expect.poll(async () => (await ask('GET', '/api/health')).status, { timeout: WAIT_MS }).toBe(200);
    const login = await ask('POST', '/api/auth/login', servers[0]?.admin);
    const authorization = `Bearer ${JSON.parse(login.text).token}`;
    const counts: Record<string, number> = {};
    let isOver = false;
    const callUntilOver = async (caller: number) => {
      for (let n = 0; !isOver; n++) {
        const isWriting = n % 4 === 0;
        const answer = isWriting
          ? ask('POST', '/api/services', { name: `Usluga ${caller} ${n}` }, { authorization })
          : ask('GET', '/api/salon');
        const outcome = await answer.then(({ status }) => status, String);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        await wait(PAUSE_MS);
      }
    };
    const calling = Array.from({ length: CALLERS }, (_, caller) => callUntilOver(caller));
    for (const [n, server] of servers.entries()) {
      await server.stop();
      servers[n] = await start(String(portOf(server)));
      await wait(1500); // within this time, the proxy notices that the server is up again
    }
    isOver = true;
    await Promise.all(calling);
    expect(Object.keys(counts).sort()).toEqual(['200', '201']);
  },
);
