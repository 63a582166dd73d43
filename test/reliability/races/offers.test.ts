import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overlaps } from '../../../src/domain/appointments/slots.ts';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import {
  addMinutes,
  dateOf,
  minutesBetween,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';
import { aTechnician } from '../../support/builders.ts';
import { expectDerived } from '../../support/rows/derived.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { many, outcomesOf, type RaceRequest, type RaceResponse, sendUntilAnswered } from './send-at-once.ts';

/** With `split_slots` callers ask for starts within an opening (docs/spec/reliability.md §3.2). */

const CALLERS = 300;
const ROUNDS = bySize(1, 20);
const HOUR = 60;
const OPENING_MINUTES = 4 * HOUR;

describe.each(DEPLOYMENTS)('starts within openings: $engine, $processes server(s)', (deployment) => {
  let salon: RunningSalon;
  let technicians: TechnicianId[];
  let service: number;
  let phone = 100_000;
  beforeAll(async () => {
    salon = await startSalon(deployment);
    technicians = [OWNERS_TECHNICIAN, await aTechnician(salon), await aTechnician(salon)];
    service = await salon.aService(HOUR);
    const body = { split_slots: 1, rest_minutes: 30 };
    const set = { port: salon.port(), method: 'PUT', path: '/settings', token: salon.adminToken, body };
    expect(outcomesOf(await sendUntilAnswered([set]))).toEqual({ ok: 1 });
  });
  afterAll(() => salon.close());

  const booking = (id: number, start: WallTime, more: object = {}): RaceRequest => ({
    port: salon.port(),
    method: 'POST',
    path: `/appointments/${id}/book`,
    body: {
      start_datetime: start,
      service_ids: [service],
      guest_name: 'Gošća',
      guest_phone: `065${phone++}`,
      ...more,
    },
  });
  const rowsOn = (start: WallTime, status: 'AVAILABLE' | 'BOOKED') =>
    salon.db
      .selectFrom('appointments')
      .select(['start_datetime', 'end_datetime', 'technician_id'])
      .where('day', '=', dateOf(start))
      .where('status', '=', status)
      .orderBy('technician_id')
      .orderBy('start_datetime')
      .execute();
  const cancels = (responses: readonly RaceResponse[]): RaceRequest[] =>
    responses
      .filter(({ status }) => status === 200)
      .map(({ json }) => ({
        port: salon.port(),
        method: 'POST',
        path: '/guest-link/cancel',
        body: { token: json?.guest_link, reason: 'Ne mogu' },
      }));

  test(`of ${CALLERS} concurrent callers for one start one succeeds`, async () => {
    trial({ what: 'offers', cases: ROUNDS * CALLERS });
    for (let round = 0; round < ROUNDS; round++) {
      const opens = wallTimeOn(await salon.freshDay(), '09:00');
      const id = await salon.aSlot(opens, OPENING_MINUTES);
      const start = addMinutes(opens, HOUR);
      const responses = await sendUntilAnswered(many(CALLERS, () => booking(id, start)));
      expect(outcomesOf(responses)).toEqual({ ok: 1, slot_gone: CALLERS - 1 });
    }
    await expectDerived(salon.db);
  });

  test(`of ${CALLERS} concurrent callers for overlapping starts as many succeed as fit, and canceling makes the opening whole`, async () => {
    trial({ what: 'offers', cases: ROUNDS * CALLERS });
    for (let round = 0; round < ROUNDS; round++) {
      const opens = wallTimeOn(await salon.freshDay(), '09:00');
      const id = await salon.aSlot(opens, OPENING_MINUTES);
      const starts = many((OPENING_MINUTES - HOUR) / 30 + 1, (n) => addMinutes(opens, n * 30));
      const asked = many(CALLERS, (n) => booking(id, starts[(n * 4 + round) % starts.length] ?? opens));
      const responses = await sendUntilAnswered(asked);
      const booked = await rowsOn(opens, 'BOOKED');
      expect(outcomesOf(responses)).toEqual({ ok: booked.length, slot_gone: CALLERS - booked.length });
      // nothing more fits: each asked start meets a booking
      for (const start_datetime of starts) {
        const times = { start_datetime, end_datetime: addMinutes(start_datetime, HOUR) };
        expect(booked.some((row) => overlaps(row, times))).toBe(true);
      }
      await expectDerived(salon.db);
      const twice = [...cancels(responses), ...cancels(responses)];
      expect(outcomesOf(await sendUntilAnswered(twice))).toEqual({
        ok: booked.length,
        appointment_not_booked: booked.length,
      });
      const end_datetime = addMinutes(opens, OPENING_MINUTES);
      expect(await rowsOn(opens, 'AVAILABLE')).toMatchObject([{ start_datetime: opens, end_datetime }]);
    }
  });

  test(`of ${CALLERS} concurrent callers for a whole opening or half of it, the whole one or both halves are booked`, async () => {
    trial({ what: 'offers', cases: ROUNDS * CALLERS });
    const long = await salon.aService(2 * HOUR);
    for (let round = 0; round < ROUNDS; round++) {
      const opens = wallTimeOn(await salon.freshDay(), '09:00');
      const id = await salon.aSlot(opens, 2 * HOUR);
      const asked = many(CALLERS, (n) =>
        n % 3 === round % 3
          ? booking(id, opens, { service_ids: [long] })
          : booking(id, addMinutes(opens, (n % 2) * HOUR)),
      );
      const responses = await sendUntilAnswered(asked);
      const booked = await rowsOn(opens, 'BOOKED');
      expect(outcomesOf(responses)).toEqual({ ok: booked.length, slot_gone: CALLERS - booked.length });
      const lengths = booked.map((row) => minutesBetween(row.start_datetime, row.end_datetime));
      expect([[2 * HOUR], [HOUR, HOUR]]).toContainEqual(lengths);
      expect(await rowsOn(opens, 'AVAILABLE')).toEqual([]);
    }
    await expectDerived(salon.db);
  });

  test(`of ${CALLERS} concurrent callers for any of three technicians three succeed, one with each`, async () => {
    trial({ what: 'offers', cases: ROUNDS * CALLERS });
    for (let round = 0; round < ROUNDS; round++) {
      const opens = wallTimeOn(await salon.freshDay(), '09:00');
      const ids = await Promise.all(
        technicians.map((technician) => salon.aSlot(opens, OPENING_MINUTES, technician)),
      );
      const start = addMinutes(opens, HOUR);
      const any = { any_technician: 1 };
      const responses = await sendUntilAnswered(
        many(CALLERS, (n) => booking(ids[n % ids.length] ?? 0, start, any)),
      );
      expect(outcomesOf(responses)).toEqual({ ok: 3, slot_gone: CALLERS - 3 });
      expect((await rowsOn(opens, 'BOOKED')).map((row) => row.technician_id)).toEqual(technicians);
    }
    await expectDerived(salon.db);
  });
});
