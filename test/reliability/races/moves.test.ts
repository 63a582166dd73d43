import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minutesOf } from '../../../src/domain/appointments/service-fit.ts';
import { addMinutes, type WallDate, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { DEPLOYMENTS, deadlocksOf, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  type AllowedStatuses,
  EITHER,
  expectAllowed,
  outcomesOf,
  type RaceRequest,
  type RaceResponse,
  sendPair,
  sendUntilAnswered,
} from './send-at-once.ts';

/** Clients move bookings while other users concurrently book, cancel, drag or move (docs/spec/reliability.md §3.2). */

const ROUNDS = bySize(4, 300);
const MOVERS = bySize(20, 200);
const CROWD_ROUNDS = bySize(1, 20);
const TIMEOUT_MS = bySize(300_000, 1_800_000);

interface HourAppointment {
  readonly day: WallDate;
  readonly start: WallTime;
  readonly id: number;
}
/** A client with a booking on one day; on another day, a free slot and a booking of another client. */
interface Scene {
  readonly own: HourAppointment;
  readonly slot: HourAppointment;
  readonly others: HourAppointment;
  readonly token: string;
  readonly othersToken: string;
}
interface Pair {
  rival(scene: Scene): RaceRequest;
  /** The allowed pairs of HTTP statuses: the status of the move, then the status of the concurrent request. */
  readonly allowed: AllowedStatuses;
  /** Returns the target of the move. Without this function, the target is the free slot. */
  target?(scene: Scene): HourAppointment;
  /** True if the concurrent request does not change the total duration of the slots and bookings on the days of the move. */
  readonly isTimeKept: boolean;
}

const BOTH_OR_SECOND: AllowedStatuses = [
  [200, 200],
  [409, 200],
];

describe.each(DEPLOYMENTS)('concurrent moves: $engine, $processes server(s)', (deployment) => {
  let salon: RunningSalon;
  let moves = 0;
  let cancellations = 0;
  let bookings = 0;
  let phone = 200_000;
  const tried = (cases: number) =>
    trial({ what: deployment.processes > 1 ? 'several processes' : 'moves', cases });
  beforeAll(async () => {
    salon = await startSalon(deployment);
  });
  afterAll(async () => {
    if (deployment.engine === 'postgres') expect(await deadlocksOf(salon.db)).toBe(0);
    await salon.close();
  });
  const post = (path: string, token: string | null, body: object): RaceRequest => ({
    port: salon.port(),
    method: 'POST',
    path,
    token,
    body,
  });
  const seen = ({ start }: HourAppointment) => ({ seen_start: start, seen_end: addMinutes(start, 60) });
  const move = (booking: HourAppointment, token: string, to: HourAppointment): RaceRequest =>
    post(`/appointments/${booking.id}/reschedule`, token, { to_id: to.id, ...seen(to) });
  const cancel = ({ id }: HourAppointment, token: string) =>
    post(`/appointments/${id}/cancel`, token, { reason: 'Ne mogu' });
  const byAdmin = (method: string, path: string, body?: object): RaceRequest => ({
    port: salon.port(),
    method,
    path,
    token: salon.adminToken,
    ...(body && { body }),
  });

  async function scene(): Promise<Scene> {
    const [day, other] = [await salon.freshDay(), await salon.freshDay()];
    const [ana, eva] = [await salon.aClient(), await salon.aClient()];
    const at = async (
      date: WallDate,
      hour: `${number}:00`,
      clientId?: typeof ana.id,
    ): Promise<HourAppointment> => {
      const start = wallTimeOn(date, hour);
      const id = clientId ? await salon.aBooking(start, clientId) : await salon.aSlot(start);
      return { day: date, start, id };
    };
    return {
      own: await at(day, '09:00', ana.id),
      slot: await at(other, '12:00'),
      others: await at(other, '16:00', eva.id),
      token: ana.token,
      othersToken: eva.token,
    };
  }

  /** Returns the sum of the minutes of all free slots and bookings on these days. */
  async function minutesIn(days: readonly WallDate[]) {
    const rows = await salon.db
      .selectFrom('appointments')
      .select(['start_datetime', 'end_datetime', 'status'])
      .where('day', 'in', days)
      .where('status', '<>', 'CANCELLED')
      .execute();
    return rows.reduce((sum, row) => sum + minutesOf(row), 0);
  }

  const PAIRS: Record<string, Pair> = {
    'the same move again': {
      rival: ({ own, token, slot }) => move(own, token, slot),
      allowed: EITHER,
      isTimeKept: true,
    },
    'another client’s move to the same slot': {
      rival: ({ others, othersToken, slot }) => move(others, othersToken, slot),
      allowed: EITHER,
      isTimeKept: true,
    },
    'canceling the same booking': {
      rival: ({ own, token }) => cancel(own, token),
      allowed: BOTH_OR_SECOND,
      isTimeKept: true,
    },
    'the owner canceling the same booking': {
      rival: ({ own }) => cancel(own, salon.adminToken),
      allowed: BOTH_OR_SECOND,
      isTimeKept: false,
    },
    'booking the target slot': {
      rival: ({ slot }) =>
        post(`/appointments/${slot.id}/book`, null, {
          ...seen(slot),
          guest_name: 'Gošća',
          guest_phone: `065${phone++}`,
        }),
      allowed: EITHER,
      isTimeKept: true,
    },
    'canceling the booking that has the target time': {
      target: ({ others }) => others,
      rival: ({ others, othersToken }) => cancel(others, othersToken),
      allowed: [[409, 200]],
      isTimeKept: true,
    },
    'the owner turning the booking that has the target time into a slot': {
      target: ({ others }) => others,
      rival: ({ others }) => byAdmin('PUT', `/appointments/${others.id}`, { status: 'AVAILABLE' }),
      allowed: BOTH_OR_SECOND,
      isTimeKept: true,
    },
    'the owner dragging the same booking': {
      rival: ({ own }) => {
        const start_datetime = addMinutes(own.start, 300);
        const times = { start_datetime, end_datetime: addMinutes(start_datetime, 60) };
        return byAdmin('PUT', `/analytics/appointments/${own.id}/move`, times);
      },
      allowed: [[200, 200]],
      isTimeKept: true,
    },
    'the owner dragging the target slot to another time': {
      rival: ({ slot }) => {
        const start_datetime = addMinutes(slot.start, 65);
        const times = { start_datetime, end_datetime: addMinutes(start_datetime, 60) };
        return byAdmin('PUT', `/analytics/appointments/${slot.id}/move`, times);
      },
      allowed: [
        [200, 404],
        [409, 200],
      ],
      isTimeKept: true,
    },
    'the owner dragging another booking onto the target slot': {
      rival: ({ others, slot }) => {
        const times = { start_datetime: slot.start, end_datetime: addMinutes(slot.start, 60) };
        return byAdmin('PUT', `/analytics/appointments/${others.id}/move`, { ...times, slot_id: slot.id });
      },
      allowed: EITHER,
      isTimeKept: false,
    },
    'the owner deleting the target slot': {
      rival: ({ slot }) => byAdmin('DELETE', `/appointments/${slot.id}`),
      allowed: [
        [200, 404],
        [409, 204],
      ],
      isTimeKept: false,
    },
    'the owner swapping the same booking with another booking': {
      rival: ({ own, others }) =>
        byAdmin('PUT', '/analytics/appointments/swap', { a_id: own.id, b_id: others.id }),
      allowed: [[200, 200]],
      isTimeKept: true,
    },
  };

  const count = (pair: string, first: RaceResponse, second: RaceResponse) => {
    const [ok, rivalOk] = [first, second].map(({ status }) => (status === 200 ? 1 : 0));
    moves += ok ?? 0;
    if (pair.startsWith('the same') || pair.startsWith('another client’s')) moves += rivalOk ?? 0;
    if (pair.startsWith('canceling')) cancellations += rivalOk ?? 0;
    if (pair.startsWith('booking')) bookings += rivalOk ?? 0;
  };
  async function race(name: string, { rival, allowed, target, isTimeKept }: Pair, isFirst: boolean) {
    const at = await scene();
    const days = [at.own.day, at.slot.day];
    const before = await minutesIn(days);
    const pair = [move(at.own, at.token, target?.(at) ?? at.slot), rival(at)];
    const responses = await sendPair(pair, !isFirst);
    expectAllowed(responses, allowed);
    const [first, second] = responses;
    if (first.status === 200) expect(first.json).toMatchObject({ status: 'BOOKED' });
    count(name, first, second);
    if (isTimeKept) expect(await minutesIn(days)).toBe(before);
  }

  test.each(Object.entries(PAIRS))(
    'a client’s move and %s, sent concurrently, have the same result as one after the other',
    async (name, pair) => {
      tried(ROUNDS);
      for (let round = 0; round < ROUNDS; round++) await race(name, pair, round % 2 === 1);
      await expectInvariants(salon, { moves, cancellations, bookings });
    },
    TIMEOUT_MS,
  );

  /** Creates three days with hourly slots, some of which are free and the others booked. */
  async function crowdedDays() {
    const days = [await salon.freshDay(), await salon.freshDay(), await salon.freshDay()];
    const hours = days.flatMap((day) =>
      Array.from({ length: 16 }, (_, n) => ({ day, start: addMinutes(wallTimeOn(day, '06:00'), n * 60) })),
    );
    const isFree = (n: number) => n < 12 || (n >= 20 && n < 26);
    const free: HourAppointment[] = [];
    const booked: (HourAppointment & { token: string })[] = [];
    for (const [n, hour] of hours.entries())
      if (isFree(n)) free.push({ ...hour, id: await salon.aSlot(hour.start) });
      else {
        const { id: clientId, token } = await salon.aClient();
        booked.push({ ...hour, token, id: await salon.aBooking(hour.start, clientId) });
      }
    return { days, free, booked };
  }

  test(
    'concurrent moves of many clients give each slot to only one client, and the total minutes of slots and bookings stay the same',
    async () => {
      tried(CROWD_ROUNDS * MOVERS);
      for (let round = 0; round < CROWD_ROUNDS; round++) {
        const { days, free, booked } = await crowdedDays();
        const before = await minutesIn(days);
        const requests = Array.from({ length: MOVERS }, (_, n) => {
          const [own, to] = [booked[n % booked.length], free[(n * 7 + round) % free.length]];
          if (!own || !to) throw new Error('nobody to move');
          return move(own, own.token, to);
        });
        const outcomes = outcomesOf(await sendUntilAnswered(requests));
        expect(outcomes).toEqual({ ok: free.length, slot_gone: MOVERS - free.length });
        moves += free.length;
        expect(await minutesIn(days)).toBe(before);
      }
      await expectInvariants(salon, { moves, cancellations, bookings });
    },
    TIMEOUT_MS,
  );
});
