/**
 * `npm run bench [-- --engine sqlite --only bookings --base DIR --rounds 5]`: compares the speed of the server, started
 * with the command of `npm start`, with that of a bare Fastify server, in alternating rounds. Prints Markdown for
 * docs/measurements.md. `--only TEXT` measures the rows whose name contains the text. `--base DIR` also measures
 * another checkout, which must be built and have its packages installed; its data come from this checkout. `--split` compares
 * `split_slots` 1 with 0 as base.
 */
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { OWNERS_TECHNICIAN } from '../src/domain/technicians.ts';
import { addDays, addMinutes, type WallDate, wallTimeOn } from '../src/domain/wall-clock.ts';
import type { Db } from '../src/server/platform/db/schema.ts';
import { loadLine, median, short, table } from './measure/figures.ts';
import { CLIENT, type FilledSalon, fillSalon, OWNER, onEngines } from './measure/filled-salon.ts';
import { type Running, root, runBare, runSalon } from './measure/server.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string', default: '' },
    base: { type: 'string' },
    split: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  },
});
const ROUNDS = Number(values.rounds);
const hasBase = values.split || values.base !== undefined;
const SECONDS = 2;
const YEARS = 10;
const IDLE_MS = 2000;
const BOOKERS = 8;
const BOOKINGS = `bookings, ${BOOKERS} clients`;
const SLOT_DAYS = 140;
const SLOTS_A_DAY = values.split ? 26 : 160;
const SLOT_MINUTES = values.split ? 30 : 5;
const FIRST_SLOT_DAY = 200; // days from today; the demo's last slot is earlier

const isAsked = (name: string): boolean => name.includes(values.only);

/** Inserts short free slots, one for each booking; returns the requests that book them. */
async function insertSlots(db: Db, today: WallDate, split_slots: 0 | 1) {
  const service = { name: 'Merenje', price: 0, duration_minutes: SLOT_MINUTES, position: 1 };
  const added = await db.insertInto('services').values(service).returning('id').executeTakeFirstOrThrow();
  const setting = { name: 'split_slots', value: String(split_slots), changed_at: 0 };
  await db.insertInto('settings').values(setting).execute();
  const bookings: { path: string; body: string }[] = [];
  for (let day = 0; day < SLOT_DAYS; day++) {
    const opens = wallTimeOn(addDays(today, FIRST_SLOT_DAY + day), '07:00:00');
    const rows = Array.from({ length: SLOTS_A_DAY }, (_, n) => ({
      start_datetime: addMinutes(opens, n * SLOT_MINUTES),
      end_datetime: addMinutes(opens, (n + 1) * SLOT_MINUTES),
      status: 'AVAILABLE' as const,
      created_at: Date.now(),
    }));
    const openings = rows.map(({ start_datetime, end_datetime }) => ({ start_datetime, end_datetime }));
    await db
      .insertInto('openings')
      .values(openings.map((times) => ({ ...times, technician_id: OWNERS_TECHNICIAN })))
      .execute();
    const inserted = db.insertInto('appointments').values(rows);
    for (const slot of await inserted.returning(['id', 'start_datetime', 'end_datetime']).execute()) {
      const guest = { guest_name: 'Gošća', guest_phone: `065 ${1_000_000 + bookings.length}` };
      const { start_datetime, end_datetime } = slot;
      const time = split_slots ? { start_datetime } : { seen_start: start_datetime, seen_end: end_datetime };
      const body = { ...time, ...guest, service_ids: [added.id] };
      bookings.push({ path: `/api/appointments/${slot.id}/book`, body: JSON.stringify(body) });
    }
  }
  return bookings;
}

interface Side {
  readonly salon: FilledSalon;
  /** The requests that have not been sent yet. */
  readonly bookings: { path: string; body: string }[];
  readonly start: () => Promise<Running>;
}
type RunningSide = Side & { readonly server: Running };

async function openSide(checkout: string, postgres: string | undefined, isSplit: boolean): Promise<Side> {
  const bookings: Side['bookings'] = [];
  const prepare = async (db: Db, today: WallDate) =>
    bookings.push(...(await insertSlots(db, today, isSplit ? 1 : 0)));
  const salon = await fillSalon(YEARS, postgres, prepare);
  return { salon, bookings, start: () => runSalon(salon.settings, checkout) };
}

interface Sample {
  readonly perSecond: number;
  readonly cpuMs: number;
}
const NONE: Sample = { perSecond: Number.NaN, cpuMs: Number.NaN };

async function sample(server: Running, options: Omit<autocannon.Options, 'url'>): Promise<Sample> {
  const cpuBefore = server.cpuMs();
  const result = await autocannon({ duration: SECONDS, ...options, url: server.url });
  const [succeeded, failed] = [result['2xx'], result.non2xx + result.errors];
  if (failed > 0) throw new Error(`${failed} requests failed, ${succeeded} succeeded`);
  return { perSecond: succeeded / result.duration, cpuMs: (server.cpuMs() - cpuBefore) / succeeded };
}

/** Measures bare Fastify and then each checkout, in each round. The first round only warms them up. */
async function rowOf(
  name: string,
  ofBare: () => Promise<Sample>,
  ofSides: readonly (() => Promise<Sample>)[],
): Promise<string[]> {
  const rounds: { bare: Sample; own: Sample; base: Sample }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await ofBare();
    const [own = NONE, base = NONE] = [await ofSides[0]?.(), await ofSides[1]?.()];
    if (round > 0) rounds.push({ bare, own, base });
  }
  process.stderr.write('.');
  const ratios = (other: 'bare' | 'base') => {
    const rate = median(rounds.map((one) => one.own.perSecond / one[other].perSecond));
    const cpu = median(rounds.map((one) => one[other].cpuMs / one.own.cpuMs));
    return [short(rate), short(cpu)];
  };
  const own = [median(rounds.map((one) => one.own.perSecond)), median(rounds.map((one) => one.own.cpuMs))];
  return [name, ...own.map(short), ...ratios('bare'), ...(hasBase ? ratios('base') : [])];
}

function readsOf(today: WallDate) {
  const strip = `from=${today}&to=${addDays(today, 14)}`;
  const year = `from=${addDays(today, -365)}&to=${today}`;
  return [
    { name: 'free slots, 1 client', path: `/api/appointments?${strip}`, connections: 1 },
    { name: 'free slots, 32 clients', path: `/api/appointments?${strip}`, connections: 32 },
    { name: 'price list', path: '/api/services', connections: 1 },
    { name: 'home of a client', path: '/api/appointments/upcoming', connections: 1, as: CLIENT },
    { name: 'two weeks of the calendar', path: `/api/appointments/list?${strip}`, connections: 1, as: OWNER },
    { name: 'all clients', path: '/api/users/clients', connections: 1, as: OWNER },
    { name: 'statistics of a year', path: `/api/analytics/totals?${year}`, connections: 1, as: OWNER },
  ];
}

async function readRows(engine: string, sides: readonly RunningSide[], bare: Running): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, path, connections, as } of readsOf(sides[0]?.salon.today ?? '2026-01-01')) {
    if (!isAsked(name)) continue;
    const requestOf = ({ salon }: Side) => ({
      path,
      headers: as === undefined ? {} : { authorization: `Bearer ${salon.tokens[as]}` },
    });
    const answers = sides.map((side) => fetch(`${side.server.url}${path}`, requestOf(side)));
    const text = await (await answers[0])?.text();
    await fetch(bare.url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: text ?? '' });
    const ofSides = sides.map(
      (side) => () => sample(side.server, { connections, requests: [requestOf(side)] }),
    );
    rows.push(
      await rowOf(`${engine}: ${name}`, () => sample(bare, { connections, requests: [{ path }] }), ofSides),
    );
  }
  return rows;
}

/** Compares bookings with the durable updates of one row that bare Fastify makes. */
async function bookingRow(engine: string, sides: readonly RunningSide[], bare: Running): Promise<string[]> {
  const options = { connections: BOOKERS, headers: { 'content-type': 'application/json' } };
  const update = () => sample(bare, { ...options, method: 'POST', body: '{}' });
  const book = sides.map(({ server, bookings }) => () => {
    const setupRequest = (request: autocannon.Request) => {
      const booking = bookings.pop();
      if (!booking) throw new Error('all slots are booked: use fewer rounds');
      return { ...request, ...booking };
    };
    return sample(server, { ...options, requests: [{ method: 'POST', setupRequest }] });
  });
  return rowOf(`${engine}: ${BOOKINGS}`, update, book);
}

async function startRow(
  engine: string,
  sides: readonly Side[],
  bare: () => Promise<Running>,
): Promise<string[]> {
  const times = [...sides.map(({ start }) => start), bare].map((start) => ({ start, ms: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++)
    for (const { start, ms } of times) {
      const server = await start();
      ms.push(server.startedMs);
      await server.stop();
    }
  return [`${engine}: start until healthy, ms`, ...times.map(({ ms }) => short(median(ms)))];
}

const before = loadLine();
const rates: string[][] = [];
const processes: string[][] = [];
await onEngines(values.engine, async (engine, postgres) => {
  const base = values.split ? root : values.base && resolve(values.base);
  const checkouts = [root, ...(base ? [base] : [])];
  const sides: Side[] = [];
  for (const [n, checkout] of checkouts.entries())
    sides.push(await openSide(checkout, postgres, values.split && n === 0));
  const startBare = () => runBare(sides[0]?.salon.settings ?? {});
  if (isAsked('start')) processes.push(await startRow(engine, sides, startBare));
  const bare = await startBare();
  const running: RunningSide[] = [];
  for (const side of sides) running.push({ ...side, server: await side.start() });
  const servers = [...running.map(({ server }) => server), bare];
  const noteMemory = (when: string) =>
    processes.push([`${engine}: memory ${when}, MB`, ...servers.map((server) => short(server.memoryMb()))]);
  try {
    await wait(IDLE_MS);
    noteMemory('idle');
    rates.push(...(await readRows(engine, running, bare)));
    if (isAsked(BOOKINGS)) rates.push(await bookingRow(engine, running, bare));
    noteMemory('at the end');
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    for (const { salon } of sides) await salon.remove();
  }
});
const ofBase = hasBase ? ['of base', 'of base by CPU'] : [];
console.log(`
Before: ${before}.
After: ${loadLine()}.

${table(['10 years of data', 'a second', 'CPU ms each', 'of bare', 'of bare by CPU', ...ofBase], rates)}

${table(['', 'own', ...(hasBase ? ['base'] : []), 'bare Fastify'], processes)}`);
