import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import {
  addMinutes,
  minutesBetween,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { expectInvariants, liveMinutes } from '../../support/invariants.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  many,
  outcomesOf,
  type RaceRequest,
  type RaceResponse,
  sendPair,
  sendUntilAnswered,
} from './send-at-once.ts';

/** Joined and single slots are booked concurrently, and slots are joined while one of them changes (docs/spec/reliability.md §3.2). */

const USERS = bySize(100, 3000);
const DAYS = bySize(1, 30);
const ROUNDS = bySize(6, 500);
const SLOTS = 12;
const SLOT_MINUTES = 30;
const TIMEOUT_MS = bySize(300_000, 1_800_000);

describe.each(DEPLOYMENTS)(
  'concurrent bookings of joined slots: $engine, $processes server(s)',
  (deployment) => {
    let salon: RunningSalon;
    /** Service ids by the number of slots that they need. */
    const services = new Map<number, number>();
    let phone = 100_000;
    let bookings = 0;
    let cancellations = 0;
    beforeAll(async () => {
      salon = await startSalon(deployment);
      for (const count of [1, 2, 3, 4]) services.set(count, await salon.aService(count * SLOT_MINUTES - 5));
    });
    afterAll(() => salon.close());

    const tried = (cases: number) =>
      trial({ what: deployment.processes > 1 ? 'several processes' : 'joined slots', cases });
    const booking = (id: number, start: WallTime, count: number): RaceRequest => ({
      port: salon.port(),
      method: 'POST',
      path: `/appointments/${id}/book`,
      body: {
        seen_start: start,
        seen_end: addMinutes(start, count * SLOT_MINUTES),
        service_id: services.get(count),
        guest_name: 'Gošća',
        guest_phone: `065${phone++}`,
      },
    });
    const admin = (method: string, path: string, body?: object): RaceRequest => ({
      port: salon.port(),
      method,
      path,
      token: salon.adminToken,
      ...(body && { body }),
    });

    async function aDay(count: number) {
      const day = await salon.freshDay();
      const starts = many(count, (n) => addMinutes(wallTimeOn(day, '09:00'), n * SLOT_MINUTES));
      const ids: AppointmentId[] = [];
      for (const start of starts) ids.push(await salon.aSlot(start, SLOT_MINUTES));
      return { day, starts, ids };
    }
    const liveRows = (day: WallDate) =>
      salon.db
        .selectFrom('appointments')
        .leftJoin('bookings', 'bookings.id', 'booking_id')
        .select(['appointments.id', 'status', 'start_datetime', 'end_datetime'])
        .where('day', '=', day)
        .where('status', '<>', 'CANCELLED')
        .orderBy('start_datetime')
        .execute();

    test(
      `${USERS} concurrent bookings of overlapping joined and single slots do not change the sum of free and booked minutes; canceling them restores the slots`,
      async () => {
        tried(DAYS * USERS);
        let joined = 0;
        for (let round = 0; round < DAYS; round++) {
          const { day, starts, ids } = await aDay(SLOTS);
          const before = await liveMinutes(salon, day);
          const all = many(USERS, (n) => {
            const at = (n * 5 + round) % SLOTS; // 5 and 12 (SLOTS) are coprime, so the bookings start at every slot
            const count = Math.min(1 + ((n + round) % 4), SLOTS - at);
            return booking(ids[at] ?? 0, starts[at] ?? '2026-01-01 09:00:00', count);
          });
          const responses = await sendUntilAnswered(all);
          const won = responses.filter(({ status }) => status === 200);
          expect(outcomesOf(responses)).toEqual({ ok: won.length, slot_gone: USERS - won.length });
          bookings += won.length;
          expect(await liveMinutes(salon, day)).toEqual(before);
          const booked = (await liveRows(day)).filter(({ status }) => status === 'BOOKED');
          expect(booked.map(({ id, end_datetime }) => [id, end_datetime]).sort()).toEqual(
            won.map(({ json }) => [json?.id, json?.end_datetime]).sort(),
          );
          joined += booked.filter(
            (row) => minutesBetween(row.start_datetime, row.end_datetime) > SLOT_MINUTES,
          ).length;

          const cancels = won.map(
            ({ json }): RaceRequest => ({
              port: salon.port(),
              method: 'POST',
              path: '/guest-link/cancel',
              body: { token: json?.guest_link, reason: 'Ne mogu' },
            }),
          );
          expect(outcomesOf(await sendUntilAnswered([...cancels, ...cancels]))).toEqual({
            ok: won.length,
            appointment_not_booked: won.length,
          });
          cancellations += won.length;
          const back = await liveRows(day);
          expect(back.map(({ status, start_datetime }) => [status, start_datetime])).toEqual(
            starts.map((start) => ['AVAILABLE', start]),
          );
          expect(await liveMinutes(salon, day)).toEqual(before);
        }
        expect(joined).toBeGreaterThan(0);
        await expectInvariants(salon, { bookings, cancellations });
      },
      TIMEOUT_MS,
    );

    type Day = Awaited<ReturnType<typeof aDay>>;
    interface Rival {
      request(day: Day): RaceRequest;
      /** Two statuses of the rival request: the first if the joined booking succeeds, the second if it is refused. */
      readonly after: readonly [joined: number, alone: number];
      /** True if the rival request also books: only one of the two requests succeeds, so the owner gets one notification. */
      readonly isBooking?: true;
      /** True if the rival request changes the total duration of the day's slots and bookings. */
      readonly changesTime?: true;
    }
    const part = ({ ids: [, second] }: Day): number => second ?? 0;
    const later = ({ starts: [first = '2026-01-01 09:00:00'] }: Day): WallTime => addMinutes(first, 300);
    const RIVALS: Record<string, Rival> = {
      'deleting one of the slots': {
        request: (day) => admin('DELETE', `/appointments/${part(day)}`),
        after: [404, 204],
        changesTime: true,
      },
      'moving one of the slots': {
        request: (day) =>
          admin('PUT', `/analytics/appointments/${part(day)}/move`, {
            start_datetime: later(day),
            end_datetime: addMinutes(later(day), SLOT_MINUTES),
          }),
        after: [404, 200],
        changesTime: true,
      },
      'blocking one of the slots': {
        request: (day) => admin('POST', `/appointments/${part(day)}/status`, { status: 'BLOCKED' }),
        after: [404, 200],
        changesTime: true,
      },
      'swapping two of the slots': {
        request: (day) => admin('PUT', '/analytics/appointments/swap', { a_id: day.ids[0], b_id: part(day) }),
        after: [404, 200],
      },
      'booking one of the slots': {
        request: (day) => booking(part(day), day.starts[1] ?? later(day), 1),
        after: [409, 200],
        isBooking: true,
      },
      'joining one of the slots with the next slot': {
        request: (day) => booking(part(day), day.starts[1] ?? later(day), 2),
        after: [409, 200],
        isBooking: true,
      },
      'joining the same slots': {
        request: (day) => booking(day.ids[0] ?? 0, day.starts[0] ?? later(day), 2),
        after: [409, 200],
        isBooking: true,
      },
      'adding an absence': {
        request: ({ day }) => admin('POST', '/annual', { date_from: day, date_to: day }),
        after: [201, 201],
      },
    };

    const joins = ({ ids, starts }: Day) => booking(ids[0] ?? 0, starts[0] ?? '2026-01-01 09:00:00', 2);
    async function expectRight(day: Day, rival: Rival, joined: RaceResponse, other: RaceResponse) {
      const [first] = await liveRows(day.day);
      const isJoined = joined.status === 200;
      const allowed = isJoined ? [200, rival.after[0]] : [409, rival.after[1]];
      expect({ bodies: [joined.json, other.json], statuses: [joined.status, other.status] }).toMatchObject({
        statuses: allowed,
      });
      if (isJoined)
        expect(first).toMatchObject({
          id: day.ids[0],
          end_datetime: addMinutes(day.starts[1] ?? '2026-01-01 09:00:00', SLOT_MINUTES),
        });
      if (isJoined || !rival.changesTime) expect((await liveMinutes(salon, day.day)).times).toHaveLength(1);
      if (isJoined || rival.isBooking) bookings++;
    }

    test.each(Object.entries(RIVALS))(
      'joining slots and %s, sent concurrently, have the same result as one after the other',
      async (_, rival) => {
        tried(ROUNDS);
        for (let round = 0; round < ROUNDS; round++) {
          const day = await aDay(3);
          const [joined, other] = await sendPair([joins(day), rival.request(day)], round % 2 === 0);
          await expectRight(day, rival, joined, other);
        }
        await expectInvariants(salon, { bookings, cancellations });
      },
      TIMEOUT_MS,
    );
  },
);
