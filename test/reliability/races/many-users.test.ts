import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addMinutes,
  dateOf,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  many,
  outcomesOf,
  type RaceRequest,
  type RaceResponse,
  sendAtOnce,
  sendUntilAnswered,
} from './send-at-once.ts';

/** Many users send requests concurrently to one server or to several servers on one database (docs/spec/reliability.md §3.2). */

const USERS = bySize(300, 10_000); // at least 200: guests' phone numbers end in the user's number, and lower numbers would make them too short
const ROUNDS = bySize(1, 3);
const LIMIT_ROUNDS = bySize(6, 200);
const SWAP_ROUNDS = bySize(4, 100);
const WAVES = bySize(5, 100);
const MOST_CLIENTS = 1500; // at most this many users are clients; the others are guests, each with a different phone number
const TIMEOUT_MS = bySize(300_000, 1_800_000);
/** The large run repeats requests, because some of its ten thousand requests may wait too long for a database connection. */
const sendBookings = bySize(sendAtOnce, sendUntilAnswered);
/** Rotates the list, so that the order of requests changes from round to round. */
const rotated = <T>(list: readonly T[], by: number): T[] => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
];

describe.each(DEPLOYMENTS)('many users at once: $engine, $processes server(s)', (deployment) => {
  let salon: RunningSalon;
  let bookings = 0;
  let cancellations = 0;
  const tried = (what: string, cases: number) =>
    trial({ what: deployment.processes > 1 ? 'several processes' : what, cases });
  beforeAll(async () => {
    salon = await startSalon(deployment);
  });
  afterAll(() => salon.close());
  afterEach(() => expectInvariants(salon, { bookings, cancellations }));

  const booking = (
    id: number,
    start: WallTime,
    minutes: number,
    token: string | undefined,
    phone: number,
  ) => ({
    port: salon.port(),
    method: 'POST',
    path: `/appointments/${id}/book`,
    ...(token && { token }),
    body: {
      seen_start: start,
      seen_end: addMinutes(start, minutes),
      ...(!token && { guest_name: `Gošća ${phone}`, guest_phone: `065${phone}` }),
    },
  });
  const byAdmin = (method: string, path: string, body: object): RaceRequest => ({
    port: salon.port(),
    method,
    path,
    token: salon.adminToken,
    body,
  });

  test(
    `one of ${USERS} concurrent bookings of a slot succeeds, all others get slot_gone, and the owner is notified once`,
    async () => {
      tried('one slot', ROUNDS * USERS);
      const clients = await Promise.all(many(Math.min(USERS / 2, MOST_CLIENTS), () => salon.aClient()));
      for (let round = 0; round < ROUNDS; round++) {
        const start = wallTimeOn(await salon.freshDay(), '09:00');
        const id = await salon.aSlot(start);
        const all = many(USERS, (n) => booking(id, start, 60, clients[n]?.token, round * USERS + n));
        const responses = await sendBookings(rotated(all, USERS / 4));
        expect(outcomesOf(responses)).toEqual({ ok: 1, slot_gone: USERS - 1 });
        bookings++;
        // deletes the booking, so that the client who made it stays below the booking limit in later rounds
        await salon.db.deleteFrom('appointments').where('id', '=', id).execute();
      }
    },
    TIMEOUT_MS,
  );

  test.each(['client', 'guest’s phone'] as const)(
    'twenty concurrent bookings with the same %s: two succeed, all others exceed the booking limit',
    async (kind) => {
      tried('limit of two', LIMIT_ROUNDS);
      for (let round = 0; round < LIMIT_ROUNDS; round++) {
        const client = kind === 'client' ? await salon.aClient() : undefined;
        const day = await salon.freshDay();
        const starts = many(20, (n) => addMinutes(wallTimeOn(day, '06:00'), n * 30));
        const ids = await Promise.all(starts.map((start) => salon.aSlot(start, 30)));
        const phone = 1_000_000 + round;
        const all = starts.map((start, n) => booking(ids[n] ?? 0, start, 30, client?.token, phone));
        expect(outcomesOf(await sendAtOnce(all))).toEqual({ ok: 2, booking_limit: 18 });
        bookings += 2;
      }
    },
    TIMEOUT_MS,
  );

  test('twenty concurrent cancellations of a booking free one slot and notify the owner once', async () => {
    tried('pairs', 1);
    const start = wallTimeOn(await salon.freshDay(), '09:00');
    const { id: clientId, token } = await salon.aClient();
    const id = await salon.aBooking(start, clientId);
    const cancel = (): RaceRequest => ({
      port: salon.port(),
      method: 'POST',
      path: `/appointments/${id}/cancel`,
      token,
      body: { reason: 'Ne mogu' },
    });
    expect(outcomesOf(await sendAtOnce(many(20, cancel)))).toEqual({ ok: 1, appointment_not_booked: 19 });
    cancellations++;
    expect((await appointmentsOn(dateOf(start))).map(({ status }) => status)).toEqual([
      'CANCELLED',
      'AVAILABLE',
    ]);
  });

  const appointmentsOn = (day: WallDate) =>
    salon.db
      .selectFrom('appointments')
      .selectAll()
      .where('day', '=', day)
      .orderBy('start_datetime')
      .orderBy('id')
      .execute();

  test(
    'concurrent swaps of overlapping pairs neither lose nor duplicate an appointment, and keep the length of each',
    async () => {
      tried('pairs', SWAP_ROUNDS);
      for (let round = 0; round < SWAP_ROUNDS; round++) {
        const day = await salon.freshDay();
        const starts = many(4, (n) => addMinutes(wallTimeOn(day, '08:00'), n * 120));
        const ids = await Promise.all(starts.map((start) => salon.aSlot(start)));
        const pairs = [
          [0, 1],
          [1, 0],
          [2, 3],
          [3, 0],
          [1, 2],
          [2, 0],
        ];
        const swaps = pairs.map(([a = 0, b = 0]) =>
          byAdmin('PUT', '/analytics/appointments/swap', { a_id: ids[a] ?? 0, b_id: ids[b] ?? 0 }),
        );
        expect(outcomesOf(await sendAtOnce(rotated(swaps, round)))).toEqual({ ok: 6 });
        const rows = await appointmentsOn(day);
        expect(rows.map(({ start_datetime }) => start_datetime)).toEqual(starts);
        expect(rows.map(({ end_datetime }) => end_datetime)).toEqual(
          starts.map((start) => addMinutes(start, 60)),
        );
        expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
        expect(rows.reduce((sum, { version }) => sum + version - 1, 0)).toBe(12);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'appointments that are added, moved, edited and undone concurrently never overlap',
    async () => {
      tried('pairs', WAVES);
      const day = await salon.freshDay();
      const ids = await Promise.all(
        many(6, (n) => salon.aSlot(addMinutes(wallTimeOn(day, '06:00'), n * 120))),
      );
      let placed = 0;
      const times = () => {
        const at = 6 + ((placed++ * 5) % 14); // 5 and 14 are coprime, so these steps reach all 14 hours
        const start = addMinutes(wallTimeOn(day, '00:00'), at * 60);
        return { start_datetime: start, end_datetime: addMinutes(start, 120) };
      };
      const change = (n: number): RaceRequest => {
        const id = ids[n % ids.length] ?? 0;
        if (n % 4 === 0)
          return byAdmin('POST', '/appointments/slot', { start_datetime: times().start_datetime });
        if (n % 4 === 1) return byAdmin('PUT', `/appointments/${id}`, times());
        return byAdmin('PUT', `/analytics/appointments/${id}/move`, times());
      };
      const undo = ({ json }: RaceResponse): RaceRequest[] =>
        json?.undo_token ? [byAdmin('POST', '/appointments/undo', { undo_token: json.undo_token })] : [];
      const codes = new Set<string>();
      for (let wave = 0; wave < WAVES; wave++) {
        const responses = await sendAtOnce(many(24, change));
        const undos = responses.filter((_, n) => n % 4 === 3).flatMap(undo);
        const together = await sendAtOnce([...undos, ...many(8, change)]);
        for (const code of Object.keys(outcomesOf([...responses, ...together]))) codes.add(code);
      }
      // database_away: on a busy machine a request may wait for the rows of others longer than PostgreSQL's lock timeout
      const expected = ['ok', 'slot_overlaps', 'move_refused', 'undo_refused', 'database_away'];
      expect(codes).toContain('ok');
      expect([...codes].filter((code) => !expected.includes(code))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
