import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FreeSlot } from '../../../src/contract/appointments.ts';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

/** Free slots are read while slots are booked and canceled; no response must be stale (docs/spec/reliability.md §3.2). */

const READERS = 12;
const BOOKERS = 4;
const DAYS = bySize(10, 30); // one request may ask for a range of at most 31 days
const STARTS = ['08:00:00', '10:00:00', '12:00:00', '14:00:00', '16:00:00'] as const;
const SEEN_BESIDE_MS = 50;

let salon: RunningSalon;

const url = (path: string): string => `http://127.0.0.1:${salon.port()}/api${path}`;
async function offered(from: WallDate): Promise<Set<WallTime>> {
  const answer = await fetch(url(`/appointments?from=${from}&to=${addDays(from, 30)}`));
  return new Set(((await answer.json()) as FreeSlot[]).map((slot) => slot.start_datetime));
}

/** Sends a POST. Returns whether it succeeded. */
async function post(path: string, body: object, token?: string): Promise<boolean> {
  const answer = await fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return answer.ok;
}

interface Slot {
  readonly id: AppointmentId;
  readonly start: WallTime;
  readonly guest_phone: string;
}
async function slotsOf(days: number): Promise<{ from: WallDate; slots: Slot[] }> {
  const slots: Slot[] = [];
  const fresh: WallDate[] = [];
  while (fresh.length < days) fresh.push(await salon.freshDay()); // freshDay returns consecutive days, so that one request can read the slots of all these days
  const [from = '2026-01-01'] = fresh;
  for (const day of fresh)
    for (const clock of STARTS) {
      const start = wallTimeOn(day, clock);
      const guest_phone = `065${String(slots.length).padStart(6, '0')}`;
      slots.push({ id: await salon.aSlot(start), start, guest_phone });
    }
  return { from, slots };
}

/** The acknowledged state of each slot. A slot with a pending change has no acknowledged state. */
class Answered {
  readonly #times = new Map<WallTime, { readonly isFree: boolean; readonly at: number }>();
  begin(start: WallTime): void {
    this.#times.delete(start);
  }
  end(start: WallTime, isFree: boolean): void {
    this.#times.set(start, { isFree, at: performance.now() });
  }
  /**
   * Returns the slots whose state in the response differs from their acknowledged state. Ignores slots whose
   * acknowledged state changed during the request.
   */
  async faultsIn(ask: () => Promise<Set<WallTime>>): Promise<string[]> {
    const before = new Map(this.#times);
    const starts = await ask();
    const stood = [...before].filter(([start, answered]) => this.#times.get(start) === answered);
    const wrong = stood.filter(([start, { isFree }]) => isFree !== starts.has(start));
    return wrong.map(([start, { isFree }]) => `${start} is ${isFree ? 'free and not' : 'taken and'} offered`);
  }
}

describe.each(DEPLOYMENTS)('free slots during bookings: $engine, $processes server(s)', (deployment) => {
  beforeAll(async () => {
    salon = await startSalon(deployment);
  });
  afterAll(() => salon.close());

  test('the response omits a slot once its booking is acknowledged, and contains it again once the cancellation is acknowledged', async () => {
    const { from, slots } = await slotsOf(DAYS);
    trial({ what: 'cached slots', cases: 2 * slots.length });
    const answered = new Answered();
    for (const { start } of slots) answered.end(start, true);
    const faults: string[] = [];
    let isOver = false;
    let reads = 0;
    const read = async (): Promise<void> => {
      for (; !isOver; reads++) faults.push(...(await answered.faultsIn(() => offered(from))));
    };
    const left = [...slots];
    const book = async (): Promise<void> => {
      for (let slot = left.pop(); slot; slot = left.pop()) {
        const { id, start, guest_phone } = slot;
        const body = { seen_start: start, seen_end: addMinutes(start, 60), guest_name: 'Mira', guest_phone };
        answered.begin(start);
        expect(await post(`/appointments/${id}/book`, body)).toBe(true);
        answered.end(start, false);
        if (id % 3 > 0) continue;
        await wait(20);
        answered.begin(start);
        const reason = { reason: 'Bolest.', offer_again: 1 };
        expect(await post(`/appointments/${id}/cancel`, reason, salon.adminToken)).toBe(true);
        answered.end(start, true);
      }
    };
    const readers = Array.from({ length: READERS }, read);
    await Promise.all(Array.from({ length: BOOKERS }, book));
    isOver = true;
    await Promise.all(readers);
    expect(faults).toEqual([]);
    expect(reads).toBeGreaterThan(slots.length / 2);
  });

  test('a slot that a script has just blocked in the database is not offered', async () => {
    const { from, slots } = await slotsOf(1);
    for (const { id, start } of slots) {
      expect((await offered(from)).has(start)).toBe(true);
      await salon.db.updateTable('appointments').set({ status: 'BLOCKED' }).where('id', '=', id).execute();
      await wait(SEEN_BESIDE_MS);
      expect((await offered(from)).has(start)).toBe(false);
    }
  });
});
