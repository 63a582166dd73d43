import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { addDays, dateOf, type WallDate } from '../../../src/domain/wall-clock.ts';
import { readClock, systemClock } from '../../../src/server/platform/clock.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import type { Db } from '../../../src/server/platform/db/schema.ts';
import { request } from '../../../src/web/lib/api.ts';
import { freshPlace } from '../../support/databases/databases.ts';
import { type Server, startServer } from '../../support/server.ts';
import { bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { type SubscribedPage, subscribedPage } from './subscribed-page.ts';

const ROUNDS = bySize(2, 60);
const WRITERS = 8;
const DAYS = 31;
const KILLED_AFTER_MS = 300; // the server is killed after a random delay of at most this length
const UNANSWERED_MS = 10_000;
const CHANGED_MEANWHILE = 5;
const SETTLED_MS = 500; // within this time, PostgreSQL ends the killed process's transactions

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function freeDays(db: Db): Promise<WallDate[]> {
  const free = db.selectFrom('appointments').select('day').where('status', '=', 'AVAILABLE').orderBy('day');
  return (await free.execute()).map(({ day }) => day);
}

/** Adds one slot per day from `first` on; returns their ids. */
async function fill(db: Db, first: WallDate): Promise<number[]> {
  const rows = Array.from({ length: DAYS }, (_, n) => {
    const day = addDays(first, n);
    const [start_datetime, end_datetime] = [`${day} 10:00:00`, `${day} 11:00:00`] as const;
    return { start_datetime, end_datetime, status: 'AVAILABLE', created_at: 0 } as const;
  });
  return (await db.insertInto('appointments').values(rows).returning('id').execute()).map(({ id }) => id);
}

/** Blocks or unblocks a slot. */
async function toggle(at: typeof fetch, id: number, headers: Record<string, string>): Promise<void> {
  const row = await request('GET /appointments/{id}', { params: { id }, headers }, at);
  const status = row.status === 'AVAILABLE' ? 'BLOCKED' : 'AVAILABLE';
  await request('POST /appointments/{id}/status', { params: { id }, headers, body: { status } }, at);
}

/** Each writer has its own slots, which it blocks and unblocks without a pause until the process is killed. */
async function write(
  { url }: Server,
  ids: readonly number[],
  { headers, onChange }: { headers: Record<string, string>; onChange: () => void },
): Promise<void> {
  const at: typeof fetch = (path, init) =>
    fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(UNANSWERED_MS) });
  const one = async (writer: number): Promise<void> => {
    const own = ids.filter((_, n) => n % WRITERS === writer);
    for (let n = 0; ; n++) {
      await toggle(at, own[n % own.length] ?? 0, headers);
      onChange();
    }
  };
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => one(writer)));
}

/** Two processes on one PostgreSQL; the first can be killed and restarted on its port. */
async function twoProcesses() {
  const place = await freshPlace('postgres');
  ends.push(place.remove);
  const b = await startServer(place.settings);
  ends.push(b.stop);
  const { db, close } = openForCommand(readConfig(place.settings));
  ends.push(close);
  const startFirst = (PORT = '0') => startServer({ ...place.settings, PORT });
  return { b, db, startFirst };
}

test('after kill -9 of a process, pages of another process show the committed data at once; pages of the killed process show it after its restart', async () => {
  const { b, db, startFirst } = await twoProcesses();
  let a = await startFirst();
  ends.push(() => a.stop());
  const today = dateOf(readClock(systemClock('Europe/Belgrade')).wall);
  const ids = await fill(db, addDays(today, 2));
  const at: typeof fetch = (path, init) => fetch(`${b.url}${path}`, init);
  const { token } = await request('POST /auth/login', { body: b.admin }, at);
  const headers = { authorization: `Bearer ${token}` };
  const pages: SubscribedPage[] = [a, b].map(({ url }) => subscribedPage(addDays(today, 2), () => url));
  ends.push(() => {
    for (const page of pages) page.disconnect();
  });
  const [ofA, ofB] = pages;
  let changes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = changes;
    const writing = write(a, ids, { headers, onChange: () => changes++ });
    await expect.poll(() => changes, { timeout: WAIT_MS }).toBeGreaterThan(before);
    await wait(Math.random() * KILLED_AFTER_MS);
    a.process.kill('SIGKILL');
    await writing;
    await wait(SETTLED_MS);
    await expect.poll(() => ofB?.shown(), { timeout: WAIT_MS }).toEqual(await freeDays(db));
    for (const id of ids.slice(0, CHANGED_MEANWHILE)) await toggle(at, id, headers);
    a = await startFirst(new URL(a.url).port);
    await expect.poll(() => ofA?.shown(), { timeout: WAIT_MS }).toEqual(await freeDays(db));
  }
  trial({ what: 'event streams', cases: changes });
});
