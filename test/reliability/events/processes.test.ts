import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { SETTINGS } from '../../../src/domain/settings.ts';
import { addDays, dateOf, daysFromTo, wallTimeAt } from '../../../src/domain/wall-clock.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import { type DatabasePlace, engines, freshPlace } from '../../support/databases/databases.ts';
import { type Server, startServer } from '../../support/server.ts';
import { onIdleMachine, WAIT_MS } from '../../support/size.ts';
import { aSubscriber, requestEvents } from '../../support/subscriber.ts';

/** Longer than a process needs to send a received event to its streams. */
const SENT_MS = 300;
const STOP_MS = 3000; // a server with open streams must stop within the same time as a server without streams

let servers: Server[] = [];
let places: DatabasePlace[] = [];
afterEach(async () => {
  for (const { process } of servers) process.kill('SIGKILL');
  servers = [];
  for (const place of places) await place.remove();
  places = [];
});

async function placeOf(engine: (typeof engines)[number]): Promise<DatabasePlace> {
  const place = await freshPlace(engine);
  places.push(place);
  return place;
}

async function start(place: DatabasePlace, settings: Record<string, string> = {}): Promise<Server> {
  const server = await startServer({ ...place.settings, ...settings });
  servers.push(server);
  return server;
}

async function sent(server: Server, method: string, path: string, token: string | null, body?: object) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect({ path, ok: response.ok }).toEqual({ path, ok: true });
  return response.status === 204 ? undefined : response.json();
}

const logIn = async (server: Server): Promise<string> =>
  (await sent(server, 'POST', '/auth/login', null, server.admin)).token;

/** Adds a slot, which publishes its day; returns the day. */
async function addSlot(server: Server, token: string): Promise<string> {
  const { start_datetime } = await sent(server, 'POST', '/appointments/slot', token, {
    start_datetime: `${new Date(Date.now() + nextDay++ * 86_400_000).toISOString().slice(0, 10)} 10:00:00`,
  });
  return start_datetime.slice(0, 10);
}
let nextDay = 20;

/** Returns the number of processes with a LISTEN connection. */
async function connectedCount(place: DatabasePlace): Promise<number> {
  const { db, close } = openForCommand(readConfig(place.settings));
  const { rows } = await sql`
    select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`.execute(
    db,
  );
  await close();
  return rows.length;
}

/** Opens a stream at each process. Resolves after the full refresh that each process sends when its LISTEN connection is open. */
async function firstSubscribers(
  place: DatabasePlace,
  urls: readonly string[],
  as: Parameters<typeof aSubscriber>[1] = {},
) {
  const subscribers = await Promise.all(urls.map((url) => aSubscriber(url, as)));
  await expect.poll(() => connectedCount(place), { timeout: WAIT_MS }).toBe(urls.length);
  await wait(SENT_MS);
  for (const subscriber of subscribers) subscriber.received();
  return subscribers;
}

test('an event and the end of a session reach the streams of all processes on one PostgreSQL', async () => {
  const place = await placeOf('postgres');
  const [a, b] = [await start(place), await start(place)];
  const [token, elsewhere] = [await logIn(a), await logIn(a)];
  const [owner] = await firstSubscribers(place, [b.url], { token });
  const other = await aSubscriber(b.url, { token: elsewhere });
  const visitor = await aSubscriber(b.url);
  const day = await addSlot(a, token);
  await owner?.receives(`slots ${day}`, 'appointments');
  await visitor.receives(`slots ${day}`);
  await sent(a, 'POST', '/auth/logout', token);
  await owner?.ended;
  other.received();
  const another = await addSlot(a, elsewhere);
  await other.receives(`slots ${another}`, 'appointments');
});

test('a process that loses its LISTEN connection reconnects and sends its subscribers a full refresh', async () => {
  const place = await placeOf('postgres');
  const [a, b] = [await start(place), await start(place)];
  const token = await logIn(a);
  const [visitor] = await firstSubscribers(place, [b.url]);
  const { db, close } = openForCommand(readConfig(place.settings));
  const cut = sql<{ cut: boolean }>`
    select pg_terminate_backend(pid) as cut from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  expect((await cut.execute(db)).rows).toEqual([{ cut: true }]);
  await close();
  const today = dateOf(wallTimeAt(Date.now(), 'Europe/Belgrade'));
  await visitor?.receives(`slots ${daysFromTo(today, addDays(today, SETTINGS.booking_days.max)).join(' ')}`);
  const day = await addSlot(a, token);
  await visitor?.receives(`slots ${day}`);
  expect(b.log()).toContain('lost the connection to events of other processes');
});

test('kill -9 of a process does not close streams of other processes, and subscribers of the killed process can reconnect to another one', async () => {
  const place = await placeOf('postgres');
  const [a, b] = [await start(place), await start(place)];
  const token = await logIn(a);
  const [ofA, ofB] = await firstSubscribers(place, [a.url, b.url]);
  b.process.kill('SIGKILL');
  await ofB?.ended;
  const again = await aSubscriber(a.url);
  const day = await addSlot(a, token);
  await ofA?.receives(`slots ${day}`);
  await again.receives(`slots ${day}`);
});

test.each(engines)(
  'a server that shuts down ends the streams first, and they do not delay the shutdown (%s)',
  async (engine) => {
    const server = await start(await placeOf(engine), { STOP_DELAY_SECONDS: '1' });
    const streams = [
      await aSubscriber(server.url),
      await aSubscriber(server.url, { token: await logIn(server) }),
    ];
    const began = performance.now();
    server.process.kill('SIGTERM');
    for (const { ended } of streams) await ended;
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(503); // the server still responds during STOP_DELAY_SECONDS
    expect((await requestEvents(server.url)).status).toBe(503);
    await expect.poll(() => server.process.exitCode, { timeout: WAIT_MS }).toBe(0);
    expect(onIdleMachine(performance.now() - began)).toBeLessThan(STOP_MS);
  },
);
