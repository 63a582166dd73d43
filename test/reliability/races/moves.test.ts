import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minutesOf } from '../../../src/domain/appointments/service-fit.ts';
import { addMinutes, type WallDate, type WallTime, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { DEPLOYMENTS, deadlocksOf, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { outcomesOf, type RaceRequest, type RaceResponse, sendAtOnce } from './send-at-once.ts';

/** Clients move their bookings while others book, cancel, drag and move (docs/spec/reliability.md §3.2). */

const ROUNDS = bySize(4, 300);
const MOVERS = bySize(20, 200);
const CROWD_ROUNDS = bySize(1, 20);
const TIMEOUT_MS = bySize(300_000, 1_800_000);

interface Place {
  readonly day: WallDate;
  readonly start: WallTime;
  readonly id: number;
}
/** A client with a booking, a slot on another day, and somebody else with a booking there. */
interface Scene {
  readonly own: Place;
  readonly slot: Place;
  readonly others: Place;
  readonly token: string;
  readonly othersToken: string;
}
interface Pair {
  rival(scene: Scene): RaceRequest;
  /** The statuses of the move and of its rival; a 5xx never. */
  readonly allowed: readonly (readonly [number, number])[];
  /** Where the move goes; left out: to the slot. */
  target?(scene: Scene): Place;
  /** Does the rival leave less live time, or more? */
  readonly isTimeKept: boolean;
}

const EITHER: Pair['allowed'] = [
  [200, 409],
  [409, 200],
];
const BOTH_OR_SECOND: Pair['allowed'] = [
  [200, 200],
  [409, 200],
];

describe.each(DEPLOYMENTS)('moves at one moment: $engine, $processes server(s)', (deployment) => {
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
  /** One lock is waited for so long and no longer: who is told to come back does so. */
  async function sendUntilAnswered(requests: readonly RaceRequest[]): Promise<RaceResponse[]> {
    const responses = await sendAtOnce(requests);
    const again = requests.filter((_, n) => responses[n]?.status === 503);
    const answered = responses.filter(({ status }) => status !== 503);
    return again.length === 0 ? answered : [...answered, ...(await sendUntilAnswered(again))];
  }

  const post = (path: string, token: string | null, body: object): RaceRequest => ({
    port: salon.port(),
    method: 'POST',
    path,
    token,
    body,
  });
  const seen = ({ start }: Place) => ({ seen_start: start, seen_end: addMinutes(start, 60) });
  const move = (booking: Place, token: string, to: Place): RaceRequest =>
    post(`/appointments/${booking.id}/reschedule`, token, { to_id: to.id, ...seen(to) });
  const cancel = ({ id }: Place, token: string) =>
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
    const at = async (date: WallDate, hour: `${number}:00`, clientId?: typeof ana.id): Promise<Place> => {
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

  /** How many minutes of these days are somebody's or free, and how many of them are booked. */
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
    'the same booking to the same time': {
      rival: ({ own, token, slot }) => move(own, token, slot),
      allowed: EITHER,
      isTimeKept: true,
    },
    'another’s booking to the same time': {
      rival: ({ others, othersToken, slot }) => move(others, othersToken, slot),
      allowed: EITHER,
      isTimeKept: true,
    },
    'cancelling the same booking': {
      rival: ({ own, token }) => cancel(own, token),
      allowed: BOTH_OR_SECOND,
      isTimeKept: true,
    },
    'the owner cancelling the same booking': {
      rival: ({ own }) => cancel(own, salon.adminToken),
      allowed: BOTH_OR_SECOND,
      isTimeKept: false,
    },
    'booking the time it goes to': {
      rival: ({ slot }) =>
        post(`/appointments/${slot.id}/book`, null, {
          ...seen(slot),
          guest_name: 'Gošća',
          guest_phone: `065${phone++}`,
        }),
      allowed: EITHER,
      isTimeKept: true,
    },
    'cancelling the booking whose time it wants': {
      target: ({ others }) => others,
      rival: ({ others, othersToken }) => cancel(others, othersToken),
      allowed: [[409, 200]],
      isTimeKept: true,
    },
    'the owner freeing the booking whose time it wants': {
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
    'the owner dragging the time it goes to': {
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
    'the owner deleting the time it goes to': {
      rival: ({ slot }) => byAdmin('DELETE', `/appointments/${slot.id}`),
      allowed: [
        [200, 404],
        [409, 204],
      ],
      isTimeKept: false,
    },
    'the owner swapping it with another booking': {
      rival: ({ own, others }) =>
        byAdmin('PUT', '/analytics/appointments/swap', { a_id: own.id, b_id: others.id }),
      allowed: [[200, 200]],
      isTimeKept: true,
    },
  };

  const count = (pair: string, first: RaceResponse, second: RaceResponse) => {
    const [ok, rivalOk] = [first, second].map(({ status }) => (status === 200 ? 1 : 0));
    moves += ok ?? 0;
    if (pair.startsWith('the same') || pair.startsWith('another’s')) moves += rivalOk ?? 0;
    if (pair.startsWith('cancelling')) cancellations += rivalOk ?? 0;
    if (pair.startsWith('booking')) bookings += rivalOk ?? 0;
  };
  async function race(name: string, { rival, allowed, target, isTimeKept }: Pair, isFirst: boolean) {
    const at = await scene();
    const days = [at.own.day, at.slot.day];
    const before = await minutesIn(days);
    const pair = [move(at.own, at.token, target?.(at) ?? at.slot), rival(at)];
    const responses = await sendAtOnce(isFirst ? pair : pair.toReversed());
    const [first, second] = isFirst ? responses : responses.toReversed();
    if (!first || !second) throw new Error('a response is missing');
    const statuses = `${first.status} ${second.status}`;
    const bodies = JSON.stringify([first.json, second.json]);
    const isAllowed = allowed.map((one) => one.join(' ')).includes(statuses);
    expect({ bodies, statuses, isAllowed }).toMatchObject({ isAllowed: true });
    if (first.status === 200) expect(first.json).toMatchObject({ status: 'BOOKED' });
    count(name, first, second);
    if (isTimeKept) expect(await minutesIn(days)).toBe(before);
  }

  test.each(Object.entries(PAIRS))(
    'a move and %s at once come out as one after the other, and no minute is lost',
    async (name, pair) => {
      tried(ROUNDS);
      for (let round = 0; round < ROUNDS; round++) await race(name, pair, round % 2 === 1);
      await expectInvariants(salon, { moves, cancellations, bookings });
    },
    TIMEOUT_MS,
  );

  /** Three days by the hour: some of the hours free, a booking in each of the others. */
  async function crowdedDays() {
    const days = [await salon.freshDay(), await salon.freshDay(), await salon.freshDay()];
    const hours = days.flatMap((day) =>
      Array.from({ length: 16 }, (_, n) => ({ day, start: addMinutes(wallTimeOn(day, '06:00'), n * 60) })),
    );
    const isFree = (n: number) => n < 12 || (n >= 20 && n < 26);
    const free: Place[] = [];
    const booked: (Place & { token: string })[] = [];
    for (const [n, hour] of hours.entries())
      if (isFree(n)) free.push({ ...hour, id: await salon.aSlot(hour.start) });
      else {
        const { id: clientId, token } = await salon.aClient();
        booked.push({ ...hour, token, id: await salon.aBooking(hour.start, clientId) });
      }
    return { days, free, booked };
  }

  test(
    'of a crowd that moves at once on the same days each slot goes to one, and no minute is lost',
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
