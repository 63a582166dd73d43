// Measures the server under concurrent requests: reading free slots, then booking. Also measures the memory of the
// process.
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openFile } from '../../src/server/platform/db/sqlite.ts';
import { openConnection } from '../measure/connection.ts';
import { median } from '../measure/figures.ts';
import type { FilledSalon } from '../measure/filled-salon.ts';
import { type Memory, type Running, runBare, runSalon } from '../measure/server.ts';
import { seen, stripOf } from './cases/booking.ts';
import { aGuest } from './cases/case.ts';
import { requestOf } from './endpoints.ts';
import type { Rows } from './rows.ts';

const ROUNDS = 3;
const SECONDS = 1.5;
const CALLERS = [1, 32];
const BOOKERS = 8;
const BOOKED_AT_MOST = 12_000;
const IDLE_MS = 2000;
const STARTS = 5;

interface Rate {
  readonly perSecond: number;
  readonly answers: number;
}

/**
 * Repeats one request on all connections. Counts the bytes of the responses without parsing them, so that the
 * benchmark itself needs little CPU time.
 */
async function sameAgain(port: number, request: string, callers: number, seconds: number): Promise<Rate> {
  const first = openConnection(port);
  const { status, head, body } = await first.ask(request);
  first.close();
  if (status !== 200) throw new Error(`${status}: ${body}`);
  const bytes = Buffer.byteLength(head) + 4 + body.length;
  let answers = 0;
  const sockets: Socket[] = [];
  for (let n = 0; n < callers; n++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(request)).setNoDelay(true);
    let heard = 0;
    socket.on('data', (chunk) => {
      heard += chunk.length;
      if (heard < bytes) return;
      heard -= bytes;
      answers++;
      socket.write(request);
    });
    sockets.push(socket);
  }
  const began = performance.now();
  await wait(seconds * 1000);
  const perSecond = answers / ((performance.now() - began) / 1000);
  for (const socket of sockets) socket.destroy();
  return { perSecond, answers };
}

/** Each caller repeats `act` until `seconds` have passed or `act` returns false. The callers run in parallel. */
async function oneByOne(
  callers: number,
  seconds: number,
  act: (caller: number) => Promise<boolean>,
): Promise<Rate> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let answers = 0;
  const work = async (caller: number) => {
    while (performance.now() < until && (await act(caller))) answers++;
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  return { perSecond: answers / ((performance.now() - began) / 1000), answers };
}

export interface RateFigures {
  readonly what: string;
  readonly perSecond: number;
  readonly reference: number;
  readonly ofReference: number;
  /**
   * CPU time per response of bare Fastify divided by that of the server. Other programs on the machine distort CPU
   * time less than elapsed time.
   */
  readonly ofReferenceByCpu: number;
}

interface Pair {
  readonly salon: Running;
  readonly bare: Running;
  readonly rows: Rows;
}

async function withCpu(running: Running, load: () => Promise<Rate>): Promise<Rate & { cpuMs: number }> {
  await running.usage();
  const rate = await load();
  return { ...rate, cpuMs: (await running.usage()).cpuMs / rate.answers };
}

/**
 * Requests the days of the booking page on `callers` connections, alternately from the server and from bare Fastify.
 */
async function freeSlots({ salon, bare, rows }: Pair, callers: number): Promise<RateFigures> {
  const request = requestOf(rows, 'GET /appointments', { query: stripOf(rows.today) });
  const reader = openConnection(salon.port);
  const { body } = await reader.ask(request);
  reader.close();
  await bare.send({ status: 200, type: 'application/json; charset=utf-8', body: body.toString() });
  const rounds: { own: number; reference: number; share: number; cpuShare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await withCpu(salon, () => sameAgain(salon.port, request, callers, SECONDS));
    const reference = await withCpu(bare, () => sameAgain(bare.port, request, callers, SECONDS));
    const share = own.perSecond / reference.perSecond;
    if (round > 0)
      rounds.push({
        own: own.perSecond,
        reference: reference.perSecond,
        share,
        cpuShare: reference.cpuMs / own.cpuMs,
      });
  }
  return {
    what: `free slots, ${callers} ${callers === 1 ? 'caller' : 'callers'}, compared with bare Fastify`,
    perSecond: median(rounds.map(({ own }) => own)),
    reference: median(rounds.map(({ reference }) => reference)),
    ofReference: median(rounds.map(({ share }) => share)),
    ofReferenceByCpu: median(rounds.map(({ cpuShare }) => cpuShare)),
  };
}

/**
 * Measures how many durable transactions per second the database can commit if each updates one row. The server can't
 * exceed this rate.
 */
async function bareTransactions({ engine, settings }: FilledSalon, callers: number): Promise<Rate> {
  if (engine === 'sqlite') {
    const file = openFile(join(settings.DATA_DIR ?? '', 'bare.sqlite'));
    file.exec('create table if not exists bare (id integer primary key, n integer)');
    file.exec('insert or ignore into bare values (1, 0)');
    const change = file.prepare('update bare set n = n + 1 where id = 1');
    try {
      return await oneByOne(1, SECONDS, async () => {
        change.run();
        return true;
      });
    } finally {
      file.close();
    }
  }
  const clients = Array.from({ length: callers }, () => new Client(settings.DATABASE_URL));
  try {
    for (const client of clients) await client.connect();
    await clients[0]?.query('create table if not exists bare (id integer primary key, n integer)');
    const rows = clients.map((_, id) => `(${id}, 0)`).join(', ');
    await clients[0]?.query(`insert into bare values ${rows} on conflict do nothing`);
    return await oneByOne(callers, SECONDS, async (caller) => {
      await clients[caller]?.query('update bare set n = n + 1 where id = $1', [caller]);
      return true;
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function bookings({ salon, rows }: Pair, place: FilledSalon): Promise<RateFigures> {
  const slots = (await rows.crowdSlots(BOOKED_AT_MOST)).values();
  const connections = Array.from({ length: BOOKERS }, () => openConnection(salon.port));
  const book = async (caller: number): Promise<boolean> => {
    const slot = slots.next().value;
    const connection = connections[caller];
    if (!slot || !connection) return false;
    const input = { params: { id: slot.id }, body: { ...seen(slot), ...aGuest() } };
    const { status, body } = await connection.ask(requestOf(rows, 'POST /appointments/{id}/book', input));
    if (status !== 200) throw new Error(`booking: ${status} ${body}`);
    return true;
  };
  const rounds: { own: number; reference: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await oneByOne(BOOKERS, SECONDS, book);
    const reference = await bareTransactions(place, BOOKERS);
    if (round > 0 && own.answers > 0) rounds.push({ own: own.perSecond, reference: reference.perSecond });
  }
  for (const connection of connections) connection.close();
  return {
    what: `bookings, ${BOOKERS} callers, compared with a bare durable transaction`,
    perSecond: median(rounds.map(({ own }) => own)),
    reference: median(rounds.map(({ reference }) => reference)),
    ofReference: median(rounds.map(({ own, reference }) => own / reference)),
    ofReferenceByCpu: Number.NaN,
  };
}

export interface CrowdFigures {
  readonly rates: readonly RateFigures[];
  readonly memory: readonly { what: string; own: Memory; bare: Memory }[];
}

/** Starts new processes and measures their memory when idle, then their request rates and their memory under load. */
export async function measureCrowd(place: FilledSalon, rows: Rows): Promise<CrowdFigures> {
  const [salon, bare] = [await runSalon(place.settings, { cwd: place.checkout }), await runBare()];
  const pair = { salon, bare, rows };
  try {
    await wait(IDLE_MS);
    const idle = { what: 'idle', own: salon.memory(), bare: bare.memory() };
    const rates: RateFigures[] = [];
    for (const callers of CALLERS) rates.push(await freeSlots(pair, callers));
    const read = { what: 'after the free slots', own: salon.memory(), bare: bare.memory() };
    rates.push(await bookings(pair, place));
    const booked = { what: 'after the bookings', own: salon.memory(), bare: bare.memory() };
    return { rates, memory: [idle, read, booked] };
  } finally {
    await Promise.all([salon.stop(), bare.stop()]);
  }
}

/**
 * Measures the time from the start command to the first successful response, alternately for the server (whose
 * database has data) and for bare Fastify.
 */
export async function measureStarts(place: FilledSalon): Promise<{ ownMs: number; bareMs: number }> {
  const own: number[] = [];
  const reference: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const salon = await runSalon(place.settings, { cwd: place.checkout, isProbed: false });
    own.push(salon.startedMs);
    await salon.stop();
    const bare = await runBare({ isProbed: false });
    reference.push(bare.startedMs);
    await bare.stop();
  }
  return { ownMs: median(own), bareMs: median(reference) };
}
