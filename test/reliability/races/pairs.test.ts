import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { rowById } from '../../support/notifications.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  type AllowedStatuses,
  EITHER,
  expectAllowed,
  type RaceRequest,
  type RaceResponse,
  sendPair,
} from './send-at-once.ts';

const ROUNDS = bySize(6, 500);
const TIMEOUT_MS = bySize(300_000, 1_800_000);

/** Two concurrent requests, and which pairs of HTTP statuses are allowed for them. */
interface Pair {
  requests(round: number): Promise<[RaceRequest, RaceRequest]>;
  readonly allowed: AllowedStatuses;
  /** Makes assertions about both responses and the resulting rows. */
  expectRight?(first: RaceResponse, second: RaceResponse): Promise<void> | void;
}

describe.each(DEPLOYMENTS)('two concurrent requests: $engine, $processes server(s)', (deployment) => {
  let salon: RunningSalon;
  let service: number;
  let phone = 100_000;
  let bookings = 0;
  let cancellations = 0;
  beforeAll(async () => {
    salon = await startSalon(deployment);
    service = await salon.aService();
    for (const weekday of [1, 2, 3, 4, 5, 6])
      for (const hour of ['14', '16', '18'] as const)
        await salon.db
          .insertInto('templates')
          .values({ weekday, time_start: `${hour}:00:00`, duration_minutes: 120 })
          .execute();
  });
  afterAll(() => salon.close());

  const admin = (method: string, path: string, body?: object): RaceRequest => ({
    port: salon.port(),
    method,
    path,
    token: salon.adminToken,
    ...(body && { body }),
  });
  const booking = (id: number, start: WallTime, guest_phone = `065${phone++}`): RaceRequest => ({
    port: salon.port(),
    method: 'POST',
    path: `/appointments/${id}/book`,
    body: {
      seen_start: start,
      seen_end: addMinutes(start, 60),
      guest_name: 'Gošća',
      guest_phone,
      service_id: service,
    },
  });
  const slots = async () => {
    const day = await salon.freshDay();
    const [start, other] = [wallTimeOn(day, '09:00'), wallTimeOn(day, '12:00')];
    return { day, start, other, id: await salon.aSlot(start), otherId: await salon.aSlot(other) };
  };
  type Slots = Awaited<ReturnType<typeof slots>>;

  /** Asserts that the appointment has all or none of the guest's data, and that the owner is notified if and only if the booking succeeded. */
  async function expectWhole(id: AppointmentId, guest_phone: string, booked: RaceResponse): Promise<void> {
    const row = await rowById(salon, id);
    if (row?.guest_phone === guest_phone) {
      expect(booked.status).toBe(200);
      expect(row).toMatchObject({ guest_name: 'Gošća', service_id: service });
      expect(['BOOKED', 'CANCELLED']).toContain(row.status);
    }
    const isBooked = booked.status === 200;
    const notified = await salon.db
      .selectFrom('admin_notifications')
      .select('id')
      .where('type', '=', 'NEW_BOOKING')
      .where('guest_phone', '=', guest_phone)
      .execute();
    expect(notified).toHaveLength(isBooked ? 1 : 0);
    if (isBooked) bookings++;
  }
  const bookingAgainst = (
    rival: (id: number, at: Slots) => RaceRequest,
    allowed: AllowedStatuses,
    expectRight?: (booked: RaceResponse, other: RaceResponse, at: Slots) => Promise<void> | void,
  ): Pair => {
    let at: Slots;
    let guest_phone: string;
    return {
      async requests() {
        at = await slots();
        guest_phone = `065${phone++}`;
        return [booking(at.id, at.start, guest_phone), rival(at.id, at)];
      },
      allowed,
      async expectRight(booked, other) {
        await expectWhole(at.id, guest_phone, booked);
        await expectRight?.(booked, other, at);
      },
    };
  };
  const move = (id: number, to: WallTime): RaceRequest =>
    admin('PUT', `/analytics/appointments/${id}/move`, {
      start_datetime: to,
      end_datetime: addMinutes(to, 60),
    });
  const swap = (a_id: number, b_id: number): RaceRequest =>
    admin('PUT', '/analytics/appointments/swap', { a_id, b_id });

  const PAIRS: Record<string, Pair> = {
    'booking and deleting a slot': bookingAgainst(
      (id) => admin('DELETE', `/appointments/${id}`),
      [
        [200, 204],
        [409, 204],
      ],
    ),
    'booking and blocking a slot': bookingAgainst(
      (id) => admin('POST', `/appointments/${id}/status`, { status: 'BLOCKED' }),
      EITHER,
    ),
    'booking and moving a slot': bookingAgainst(
      (id, { start }) => move(id, addMinutes(start, 65)),
      [
        [200, 200],
        [409, 200],
      ],
    ),
    'booking and swapping a slot': bookingAgainst(
      (id, { otherId }) => swap(otherId, id),
      [
        [200, 200],
        [409, 200],
      ],
    ),
    'booking and editing a slot': bookingAgainst(
      (id) => admin('PUT', `/appointments/${id}`, { notes: null, status: 'BLOCKED', version: 1 }),
      EITHER,
    ),
    'booking a slot and editing it to a booking of another guest': bookingAgainst(
      (id) => admin('PUT', `/appointments/${id}`, { status: 'BOOKED', guest_name: 'Druga', version: 1 }),
      EITHER,
      async ({ status }, _other, { id }) =>
        expect(await guestOf(id)).toBe(status === 200 ? 'Gošća' : 'Druga'),
    ),
    'two bookings of one slot': bookingAgainst(
      (id, { start }) => booking(id, start),
      EITHER,
      (_, other) => {
        if (other.status === 200) bookings++;
      },
    ),
    'booking a slot and canceling it': bookingAgainst(
      (id) => admin('POST', `/appointments/${id}/cancel`, { reason: 'Bolest' }),
      [
        [200, 200],
        [200, 409],
        [409, 200],
      ],
    ),
    'booking a slot and adding an absence': bookingAgainst(
      (_, { day }) => admin('POST', '/annual', { date_from: day, date_to: day }),
      [
        [200, 201],
        [409, 201],
      ],
      (booked, absent, { id }) => {
        const conflicts = absent.json?.conflicts as { id: number }[];
        if (booked.status === 200) expect(conflicts.map((one) => one.id)).toContain(id);
      },
    ),
    'canceling a booking and booking the same row': cancellingAgainstBooking(),
    'moving a slot and adding another slot that overlaps its new time': {
      async requests() {
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
    'two swaps of the same two appointments': {
      async requests(round) {
        const at = await slots();
        return round % 2
          ? [swap(at.id, at.otherId), swap(at.otherId, at.id)]
          : [swap(at.id, at.otherId), swap(at.id, at.otherId)];
      },
      allowed: [[200, 200]],
    },
    'generating overlapping weeks': {
      async requests() {
        const from = await salon.freshDay();
        return [
          admin('POST', '/templates/generate-range', { from, weeks: 1 }),
          admin('POST', '/templates/generate-range', { from: addDays(from, 2), weeks: 1 }),
        ];
      },
      allowed: [[200, 200]],
    },
    'two registrations with the same email': {
      async requests(round) {
        const register = (email: string): RaceRequest => ({
          port: salon.port(),
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
    '%s, sent concurrently, have the same result as one after the other',
    async (_name, { requests, allowed, expectRight }) => {
      trial({ what: deployment.processes > 1 ? 'several processes' : 'pairs', cases: ROUNDS });
      for (let round = 0; round < ROUNDS; round++) {
        const pair = await requests(round);
        const responses = await sendPair(pair, round % 2 === 0);
        expectAllowed(responses, allowed);
        await expectRight?.(...responses);
      }
      await expectInvariants(salon, { bookings, cancellations });
    },
    TIMEOUT_MS,
  );

  test('weeks generated concurrently in the tests above contain no duplicate slots', async () => {
    const rows = await salon.db
      .selectFrom('appointments')
      .select('start_datetime')
      .where('status', '=', 'AVAILABLE')
      .execute();
    expect(new Set(rows.map(({ start_datetime }) => start_datetime)).size).toBe(rows.length);
  });

  const guestOf = async (id: AppointmentId) => (await rowById(salon, id))?.guest_name;

  /** A cancellation and a booking of the same row. The cancellation adds a new free slot; the canceled row can never be booked again. */
  function cancellingAgainstBooking(): Pair {
    let day: WallDate;
    return {
      async requests() {
        day = await salon.freshDay();
        const { id: clientId, token } = await salon.aClient();
        const id = await salon.aBooking(wallTimeOn(day, '09:00'), clientId);
        const cancel = { port: salon.port(), method: 'POST', path: `/appointments/${id}/cancel`, token };
        return [{ ...cancel, body: { reason: 'Ne mogu' } }, booking(id, wallTimeOn(day, '09:00'))];
      },
      allowed: [[200, 409]],
      async expectRight() {
        cancellations++;
        const rows = await salon.db
          .selectFrom('appointments')
          .select('status')
          .where('day', '=', day)
          .orderBy('id')
          .execute();
        expect(rows.map(({ status }) => status)).toEqual(['CANCELLED', 'AVAILABLE']);
      },
    };
  }
});
