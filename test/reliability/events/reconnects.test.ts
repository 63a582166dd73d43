import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type AppointmentId, toId } from '../../../src/domain/ids.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '../../../src/domain/limits.ts';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize, WAIT_MS } from '../../support/size.ts';
import { SEED, trial } from '../../support/trials/trial.ts';
import { type SubscribedPage, subscribedPage } from './subscribed-page.ts';

const CHANGES = bySize(100, 10_000); // the number of changes per test; each combination of engine and number of processes is one test
const BETWEEN_LOOKS = 50;
const WHILE_IT_STAYS = 10;
const AT_ONCE = 4;
const LONGEST_MS = 400; // the longest duration of a connection, and of a pause between two connections

let salon: RunningSalon | undefined;
let page: SubscribedPage | undefined;
afterEach(async () => {
  page?.disconnect();
  await salon?.close();
});

/** Returns a generator of random numbers from 0 to 1. Equal seeds give equal numbers. */
function randomOf(seed: number): () => number {
  let state = 1 + (seed % 2_147_483_646);
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const urlOf = (running: RunningSalon) => () => `http://127.0.0.1:${running.port()}`;

async function slotsOfDays(running: RunningSalon): Promise<Map<WallDate, AppointmentId>> {
  const slots = new Map<WallDate, AppointmentId>();
  while (slots.size < FREE_SLOTS_RANGE_MAX_DAYS) {
    const day = await running.freshDay();
    slots.set(day, await running.aSlot(`${day} 10:00:00`));
  }
  return slots;
}

async function freeDays({ db }: RunningSalon): Promise<WallDate[]> {
  const free = db.selectFrom('appointments').select('day').where('status', '=', 'AVAILABLE').orderBy('day');
  return (await free.execute()).map(({ day }) => day);
}

/** Blocks or unblocks the given slots, several concurrently, each through a random server process. */
async function change(running: RunningSalon, slots: readonly AppointmentId[]): Promise<void> {
  const headers = { authorization: `Bearer ${running.adminToken}` };
  const toggle = async (id: AppointmentId) => {
    const { status } = await running.db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const body = { status: status === 'AVAILABLE' ? 'BLOCKED' : 'AVAILABLE' } as const;
    await request('POST /appointments/{id}/status', { params: { id }, body, headers }, (path, init) =>
      fetch(`${urlOf(running)()}${path}`, init),
    );
  };
  for (let n = 0; n < slots.length; n += AT_ONCE)
    await Promise.all([...new Set(slots.slice(n, n + AT_ONCE))].map(toggle));
}

/** Disconnects and reconnects the page, or breaks its connection, at random moments until `over` is aborted. */
async function reconnectRandomly(
  restless: SubscribedPage,
  random: () => number,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await wait(random() * LONGEST_MS);
    if (random() < 0.5) {
      restless.breakConnection();
      continue;
    }
    restless.disconnect();
    await wait(random() * LONGEST_MS);
    restless.connect();
  }
}

test.each(DEPLOYMENTS)(
  'a page that reconnects at random moments shows the data of the database: $engine, $processes processes',
  async (deployment) => {
    trial({ what: 'event streams', cases: CHANGES, seed: SEED });
    const [choose, random] = [randomOf(SEED), randomOf(SEED + 1)];
    const running = await startSalon(deployment);
    salon = running;
    const slots = await slotsOfDays(running);
    const [first] = [...slots.keys()].sort();
    if (!first) throw new Error('there is no day');
    const subscribed = subscribedPage(first, urlOf(running));
    page = subscribed;
    const ids = [...slots.values()];
    const choice = (count: number) =>
      Array.from({ length: count }, () => ids[Math.floor(choose() * ids.length)] ?? toId<AppointmentId>(0));
    const isTrue = async () =>
      expect.poll(() => subscribed.shown(), { timeout: WAIT_MS }).toEqual(await freeDays(running));
    for (let done = 0; done < CHANGES; done += BETWEEN_LOOKS) {
      const over = new AbortController();
      const reconnecting = reconnectRandomly(subscribed, random, over.signal);
      await change(running, choice(BETWEEN_LOOKS - WHILE_IT_STAYS));
      over.abort();
      await reconnecting;
      await isTrue();
      await change(running, choice(WHILE_IT_STAYS));
      await isTrue();
    }
  },
);
