import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppointmentId, UserId } from '../../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  dateOf,
  isSunday,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { expectInvariants, liveMinutes } from '../../support/invariants.ts';
import { DEPLOYMENTS, deadlocksOf, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { type RaceRequest, type RaceResponse, sendAtOnce } from './send-at-once.ts';

/** What the owner does for clients while these do the same themselves (docs/spec/reliability.md §3.2). */

const CALLERS = bySize(100, 3000);
const ROUNDS = bySize(4, 300);
const TIMEOUT_MS = bySize(300_000, 1_800_000);
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

interface Booking {
  readonly id: number;
  readonly start: WallTime;
  readonly clientId: UserId;
  readonly token: string;
}
interface Pair {
  /** A booking of a client ahead. */
  requests(booking: Booking): [RaceRequest, RaceRequest] | Promise<[RaceRequest, RaceRequest]>;
  readonly allowed: readonly (readonly [number, number])[];
  /** What both have left of the booking's day. */
  expectRight(booking: Booking, statuses: string): Promise<void>;
}

describe.each(DEPLOYMENTS)(
  'the owner and everybody else at one moment: $engine, $processes server(s)',
  (deployment) => {
    let salon: RunningSalon;
    const tried = (what: string, cases: number) =>
      trial({ what: deployment.processes > 1 ? 'several processes' : what, cases });
    beforeAll(async () => {
      salon = await startSalon(deployment);
    });
    afterAll(async () => {
      if (deployment.engine === 'postgres') expect(await deadlocksOf(salon.db)).toBe(0);
      await salon.close();
    });

    const send = (method: string, path: string, token: string, body?: object): RaceRequest => ({
      port: salon.port(),
      method,
      path,
      token,
      ...(body && { body }),
    });
    const byAdmin = (method: string, path: string, body?: object) =>
      send(method, path, salon.adminToken, body);
    const seen = (start: WallTime) => ({ seen_start: start, seen_end: addMinutes(start, 60) });
    const cancel = (id: number, token: string, more = {}) =>
      send('POST', `/appointments/${id}/cancel`, token, { reason: 'Bolest', ...more });
    const cancelForClient = (id: number) =>
      cancel(id, salon.adminToken, { asked_by: 'CLIENT', offer_again: 1 });
    const mark = (id: number, attended: 1 | 0 | null) =>
      byAdmin('POST', `/appointments/${id}/attendance`, { attended });

    /** Slots of a Sunday are offered to nobody. */
    async function freshWorkday(): Promise<WallDate> {
      const day = await salon.freshDay();
      return isSunday(day) ? freshWorkday() : day;
    }
    async function aBooking(start: WallTime): Promise<Booking> {
      const { id: clientId, token } = await salon.aClient();
      return { id: await salon.aBooking(start, clientId), start, clientId, token };
    }
    const rowsOn = (day: WallDate) =>
      salon.db.selectFrom('appointments').selectAll().where('day', '=', day).orderBy('id').execute();
    const rowOf = (id: number) =>
      salon.db
        .selectFrom('appointments')
        .selectAll()
        .where('id', '=', id as AppointmentId)
        .executeTakeFirstOrThrow();

    const hours = (day: WallDate, count: number) =>
      many(count, (n) => addMinutes(wallTimeOn(day, '06:00'), n * 60));

    /** A day with free slots, a full one for which guests wait, and bookings that have begun. */
    async function crowdedSalon() {
      const [open, full] = [await freshWorkday(), await freshWorkday()];
      const past = addDays(dateOf(salon.clock.wall()), -20);
      const slots: { id: number; start: WallTime }[] = [];
      for (const start of hours(open, 12)) slots.push({ id: await salon.aSlot(start), start });
      const clients = await Promise.all(many(12, () => salon.aClient()));
      const [booked, begun]: [Booking[], Booking[]] = [[], []];
      for (const start of hours(full, 12)) booked.push(await aBooking(start));
      for (const start of hours(past, 12)) begun.push(await aBooking(start));
      const waiting: number[] = [];
      for (const n of many(12, (one) => one)) {
        const phone = `065${300_000 + n}`;
        const guest = { guest_name: 'Gošća', guest_phone: phone, guest_phone_digits: phone };
        const values = { day: full, client_id: null, ...guest, created_at: n };
        const { id } = await salon.db
          .insertInto('waitlist_entries')
          .values(values)
          .returning('id')
          .executeTakeFirstOrThrow();
        waiting.push(id);
      }
      return { open, full, slots, clients, booked, begun, waiting };
    }
    type Crowd = Awaited<ReturnType<typeof crowdedSalon>>;

    /** What the n-th caller does: five things, each of them several times with the same row. */
    function doing({ slots, clients, booked, begun, waiting }: Crowd, n: number): [string, RaceRequest] {
      const at = Math.floor(n / 6) % 12;
      const [slot, client, booking, visit] = [slots[at], clients[(at * 5) % 12], booked[at], begun[at]];
      if (!slot || !client || !booking || !visit) throw new Error('nothing to do');
      const book = `/appointments/${slot.id}/book`;
      switch (n % 6) {
        case 0:
          return ['book', byAdmin('POST', book, { ...seen(slot.start), client_id: client.id })];
        case 1:
          return ['book', send('POST', book, client.token, seen(slot.start))];
        case 2:
          return ['cancel', cancelForClient(booking.id)];
        case 3:
          return ['cancel', cancel(booking.id, booking.token)];
        case 4:
          return ['mark', mark(visit.id, n % 4 === 0 ? 1 : 0)];
        default: // of those who wait half are taken off the list
          return ['remove', byAdmin('DELETE', `/waitlist/${waiting[at % 6]}`)];
      }
    }

    const isDone = ({ status }: RaceResponse) => status < 300;

    test(
      `of ${CALLERS} callers at once each slot and each booking goes to one, who waits is told once, and every mark counts`,
      async () => {
        tried('the owner', CALLERS);
        const crowd = await crowdedSalon();
        const requests = many(CALLERS, (n) => doing(crowd, n));
        const responses = await sendAtOnce(requests.map(([, request]) => request));
        const done: Record<string, number> = {};
        for (const [n, response] of responses.entries()) {
          const kind = requests[n]?.[0] ?? '';
          const isAllowed = isDone(response) || [404, 409, 422].includes(response.status);
          expect({ kind, isAllowed, response }).toMatchObject({ isAllowed: true });
          if (isDone(response)) done[kind] = (done[kind] ?? 0) + 1;
        }
        const marks = requests.filter(([kind]) => kind === 'mark').length;
        expect(done).toEqual({ book: 12, cancel: 12, mark: marks, remove: 6 });
        expect((await liveMinutes(salon, crowd.open)).sum).toBe(12 * 60);
        expect((await rowsOn(crowd.full)).filter(({ status }) => status === 'AVAILABLE')).toHaveLength(12);
        for (const { id } of crowd.begun) expect([0, 1]).toContain((await rowOf(id)).attended);
        const told = await salon.db
          .selectFrom('admin_notifications')
          .select('guest_phone')
          .where('type', '=', 'FREE_SLOT_GUEST')
          .execute();
        const phones = told.map(({ guest_phone }) => guest_phone);
        expect(new Set(phones).size).toBe(phones.length);
        for (const n of [6, 7, 8, 9, 10, 11]) expect(phones).toContain(`065${300_000 + n}`);
        await expectInvariants(salon, { bookings: 12 }, false);
      },
      TIMEOUT_MS,
    );

    const EITHER: Pair['allowed'] = [
      [200, 409],
      [409, 200],
    ];
    const statusesOn = async ({ start }: Booking) =>
      (await rowsOn(dateOf(start))).map(({ status }) => status);

    const PAIRS: Record<string, Pair> = {
      'cancelling for a client and the client cancelling': {
        requests: ({ id, token }) => [cancelForClient(id), cancel(id, token)],
        allowed: EITHER,
        expectRight: async (booking) => expect(await statusesOn(booking)).toEqual(['CANCELLED', 'AVAILABLE']),
      },
      'cancelling for a client and writing somebody in at that time': {
        requests: ({ id, start }) => [
          cancelForClient(id),
          byAdmin('POST', '/appointments', {
            start_datetime: start,
            duration_minutes: 60,
            guest_name: 'Eva',
          }),
        ],
        allowed: [
          [200, 201],
          [200, 409],
        ],
        expectRight: async (booking, statuses) =>
          expect(await statusesOn(booking)).toEqual([
            'CANCELLED',
            statuses === '200 201' ? 'BOOKED' : 'AVAILABLE',
          ]),
      },
      'booking for a client and deleting that client': {
        requests: async ({ start }) => {
          const { id: client_id } = await salon.aClient();
          const later = addMinutes(start, 120);
          const slot = await salon.aSlot(later);
          return [
            byAdmin('POST', `/appointments/${slot}/book`, { ...seen(later), client_id }),
            byAdmin('DELETE', `/users/clients/${client_id}`),
          ];
        },
        allowed: [
          [200, 409],
          [400, 204],
        ],
        expectRight: async (booking, statuses) =>
          expect(await statusesOn(booking)).toEqual([
            'BOOKED',
            statuses === '200 409' ? 'BOOKED' : 'AVAILABLE',
          ]),
      },
      'two prices of one visit': {
        requests: ({ id }) => [
          byAdmin('PUT', `/appointments/${id}`, { service_price: 1000, version: 1 }),
          byAdmin('PUT', `/appointments/${id}`, { service_price: 2000, version: 1 }),
        ],
        allowed: EITHER,
        expectRight: async ({ id }, statuses) =>
          expect(await rowOf(id)).toMatchObject({
            service_price: statuses === '200 409' ? 1000 : 2000,
            version: 2,
          }),
      },
    };

    test.each(Object.entries(PAIRS))(
      '%s at once come out as one after the other, in either order',
      async (_name, { requests, allowed, expectRight }) => {
        tried('pairs', ROUNDS);
        for (let round = 0; round < ROUNDS; round++) {
          const booking = await aBooking(wallTimeOn(await freshWorkday(), '09:00'));
          await race(await requests(booking), allowed, round, (statuses) => expectRight(booking, statuses));
        }
      },
      TIMEOUT_MS,
    );

    async function race(
      pair: [RaceRequest, RaceRequest],
      allowed: Pair['allowed'],
      round: number,
      expectRight: (statuses: string) => Promise<void>,
    ): Promise<void> {
      const responses = await sendAtOnce(round % 2 ? pair : pair.toReversed());
      const [a, b] = round % 2 ? responses : responses.toReversed();
      const statuses = `${a?.status} ${b?.status}`;
      const bodies = JSON.stringify([a?.json, b?.json]);
      const isAllowed = allowed.map((one) => one.join(' ')).includes(statuses);
      expect({ bodies, statuses, isAllowed }).toMatchObject({ isAllowed: true });
      await expectRight(statuses);
    }

    test(
      'a mark and a move of the visit to another day at once leave no mark, in either order',
      async () => {
        tried('pairs', ROUNDS);
        const past = addDays(dateOf(salon.clock.wall()), -40);
        const start = wallTimeOn(past, '09:00');
        for (let round = 0; round < ROUNDS; round++) {
          const { id } = await aBooking(start);
          const to = wallTimeOn(await freshWorkday(), '09:00');
          const times = { start_datetime: to, end_datetime: addMinutes(to, 60) };
          const move = byAdmin('PUT', `/analytics/appointments/${id}/move`, times);
          const allowed: Pair['allowed'] = [
            [200, 200],
            [409, 200],
          ];
          await race([mark(id, 0), move], allowed, round, async () =>
            expect(await rowOf(id)).toMatchObject({ start_datetime: to, attended: null }),
          );
        }
      },
      TIMEOUT_MS,
    );
  },
);
