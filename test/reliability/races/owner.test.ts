import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phoneNumber } from '../../../src/domain/clients/phone.ts';
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
import { rowById } from '../../support/notifications.ts';
import { DEPLOYMENTS, deadlocksOf, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  type AllowedStatuses,
  EITHER,
  expectAllowed,
  many,
  type RaceRequest,
  type RaceResponse,
  sendPair,
  sendUntilAnswered,
} from './send-at-once.ts';

/** The owner sends requests for clients while the same clients send requests (docs/spec/reliability.md §3.2). */

const CALLERS = bySize(100, 3000);
const ROUNDS = bySize(4, 300);
const TIMEOUT_MS = bySize(300_000, 1_800_000);

interface Booking {
  readonly id: number;
  readonly start: WallTime;
  readonly clientId: UserId;
  readonly token: string;
}
interface Pair {
  /** The two concurrent requests about an upcoming booking of a client. */
  requests(booking: Booking): [RaceRequest, RaceRequest] | Promise<[RaceRequest, RaceRequest]>;
  readonly allowed: AllowedStatuses;
  /** Asserts the state of the booking's day after both requests. */
  expectRight(booking: Booking, statuses: string): Promise<void>;
}

describe.each(DEPLOYMENTS)(
  'concurrent requests of the owner and clients: $engine, $processes server(s)',
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

    /** Returns a day that no other test uses. It is never a Sunday, because slots on Sundays are not offered. */
    async function freshWorkday(): Promise<WallDate> {
      const day = await salon.freshDay();
      return isSunday(day) ? freshWorkday() : day;
    }
    async function aBooking(start: WallTime): Promise<Booking> {
      const { id: clientId, token } = await salon.aClient();
      return { id: await salon.aBooking(start, clientId), start, clientId, token };
    }
    const rowOf = (id: number) => rowById(salon, id as AppointmentId);
    const rowsOn = (day: WallDate) =>
      salon.db.selectFrom('appointments').selectAll().where('day', '=', day).orderBy('id').execute();

    const hours = (day: WallDate, count: number) =>
      many(count, (n) => addMinutes(wallTimeOn(day, '06:00'), n * 60));

    /** Creates a day with free slots, a full day with guests on its waitlist, and past bookings. */
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
        const guest = { guest_name: 'Gošća', guest_phone: phone, guest_number: phoneNumber(phone) };
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

    /** Returns the request of the n-th caller: one of six kinds. Several callers send the same kind of request for the same row. */
    function doing({ slots, clients, booked, begun, waiting }: Crowd, n: number): [string, RaceRequest] {
      const at = Math.floor(n / 6) % 12;
      const [slot, client, booking, past] = [slots[at], clients[(at * 5) % 12], booked[at], begun[at]];
      if (!slot || !client || !booking || !past) throw new Error('nothing to do');
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
          return ['mark', mark(past.id, n % 4 === 0 ? 1 : 0)];
        default: // removes half of the waitlist
          return ['remove', byAdmin('DELETE', `/waitlist/${waiting[at % 6]}`)];
      }
    }

    const isDone = ({ status }: RaceResponse) => status < 300;

    test(
      `${CALLERS} concurrent callers change each slot and booking once, cause one notification per guest on the waitlist, and store each attendance`,
      async () => {
        tried('the owner', CALLERS);
        const crowd = await crowdedSalon();
        const requests = many(CALLERS, (n) => doing(crowd, n));
        const responses = await sendUntilAnswered(requests.map(([, request]) => request)); // a busy machine may reach PostgreSQL's lock timeout
        const done: Record<string, number> = {};
        for (const [n, response] of responses.entries()) {
          const kind = requests[n]?.[0] ?? '';
          const isAllowed = isDone(response) || [404, 409, 422].includes(response.status);
          expect(isAllowed, `${kind}: ${JSON.stringify(response)}`).toBe(true);
          if (isDone(response)) done[kind] = (done[kind] ?? 0) + 1;
        }
        const marks = requests.filter(([kind]) => kind === 'mark').length;
        expect(done).toEqual({ book: 12, cancel: 12, mark: marks, remove: 6 });
        expect((await liveMinutes(salon, crowd.open)).sum).toBe(12 * 60);
        expect((await rowsOn(crowd.full)).filter(({ status }) => status === 'AVAILABLE')).toHaveLength(12);
        for (const { id } of crowd.begun) expect([0, 1]).toContain((await rowOf(id))?.attended);
        const notified = await salon.db
          .selectFrom('admin_notifications')
          .select('guest_phone')
          .where('type', '=', 'FREE_SLOT_GUEST')
          .execute();
        const phones = notified.map(({ guest_phone }) => guest_phone);
        expect(new Set(phones).size).toBe(phones.length);
        for (const n of [6, 7, 8, 9, 10, 11]) expect(phones).toContain(`065${300_000 + n}`);
        await expectInvariants(salon, { bookings: 12 }, false);
      },
      TIMEOUT_MS,
    );

    const statusesOn = async ({ start }: Booking) =>
      (await rowsOn(dateOf(start))).map(({ status }) => status);

    const PAIRS: Record<string, Pair> = {
      'the owner’s and the client’s cancellation of a booking': {
        requests: ({ id, token }) => [cancelForClient(id), cancel(id, token)],
        allowed: EITHER,
        expectRight: async (booking) => expect(await statusesOn(booking)).toEqual(['CANCELLED', 'AVAILABLE']),
      },
      'canceling for a client and adding a guest’s booking at the same time of the day': {
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
      'booking for a client and deleting the client': {
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
      'two changes of a booking’s price': {
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
      '%s, sent concurrently, have the same result as one after the other',
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
      allowed: AllowedStatuses,
      round: number,
      expectRight: (statuses: string) => Promise<void>,
    ): Promise<void> {
      await expectRight(expectAllowed(await sendPair(pair, round % 2 === 0), allowed));
    }

    test(
      'a booking that is concurrently marked as missed and moved to another day has no attendance afterwards',
      async () => {
        tried('pairs', ROUNDS);
        const past = addDays(dateOf(salon.clock.wall()), -40);
        const start = wallTimeOn(past, '09:00');
        for (let round = 0; round < ROUNDS; round++) {
          const { id } = await aBooking(start);
          const to = wallTimeOn(await freshWorkday(), '09:00');
          const times = { start_datetime: to, end_datetime: addMinutes(to, 60) };
          const move = byAdmin('PUT', `/analytics/appointments/${id}/move`, times);
          const allowed: AllowedStatuses = [
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
