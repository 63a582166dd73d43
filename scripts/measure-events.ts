/**
 * `npm run measure:events [-- --engine sqlite]`: measures the memory and CPU time of 500 event streams, and the
 * latency of events at 100 changes per second. Prints Markdown for docs/measurements.md. Without `--engine` measures
 * both engines; each takes about four minutes.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDays, type WallDate } from '../src/domain/wall-clock.ts';
import { startSession } from '../src/server/platform/auth/sessions.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openForCommand } from '../src/server/platform/db/open.ts';
import type { Db } from '../src/server/platform/db/schema.ts';
import { startPostgres } from '../test/support/databases/postgres.ts';
import { openConnection, requestText } from './measure/connection.ts';
import { loadLine, short, table } from './measure/figures.ts';
import { type FilledSalon, fillSalon } from './measure/filled-salon.ts';
import { type Running, runSalon } from './measure/server.ts';
import { openSubscribers, type Subscribers } from './measure/subscribers.ts';

const SUBSCRIBERS = 500;
const CHANGES_PER_SECOND = 100;
const CHANGE_SECONDS = 20;
const IDLE_SECONDS = 60; // long enough for two heartbeats of each event stream
const SETTLE_MS = 5000;
const CALLERS = 8;
const DAYS = 300; // the changes go through these days in turn, so each day changes once every three seconds

interface Changed {
  readonly slots: readonly { readonly id: number; readonly day: WallDate }[];
  /** The ids of the slots that are AVAILABLE at present; the others are BLOCKED. */
  readonly free: Set<number>;
  /** The owner's session token. */
  readonly owner: string;
}

const { values } = parseArgs({ options: { engine: { type: 'string' } } });

/** Inserts one slot on each day, at an hour that the demo does not use, and starts a session of the owner. */
async function prepare(db: Db, today: WallDate): Promise<Changed> {
  const rows = Array.from({ length: DAYS }, (_, n) => {
    const day = addDays(today, n + 1);
    return {
      start_datetime: `${day} 06:00:00`,
      end_datetime: `${day} 06:05:00`,
      status: 'BLOCKED',
      created_at: 0,
    } as const;
  });
  const slots = await db.insertInto('appointments').values(rows).returning(['id', 'day']).execute();
  const admin = db.selectFrom('users').select('id').where('role', '=', 'ADMIN');
  const { id } = await admin.executeTakeFirstOrThrow();
  return { slots, free: new Set(), owner: await startSession(db, id, Date.now()) };
}

/** Toggles slots between BLOCKED and AVAILABLE on several connections, CHANGES_PER_SECOND in total. */
async function change(
  port: number,
  { slots, free, owner }: Changed,
  subscribers?: Subscribers,
): Promise<void> {
  const began = performance.now();
  const count = CHANGES_PER_SECOND * CHANGE_SECONDS;
  const call = async (caller: number): Promise<void> => {
    const connection = openConnection(port);
    for (let n = caller; n < count; n += CALLERS) {
      const slot = slots[n % slots.length];
      if (!slot) continue;
      await wait(Math.max(0, (n * 1000) / CHANGES_PER_SECOND - (performance.now() - began)));
      const status = free.delete(slot.id) ? 'BLOCKED' : 'AVAILABLE';
      if (status === 'AVAILABLE') free.add(slot.id);
      subscribers?.sent(slot.day);
      const path = `/api/appointments/${slot.id}/status`;
      const answer = await connection.ask(
        requestText({ method: 'POST', path, token: owner, body: { status } }),
      );
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
}

async function coreShare(salon: Running, work: () => Promise<unknown>): Promise<number> {
  await salon.usage();
  const began = performance.now();
  await work();
  return ((await salon.usage()).cpuMs / (performance.now() - began)) * 100;
}

async function measure(place: FilledSalon): Promise<string[]> {
  const { db, close } = openForCommand(readConfig(place.settings));
  const changed = await prepare(db, place.today);
  const salon = await runSalon(place.settings);
  try {
    const idleAlone = await coreShare(salon, () => wait(IDLE_SECONDS * 1000));
    const before = salon.memory();
    const subscribers = await openSubscribers(salon.port, SUBSCRIBERS, changed.owner);
    const idle = await coreShare(salon, () => wait(IDLE_SECONDS * 1000));
    const after = salon.memory();
    const changes = await coreShare(salon, () => change(salon.port, changed, subscribers));
    await wait(SETTLE_MS);
    const { quantile, count, missing } = subscribers.received();
    subscribers.close();
    await wait(SETTLE_MS);
    const changesAlone = await coreShare(salon, () => change(salon.port, changed));
    return [
      place.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      short(after.residentMb - before.residentMb),
      `${short(idle)} (${short(idleAlone)})`,
      `${short(changes)} (${short(changesAlone)})`,
      ...[0.5, 0.99, 0.999].map((share) => short(quantile(share))),
      `${count.toLocaleString('en')}, ${missing}`,
    ];
  } finally {
    await salon.stop();
    await close();
  }
}

const HEADS = [
  `${SUBSCRIBERS} subscribers`,
  'MB more',
  '% of a core, idle (without them)',
  `% of a core, ${CHANGES_PER_SECOND} changes a second (without them)`,
  'median ms',
  'p99 ms',
  'p99.9 ms',
  'received, missing',
];

const engines = (['sqlite', 'postgres'] as const).filter((one) => (values.engine ?? one) === one);
const before = loadLine();
const rows: string[][] = [];
for (const engine of engines) {
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  try {
    const place = await fillSalon(1, { server: postgres?.url });
    try {
      rows.push(await measure(place));
    } finally {
      await place.remove();
    }
  } finally {
    await postgres?.stop();
  }
}
console.log(`Before: ${before}.\nAfter: ${loadLine()}.\n\n${table(HEADS, rows)}`);
