import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMinutes, dateOf, type WallTime } from '../../src/domain/wall-clock.ts';
import { AGAIN, bySize } from '../support/size.ts';
import { ENGINES_SERVED, type Served, serve } from './races/served.ts';

/** A hundred times what a salon asks for. */
const PER_SECOND = bySize(100, 500);
const SECONDS = bySize(4, 600);
/** In the small run other tests may have the machine. */
const SLOWEST_OF_HUNDRED_MS = bySize(2000, 100);
const WARM_SECONDS = bySize(1, 60);
const MEMORY_DRIFT = bySize(1, 0.1);
const TICK_MS = 20;
const SLOTS_A_DAY = 150;

const residentKb = (pid: number): number => {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
};

describe.each(ENGINES_SERVED.filter(({ processes }) => processes === 1))('under load: $engine', (how) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(how);
  });
  afterAll(() => served.close());

  const ask = async (method: string, path: string, token?: string, body?: object): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${served.port()}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  /** Slots that are there to be booked, five minutes each. */
  async function manySlots(count: number): Promise<{ id: number; start: WallTime }[]> {
    const slots: { id: number; start: WallTime }[] = [];
    let day = served.freshDay();
    for (let n = 0; n < count; n++) {
      if (n > 0 && n % SLOTS_A_DAY === 0) day = served.freshDay();
      const start = addMinutes(`${day} 06:00:00`, (n % SLOTS_A_DAY) * 5);
      slots.push({ id: await served.aSlot(start, 5), start });
    }
    return slots;
  }

  const booking = (slot: { id: number; start: WallTime }) =>
    ask('POST', `/appointments/${slot.id}/book`, undefined, {
      seen_start: slot.start,
      seen_end: addMinutes(slot.start, 5),
      guest_name: 'Gošća',
      guest_phone: `065 ${slot.id}`,
    });

  /** The n-th question: one of ten writes, and every fifth second somebody logs in. */
  async function questions(): Promise<(n: number) => Promise<number>> {
    const today = dateOf(served.clock.wall());
    const client = await served.aClient();
    const slots = await manySlots(Math.min(2000, (PER_SECOND * SECONDS) / 10));
    const reads = [
      () => ask('GET', `/appointments?from=${today}&to=${addDays(today, 14)}`),
      () => ask('GET', '/services'),
      () => ask('GET', '/appointments/upcoming', client.token),
      () => ask('GET', '/client-notifications/unread-count', client.token),
      () => ask('GET', `/appointments/list?from=${today}&to=${addDays(today, 7)}`, served.adminToken),
    ];
    return (n) => {
      const slot = slots[n / 10];
      if (slot) return booking(slot);
      if (n % 10 === 0) return ask('POST', '/services', served.adminToken, { name: 'Usluga' });
      if (n % (PER_SECOND * 5) === 1) return ask('POST', '/auth/login', undefined, served.admin);
      return reads[n % reads.length]?.() ?? Promise.reject(new Error('there is no such question'));
    };
  }

  /** Asks steadily, whether answers come or not: who is slow is asked all the more at once. */
  async function steadily(question: (n: number) => Promise<number>) {
    const times: number[] = [];
    const statuses = new Set<number>();
    const timed = async (n: number) => {
      const began = performance.now();
      statuses.add(await question(n));
      times.push(performance.now() - began);
    };
    const asked: Promise<void>[] = [];
    const began = performance.now();
    let warmKb = Number.NaN;
    while (asked.length < PER_SECOND * SECONDS) {
      const seconds = (performance.now() - began) / 1000;
      while (asked.length < seconds * PER_SECOND) asked.push(timed(asked.length));
      if (seconds > WARM_SECONDS) warmKb ||= residentKb(served.pid());
      await wait(TICK_MS);
    }
    await Promise.all(asked);
    times.sort((a, b) => a - b);
    const slowest = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    return { slowest, statuses, drift: residentKb(served.pid()) / warmKb - 1 };
  }

  test('nine of ten read, the rest write, logins beside it: no error, nobody waits long, no memory is kept', {
    ...AGAIN,
    timeout: 900_000,
  }, async () => {
    const { slowest, statuses, drift } = await steadily(await questions());
    expect([...statuses].filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(slowest).toBeLessThan(SLOWEST_OF_HUNDRED_MS);
    if (!Number.isNaN(drift)) expect(drift).toBeLessThan(MEMORY_DRIFT);
  });
});
