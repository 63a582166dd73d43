/**
 * `npm run measure:events [-- --engine sqlite]`: measures the memory and CPU time of 500 event streams, and how long
 * after a change its event arrives, at 100 changes a second. Prints Markdown for docs/measurements.md.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { addDays, type WallDate } from '../src/domain/wall-clock.ts';
import type { Db } from '../src/server/platform/db/schema.ts';
import { loadLine, quantile, short, table } from './measure/figures.ts';
import { fillSalon, OWNER, onEngines } from './measure/filled-salon.ts';
import { type Running, runSalon } from './measure/server.ts';

const { values } = parseArgs({ options: { engine: { type: 'string' } } });
const STREAMS = 500;
const CHANGES_PER_SECOND = 100;
const CHANGES = 20 * CHANGES_PER_SECOND;
const IDLE_SECONDS = 60; // two heartbeats of each stream
const SETTLE_MS = 5000;
const DAYS = 300; // the changes go through these days in turn, so each day changes once in three seconds
const EVENT_DAYS = /"days":\[(.*?)\]/g;

interface Slot {
  readonly id: number;
  readonly day: WallDate;
  status: 'BLOCKED' | 'AVAILABLE';
}

/** Inserts one slot on each day, at an hour that the demo does not use. */
async function insertSlots(db: Db, today: WallDate): Promise<Slot[]> {
  const rows = Array.from({ length: DAYS }, (_, n) => {
    const day = addDays(today, n + 1);
    const times = { start_datetime: `${day} 06:00:00`, end_datetime: `${day} 06:05:00` } as const;
    return { ...times, status: 'BLOCKED' as const, created_at: 0 };
  });
  const slots = await db.insertInto('appointments').values(rows).returning(['id', 'day']).execute();
  return slots.map((slot) => ({ ...slot, status: 'BLOCKED' }));
}

/** Opens streams, every fifth as the owner, and notes the latency of the first event after each change of a day. */
async function openStreams(url: string, token: string, sentAt: ReadonlyMap<string, number>) {
  const latencies: number[] = [];
  const streams: IncomingMessage[] = [];
  for (let n = 0; n < STREAMS; n++) {
    const headers = { accept: 'text/event-stream', ...(n % 5 === 0 && { authorization: `Bearer ${token}` }) };
    const [stream] = (await once(get(`${url}/api/events`, { headers, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    if (stream.statusCode !== 200) throw new Error(`GET /api/events: ${stream.statusCode}`);
    const receivedAt = new Map<string, number>();
    stream.setEncoding('latin1').on('data', (text: string) => {
      for (const [, days = ''] of text.matchAll(EVENT_DAYS))
        for (const day of days.replaceAll('"', '').split(',')) {
          const at = sentAt.get(day);
          if (at === undefined || receivedAt.get(day) === at) continue;
          receivedAt.set(day, at);
          latencies.push(performance.now() - at);
        }
    });
    streams.push(stream);
  }
  const close = () => streams.map((stream) => stream.destroy());
  return { latencies, close };
}

/** Toggles the slots in turn between BLOCKED and AVAILABLE. */
async function change(server: Running, slots: readonly Slot[], token: string, sentAt: Map<string, number>) {
  let sent = 0;
  const setupRequest = (request: autocannon.Request) => {
    const slot = slots[sent++ % slots.length];
    if (!slot) throw new Error('no slots');
    slot.status = slot.status === 'BLOCKED' ? 'AVAILABLE' : 'BLOCKED';
    sentAt.set(slot.day, performance.now());
    const path = `/api/appointments/${slot.id}/status`;
    return { ...request, path, body: JSON.stringify({ status: slot.status }) };
  };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const rate = { connections: 10, overallRate: CHANGES_PER_SECOND, amount: CHANGES };
  const requests = [{ method: 'POST' as const, headers, setupRequest }];
  const result = await autocannon({ url: server.url, ...rate, requests });
  if (result['2xx'] !== CHANGES) throw new Error(`${result['2xx']} of ${CHANGES} changes succeeded`);
}

async function coreShare(server: Running, work: () => Promise<unknown>): Promise<string> {
  const [began, cpuMs] = [performance.now(), server.cpuMs()];
  await work();
  return short(((server.cpuMs() - cpuMs) / (performance.now() - began)) * 100);
}

async function measure(engine: string, postgres?: string): Promise<string[]> {
  let slots: Slot[] = [];
  const salon = await fillSalon(1, postgres, async (db, today) => (slots = await insertSlots(db, today)));
  const token = salon.tokens[OWNER] ?? '';
  const server = await runSalon(salon.settings);
  const sentAt = new Map<string, number>();
  const rest = () => wait(IDLE_SECONDS * 1000);
  try {
    const idleAlone = await coreShare(server, rest);
    const before = server.memoryMb();
    const streams = await openStreams(server.url, token, sentAt);
    const idle = await coreShare(server, rest);
    const memory = short(server.memoryMb() - before);
    const busy = await coreShare(server, () => change(server, slots, token, sentAt));
    await wait(SETTLE_MS);
    streams.close();
    await wait(SETTLE_MS);
    const busyAlone = await coreShare(server, () => change(server, slots, token, new Map()));
    const { latencies } = streams;
    const times = [0.5, 0.99].map((share) => short(quantile(latencies, share)));
    const lost = `${CHANGES * STREAMS - latencies.length} of ${CHANGES * STREAMS}`;
    return [engine, memory, `${idle} (${idleAlone})`, `${busy} (${busyAlone})`, ...times, lost];
  } finally {
    await server.stop();
    await salon.remove();
  }
}

const HEADS = [
  '',
  'MB more',
  '% of a core, idle (without streams)',
  'busy (without)',
  'median ms',
  'p99 ms',
  'lost',
];
const before = loadLine();
const rows: string[][] = [];
await onEngines(values.engine, async (engine, postgres) => void rows.push(await measure(engine, postgres)));
console.log(`Before: ${before}.\nAfter: ${loadLine()}.\n\n${table(HEADS, rows)}`);
