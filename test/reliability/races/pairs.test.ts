import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMinutes, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { bySize } from '../../support/size.ts';
import { type Answered, type Asked, release } from './release.ts';
import { ENGINES_SERVED, type Served, serve } from './served.ts';

const ROUNDS = bySize(15, 500);
/** What one server does on PostgreSQL, three do too. */
const isWorthIt = (how: (typeof ENGINES_SERVED)[number]): boolean =>
  bySize(how.engine === 'sqlite' || how.processes > 1, true);
const PATIENTLY_MS = 300_000;

/** What either may be told; a 5xx never. */
interface Pair {
  ask(round: number): Promise<[Asked, Asked]>;
  readonly allowed: readonly (readonly [number, number])[];
  /** What the answers must say of each other. */
  isRight?(first: Answered, second: Answered): boolean;
}

describe.each(ENGINES_SERVED.filter(isWorthIt))('two at one moment: $engine, $processes server(s)', (how) => {
  let served: Served;
  let phone = 100_000;
  beforeAll(async () => {
    served = await serve(how);
    for (const weekday of [1, 2, 3, 4, 5, 6])
      for (const hour of ['14', '16', '18'] as const)
        await served.db
          .insertInto('templates')
          .values({ weekday, time_start: `${hour}:00:00`, duration_minutes: 120 })
          .execute();
  });
  afterAll(() => served.close());

  const admin = (method: string, path: string, body?: object): Asked => ({
    port: served.port(),
    method,
    path,
    token: served.adminToken,
    ...(body && { body }),
  });
  const booking = (id: number, start: WallTime): Asked => ({
    port: served.port(),
    method: 'POST',
    path: `/appointments/${id}/book`,
    body: {
      seen_start: start,
      seen_end: addMinutes(start, 60),
      guest_name: 'Gošća',
      guest_phone: `065${phone++}`,
    },
  });
  const slots = async () => {
    const day = served.freshDay();
    const [start, other] = [wallTimeOn(day, '09:00'), wallTimeOn(day, '12:00')];
    return { start, other, id: await served.aSlot(start), otherId: await served.aSlot(other) };
  };
  const bookingAgainst = (
    rival: (id: number, at: Awaited<ReturnType<typeof slots>>) => Asked,
    allowed: Pair['allowed'],
  ): Pair => ({
    async ask() {
      const at = await slots();
      return [booking(at.id, at.start), rival(at.id, at)];
    },
    allowed,
  });
  const move = (id: number, to: WallTime): Asked =>
    admin('PUT', `/analytics/appointments/${id}/move`, {
      start_datetime: to,
      end_datetime: addMinutes(to, 60),
    });
  const swap = (a_id: number, b_id: number): Asked =>
    admin('PUT', '/analytics/appointments/swap', { a_id, b_id });

  const PAIRS: Record<string, Pair> = {
    'book and delete': bookingAgainst(
      (id) => admin('DELETE', `/appointments/${id}`),
      [
        [200, 204],
        [409, 204],
      ],
    ),
    'book and block': bookingAgainst(
      (id) => admin('POST', `/appointments/${id}/status`, { status: 'BLOCKED' }),
      [
        [200, 409],
        [409, 200],
      ],
    ),
    'book and move': bookingAgainst(
      (id, { start }) => move(id, addMinutes(start, 65)),
      [
        [200, 200],
        [409, 200],
      ],
    ),
    'book and swap': bookingAgainst(
      (id, { otherId }) => swap(otherId, id),
      [
        [200, 200],
        [409, 200],
      ],
    ),
    'book and edit': bookingAgainst(
      (id) => admin('PUT', `/appointments/${id}`, { notes: null, status: 'BLOCKED', version: 1 }),
      [
        [200, 409],
        [409, 200],
      ],
    ),
    'book and cancel': bookingAgainst(
      (id) => admin('POST', `/appointments/${id}/cancel`, { reason: 'Bolest' }),
      [
        [200, 200],
        [200, 409],
        [409, 200],
      ],
    ),
    'book and make absent': {
      async ask() {
        const at = await slots();
        const day = at.start.slice(0, 10);
        return [booking(at.id, at.start), admin('POST', '/annual', { date_from: day, date_to: day })];
      },
      allowed: [
        [200, 201],
        [409, 201],
      ],
      isRight: (booked, absent) => {
        const met = absent.json?.conflicts as { id: number }[];
        return booked.status === 409 || met.some(({ id }) => id === booked.json?.id);
      },
    },
    'move to where another slot is added': {
      async ask() {
        const at = await slots();
        const free = addMinutes(at.other, 120);
        return [
          move(at.id, free),
          admin('POST', '/appointments/slot', { start_datetime: addMinutes(free, 30) }),
        ];
      },
      allowed: [
        [200, 409],
        [409, 201],
      ],
    },
    'swap and swap': {
      async ask(round) {
        const at = await slots();
        return round % 2
          ? [swap(at.id, at.otherId), swap(at.otherId, at.id)]
          : [swap(at.id, at.otherId), swap(at.id, at.otherId)];
      },
      allowed: [[200, 200]],
    },
    'generate and generate': {
      async ask() {
        const from = served.freshDay();
        return [
          admin('POST', '/templates/generate-range', { from, weeks: 1 }),
          admin('POST', '/templates/generate-range', { from: addDays(from, 2), weeks: 1 }),
        ];
      },
      allowed: [[200, 200]],
    },
    'register one email': {
      async ask(round) {
        const register = (email: string): Asked => ({
          port: served.port(),
          method: 'POST',
          path: '/auth/register',
          body: { name: 'Ana', email, password: 'lozinka', password_confirm: 'lozinka' },
        });
        return [register(`ista${round}@primer.rs`), register(`ISTA${round}@primer.RS`)];
      },
      allowed: [
        [201, 409],
        [409, 201],
      ],
    },
  };

  test.each(Object.entries(PAIRS))(
    '%s: one after the other, in either order',
    async (_name, { ask, allowed, isRight }) => {
      const expected = allowed.map((pair) => pair.join(' '));
      for (let round = 0; round < ROUNDS; round++) {
        const pair = await ask(round);
        const answers = await release(round % 2 ? pair : pair.toReversed());
        const [a, b] = round % 2 ? answers : answers.toReversed();
        const told = `${a?.status} ${b?.status}`;
        const what = JSON.stringify([a?.json, b?.json]);
        expect({ what, told, isAllowed: expected.includes(told) }).toMatchObject({ isAllowed: true });
        if (a && b && isRight) expect({ what, isRight: isRight(a, b) }).toMatchObject({ isRight: true });
      }
      await expectInvariants(served);
    },
    PATIENTLY_MS,
  );

  test('nothing was generated twice', async () => {
    const rows = await served.db
      .selectFrom('appointments')
      .select('start_datetime')
      .where('status', '=', 'AVAILABLE')
      .execute();
    expect(new Set(rows.map(({ start_datetime }) => start_datetime)).size).toBe(rows.length);
  });
});
