import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type AppointmentId, toId, type UserId } from '../../../src/domain/ids.ts';
import { addDays, addMinutes, dateOf, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { startSession } from '../../../src/server/platform/auth/sessions.ts';
import { readClock, systemClock } from '../../../src/server/platform/clock.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import type { Db } from '../../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import { aBooking } from '../../support/builders.ts';
import { type DatabasePlace, freshPlace } from '../../support/databases/databases.ts';
import { type Device, openPushService, type PushService } from '../../support/push/push-service.ts';
import { insertClients } from '../../support/rows/many-clients.ts';
import { type Server, startServer } from '../../support/server.ts';
import { AGAIN, bySize, WAIT_MS } from '../../support/size.ts';
import { trial as report } from '../../support/trials/trial.ts';

const CLIENTS = bySize(8, 60);
const BOOKINGS_EACH = 3;
const ALL = CLIENTS * BOOKINGS_EACH;
const CONCURRENCY = 8; // the number of deliveries that a process sends at once
const ANSWER_MS = 40;
const TIMER_AT_START_MS = 1500;

const clock = systemClock('Europe/Belgrade');

interface Trial {
  readonly db: Db;
  readonly service: PushService;
  readonly devices: readonly Device[];
  serve(): Promise<Server>;
  ask(server: Server, method: string, path: string, body: object): Promise<void>;
  /** Cancels all bookings in one request. Each cancellation causes one push. */
  cancelAll(server: Server): Promise<void>;
  /** Makes all unsent pushes due now. Those that a killed process had claimed would otherwise be due in a minute. */
  minuteLater(): Promise<void>;
}

async function bookingsOf(db: Db, clients: readonly UserId[]): Promise<AppointmentId[]> {
  const tomorrow = addDays(dateOf(readClock(clock).wall), 1);
  const ids: AppointmentId[] = [];
  for (const [n, client_id] of clients.entries())
    for (let day = 0; day < BOOKINGS_EACH; day++) {
      const start_datetime = addMinutes(wallTimeOn(addDays(tomorrow, day), '06:00'), n * 15);
      ids.push(await aBooking({ db, clock }, start_datetime, client_id, { minutes: 15 }));
    }
  return ids;
}

async function openTrial(place: DatabasePlace): Promise<Trial> {
  const service = await openPushService();
  onTestFinished(service.close);
  let token = '';
  const ask: Trial['ask'] = async (server, method, path, body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const serve = () => startServer({ ...place.settings, NODE_ENV: 'test', ADMIN_MAIL: 'off' });
  const first = await serve();
  const { db, close } = openForCommand(readConfig(place.settings));
  onTestFinished(close);
  const devices: Device[] = [];
  const clients: UserId[] = [];
  for (let n = 0; n < CLIENTS; n++) {
    const person = { name: `Klijentkinja ${n}`, email: null, phone: null, city: null, created_at: 0 };
    const [id = toId<UserId>(0)] = await inTransaction(db, (trx) => insertClients(trx, [person]));
    token = await startSession(db, id, clock.ms());
    const device = service.device();
    await ask(first, 'POST', '/push', device.subscription);
    devices.push(device);
    clients.push(id);
  }
  const admin = db.selectFrom('users').select('id').where('role', '=', 'ADMIN');
  token = await startSession(db, (await admin.executeTakeFirstOrThrow()).id, clock.ms());
  const ids = await bookingsOf(db, clients);
  await first.stop();
  return {
    db,
    service,
    devices,
    serve,
    ask,
    cancelAll: (server) => ask(server, 'POST', '/appointments/cancel-many', { ids, reason: 'Bolest' }),
    async minuteLater() {
      await db.updateTable('push_outbox').set({ next_try_at: 0 }).where('sent_at', 'is', null).execute();
    },
  };
}

/** Asserts that each device received all its messages in order, and that all devices together got at most `copies` duplicates. */
function expectAllArrived(devices: readonly Device[], copies: number): void {
  const tags = devices.map(({ pushes }) => pushes.map(({ message: { tag } }) => tag));
  for (const got of tags) {
    expect(new Set(got).size).toBe(BOOKINGS_EACH);
    expect(got).toEqual(got.toSorted((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1])));
  }
  expect(tags.flat().length).toBeLessThanOrEqual(ALL + copies);
}

const untilSent = (db: Db) =>
  expect
    .poll(() => db.selectFrom('push_outbox').select('id').where('sent_at', 'is', null).execute(), {
      timeout: WAIT_MS,
    })
    .toEqual([]);

async function kill(server: Server): Promise<void> {
  const gone = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await gone;
}

describe.each([
  { engine: 'sqlite', processes: 1 },
  { engine: 'postgres', processes: 2 },
] as const)('pushes of $processes process(es) on $engine', ({ engine, processes }) => {
  const started = async (trial: Trial): Promise<Server[]> => {
    const servers = await Promise.all(Array.from({ length: processes }, () => trial.serve()));
    for (const server of servers) onTestFinished(() => server.stop());
    return servers;
  };
  const opened = async (): Promise<Trial> => {
    const place = await freshPlace(engine);
    onTestFinished(place.remove);
    return openTrial(place);
  };

  test(`each of ${ALL} pushes arrives once, in order`, async () => {
    report({ what: 'pushes', cases: ALL });
    const trial = await opened();
    const servers = await started(trial);
    await trial.cancelAll(servers[0] as Server);
    for (const server of servers) await trial.ask(server, 'POST', '/client-notifications/read-all', {});
    await trial.service.until(ALL);
    await untilSent(trial.db);
    expectAllArrived(trial.devices, 0);
    expect(trial.service.requests()).toBe(ALL);
  });

  test('a killed process loses no push; duplicates have the same tag', async () => {
    report({ what: 'pushes', cases: ALL });
    const trial = await opened();
    trial.service.slowDown(ANSWER_MS);
    const [first, ...others] = await started(trial);
    await trial.cancelAll(first as Server);
    await trial.service.until(ALL / 3);
    await kill(first as Server);
    await wait(ANSWER_MS * 2);
    const [next = await trial.serve()] = others;
    if (others.length === 0) onTestFinished(() => next.stop());
    await trial.minuteLater();
    await trial.ask(next, 'POST', '/client-notifications/read-all', {});
    await untilSent(trial.db);
    expectAllArrived(trial.devices, CONCURRENCY);
    const waiting = trial.db.selectFrom('push_outbox').select('id').where('attempts', '>', 1);
    expect((await waiting.execute()).length).toBeLessThanOrEqual(CONCURRENCY);
  });
});

test('two processes that start concurrently create only one key pair', async () => {
  const place = await freshPlace('postgres');
  onTestFinished(place.remove);
  const servers = await Promise.all([startServer(place.settings), startServer(place.settings)]);
  for (const server of servers) onTestFinished(() => server.stop());
  const { db, close } = openForCommand(readConfig(place.settings));
  onTestFinished(close);
  const token = await startSession(db, toId<UserId>(1), clock.ms());
  const keyOf = async ({ url }: Server) =>
    (await fetch(`${url}/api/push/key`, { headers: { authorization: `Bearer ${token}` } })).json();
  const [one, two] = await Promise.all(servers.map(keyOf));
  expect(one).toEqual(two);
  expect(Buffer.from(String((one as { public_key: string }).public_key), 'base64url')).toHaveLength(65);
});

test(
  'the push about a change that can be undone is sent right after the undo period, before the next regular run of the worker',
  AGAIN,
  async () => {
    const place = await freshPlace('sqlite');
    onTestFinished(place.remove);
    const trial = await openTrial(place);
    const server = await trial.serve();
    onTestFinished(() => server.stop());
    await wait(TIMER_AT_START_MS); // waits for the first run of the timer at the start of the server; the second run is 30 s later
    const began = Date.now();
    const { id } = await trial.db
      .selectFrom('appointments')
      .select('id')
      .orderBy('start_datetime', 'desc')
      .executeTakeFirstOrThrow();
    await trial.ask(server, 'DELETE', `/appointments/${id}?undo=1`, {});
    await trial.service.until(1);
    const took = Date.now() - began;
    expect(took).toBeGreaterThanOrEqual(10_000);
    expect(took).toBeLessThan(20_000);
  },
);
