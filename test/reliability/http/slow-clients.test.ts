import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openSalon, type Salon } from '../../support/salon.ts';
import { AGAIN, bySize, shareOfCore, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { portOf, type RawAnswer, requestBytes, sendRaw } from './raw.ts';
import { makePages } from './small-pages.ts';

/** The small run uses a thirtieth of the real timeouts; the large run uses the real timeouts. */
const SHORT_TIMEOUTS = bySize(
  { requestMs: 400, idleMs: 230, checkEveryMs: 60, heartbeatMs: 25_000 },
  undefined,
);
const CUT_WITHIN_MS = 15_000;
const PERCENTILE = bySize(0.9, 0.99); // the small run has few responses; it ignores the slowest tenth, which depends on the load of the machine
/** How long other callers may wait: this time on an idle machine, or 5 times their wait without slow clients, whichever is longer. */
const OTHERS_WAIT_MS = 250;
const OTHERS_WAIT_TIMES = 5;
const SLOW = bySize(50, 1200);
const SLOW_READERS = bySize(8, 100);
const AT_ONCE = 200; // more connections would not fit into the server's queue of connections that are not yet accepted
const DRIP_MS = 30;
const ALONE_MS = 200;
const WITHIN_BOUNDS_MS = 10_000;
const BUSY_MS = bySize(1000, 16_000); // more than twice the idle timeout

const HEAD =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n';

let salon: Salon;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await salon.close();
});

const open = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => undefined);
    sockets.add(socket);
  });

/** Sends one character every DRIP_MS, endlessly. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (let at = 0; !socket.destroyed && socket.writable; at = (at + 1) % text.length) {
    socket.write(text[at] ?? '');
    await wait(DRIP_MS);
  }
}

const KINDS: Record<string, (socket: Socket) => void> = {
  'send nothing': () => undefined,
  'never finish their headers': (socket) =>
    void drip(socket.resume(), `${HEAD}${'X-Slow: aaaaaaaa\r\n'.repeat(50)}`),
  'never finish their body': (socket) => {
    socket.resume().write(`${HEAD}\r\n`);
    void drip(socket, ' ');
  },
  'never finish a chunk': (socket) => {
    socket
      .resume()
      .write(`${HEAD.replace(/Content-Length.*\r\n/, 'Transfer-Encoding: chunked\r\n')}\r\nffff\r\n`);
    void drip(socket, ' ');
  },
  'request a large file and read nothing': (socket) => {
    socket.pause();
    socket.write('GET /assets/large-Ef56.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5));
  },
};

const LARGE_BYTES = 20_000_000; // larger than the socket buffers, so that the server has to wait for the reader
const pages = makePages();
writeFileSync(join(pages.folder, 'assets', 'large-Ef56.bin'), Buffer.alloc(LARGE_BYTES, 'x'));
afterAll(pages.remove);

/** Returns the response time of other callers in ms, at the percentile PERCENTILE. */
async function othersWait(port: number, until: () => boolean): Promise<number> {
  const times: number[] = [];
  while (!until()) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/services`);
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    expect(answer.status).toBe(200);
    await wait(2);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * PERCENTILE)] ?? Number.NaN;
}

const after = (ms: number): (() => boolean) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};

test.each(Object.entries(KINDS))(
  'clients who %s are disconnected and do not delay others',
  AGAIN,
  async (kind, begin) => {
    const count = kind.includes('read') ? SLOW_READERS : SLOW;
    trial({ what: 'slow clients', cases: count });
    salon = await openSalon('sqlite', {
      ...(SHORT_TIMEOUTS && { timeouts: SHORT_TIMEOUTS }),
      pagesDirectory: pages.folder,
    });
    const port = await portOf(salon.app);
    const connections = promisify(salon.app.server.getConnections.bind(salon.app.server));
    const alone = await othersWait(port, after(ALONE_MS));
    let taken = 0;
    salon.app.server.on('connection', () => taken++);
    const slow: Socket[] = [];
    while (slow.length < count) {
      const more = Math.min(AT_ONCE, count - slow.length);
      slow.push(...(await Promise.all(Array.from({ length: more }, () => open(port)))));
      await expect.poll(() => taken, { timeout: WAIT_MS }).toBe(slow.length);
    }
    for (const socket of slow) begin(socket);
    let isOver = false;
    const others = othersWait(port, () => isOver);
    const until = performance.now() + CUT_WITHIN_MS;
    while (performance.now() < until && Number(await connections()) > 1) await wait(10);
    isOver = true;
    expect(await others).toBeLessThanOrEqual(
      Math.max(OTHERS_WAIT_MS / shareOfCore(), alone * OTHERS_WAIT_TIMES),
    );
    const left = Number(await connections());
    expect(left, 'the connection of the other callers').toBeLessThanOrEqual(1);
  },
);

test('a client who is slow but stays within the timeouts gets a response', async () => {
  salon = await openSalon(
    'sqlite',
    SHORT_TIMEOUTS && { timeouts: { ...SHORT_TIMEOUTS, requestMs: WITHIN_BOUNDS_MS } },
  );
  const socket = await open(await portOf(salon.app));
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  const body = JSON.stringify({ email: 'a@b.rs', password: 'x' });
  socket.write(HEAD.replace('90000', String(body.length)));
  await wait(100);
  socket.write(`\r\n${body.slice(0, 5)}`);
  await wait(100);
  socket.write(body.slice(5));
  await expect.poll(() => heard, { timeout: WAIT_MS }).toMatch(/^HTTP\/1.1 401 /);
});

test('a request that waits for a busy database does not time out', async () => {
  salon = await openSalon('sqlite', SHORT_TIMEOUTS && { timeouts: SHORT_TIMEOUTS });
  const port = await portOf(salon.app);
  const body = JSON.stringify({ name: 'Gel' });
  let asked: Promise<RawAnswer> | undefined;
  await salon.db.transaction().execute(async (trx) => {
    await trx.insertInto('services').values({ name: 'Manikir', price: 0, position: 1 }).execute();
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${salon.admin.token}` };
    asked = sendRaw(port, requestBytes('POST /api/services', headers, body));
    await wait(BUSY_MS);
  });
  expect(await asked).toMatchObject({ status: 201 });
});

const READY = 'GET /api/ready HTTP/1.1\r\nHost: x\r\n\r\n';
const PIPELINED = 1000;
const CONNECTIONS = bySize(4, 40);
const MEGABYTE = 1_000_000;

/** Returns an array to which the status of each response is appended. */
function statusesOf(socket: Socket): string[] {
  const statuses: string[] = [];
  socket.setEncoding('latin1').on('data', (text: string) => {
    statuses.push(...[...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status));
  });
  return statuses;
}

describe('pipelined requests of one connection', () => {
  const TIMEOUTS = SHORT_TIMEOUTS && { timeouts: SHORT_TIMEOUTS };

  test('up to 64 pipelined requests get their responses in order', async () => {
    trial({ what: 'slow clients', cases: 64 });
    salon = await openSalon('sqlite', TIMEOUTS);
    const socket = await open(await portOf(salon.app));
    const statuses = statusesOf(socket);
    const unknown = READY.replace('ready', 'nothing');
    socket.write((READY + unknown).repeat(32));
    await expect.poll(() => statuses.length, { timeout: WAIT_MS }).toBe(64);
    expect(statuses).toEqual(Array.from({ length: 64 }, (_, n) => (n % 2 ? '404' : '200')));
    expect(socket.destroyed).toBe(false);
  });

  test('more than 64 pipelined requests get a 503 and a closed connection', async () => {
    trial({ what: 'slow clients', cases: PIPELINED });
    salon = await openSalon('sqlite', TIMEOUTS);
    const socket = await open(await portOf(salon.app));
    const statuses = statusesOf(socket);
    socket.write(READY.repeat(PIPELINED));
    await expect.poll(() => socket.destroyed, { timeout: WAIT_MS }).toBe(true);
    expect(statuses).toEqual(['200', '503']);
  });

  test('a connection with pipelined requests for files has at most one file open while the client reads no response', async () => {
    trial({ what: 'slow clients', cases: CONNECTIONS * PIPELINED });
    salon = await openSalon('sqlite', { ...TIMEOUTS, pagesDirectory: pages.folder });
    const port = await portOf(salon.app);
    const before = process.memoryUsage().rss;
    const isOpen = (file: string) => existsSync(file) && readlinkSync(file).endsWith('large-Ef56.bin');
    const openFiles = () => readdirSync('/proc/self/fd').filter((fd) => isOpen(`/proc/self/fd/${fd}`)).length;
    let most = 0;
    for (let n = 0; n < CONNECTIONS; n++) {
      const socket = (await open(port)).pause();
      socket.write('GET /assets/large-Ef56.bin HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED));
      await expect.poll(openFiles, { timeout: WAIT_MS }).toBeGreaterThan(0);
      await wait(ALONE_MS / CONNECTIONS);
      most = Math.max(most, openFiles());
    }
    expect(most).toBeLessThanOrEqual(CONNECTIONS);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MEGABYTE);
  });

  test('the server stops reading from a connection while 16 of its pipelined requests have no response yet', async () => {
    trial({ what: 'slow clients', cases: 60 });
    salon = await openSalon('sqlite', TIMEOUTS);
    let served: Socket | undefined;
    salon.app.server.once('connection', (taken: Socket) => {
      served = taken;
    });
    const socket = await open(await portOf(salon.app));
    const statuses = statusesOf(socket);
    const body = JSON.stringify({ name: 'Gel' });
    const post = `POST /api/services HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${salon.admin.token}\r\n\r\n${body}`;
    await salon.db.transaction().execute(async (trx) => {
      await trx.insertInto('services').values({ name: 'Manikir', price: 0, position: 1 }).execute();
      socket.write(post);
      for (let n = 0; n < 59; n++) {
        socket.write(READY);
        await wait(5);
      }
      await expect
        .poll(() => served?.bytesRead, { timeout: WAIT_MS })
        .toBeGreaterThan(post.length + READY.length * 14);
      expect(served?.bytesRead).toBeLessThan(post.length + READY.length * 30);
    });
    await expect.poll(() => statuses.length, { timeout: WAIT_MS }).toBe(60);
    expect(new Set(statuses)).toEqual(new Set(['201', '200']));
  });
});
