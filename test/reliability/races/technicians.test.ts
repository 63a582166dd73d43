import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TechnicianId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { addMinutes, wallTimeOn } from '../../../src/domain/wall-clock.ts';
import { aTechnician } from '../../support/builders.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { DEPLOYMENTS, type RunningSalon, startSalon } from '../../support/running-salon.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import { many, outcomesOf, sendUntilAnswered } from './send-at-once.ts';

const CALLERS = 300;
const ROUNDS = bySize(1, 20);

describe.each(DEPLOYMENTS)('three technicians: $engine, $processes server(s)', (deployment) => {
  let salon: RunningSalon;
  let technicians: TechnicianId[];
  let bookings = 0;
  beforeAll(async () => {
    salon = await startSalon(deployment);
    technicians = [OWNERS_TECHNICIAN, await aTechnician(salon), await aTechnician(salon)];
  });
  afterAll(() => salon.close());

  test.each([
    ['who each name a technician', 0],
    ['who accept any technician', 1],
  ] as const)(
    `of ${CALLERS} concurrent callers %s, three succeed, one with each technician, and the others get slot_gone`,
    async (_, any_technician) => {
      trial({ what: 'technicians', cases: ROUNDS * CALLERS });
      for (let round = 0; round < ROUNDS; round++) {
        const start = wallTimeOn(await salon.freshDay(), '09:00');
        const ids = await Promise.all(technicians.map((technician) => salon.aSlot(start, 60, technician)));
        const responses = await sendUntilAnswered(
          many(CALLERS, (n) => ({
            port: salon.port(),
            method: 'POST',
            path: `/appointments/${ids[n % ids.length]}/book`,
            body: {
              seen_start: start,
              seen_end: addMinutes(start, 60),
              any_technician,
              guest_name: `Gošća ${n}`,
              guest_phone: `065${1_000_000 + (any_technician * ROUNDS + round) * CALLERS + n}`,
            },
          })),
        );
        bookings += ids.length;
        expect(outcomesOf(responses)).toEqual({ ok: ids.length, slot_gone: CALLERS - ids.length });
        const booked = await salon.db
          .selectFrom('appointments')
          .select('technician_id')
          .where('start_datetime', '=', start)
          .where('status', '=', 'BOOKED')
          .orderBy('technician_id')
          .execute();
        expect(booked.map(({ technician_id }) => technician_id)).toEqual(technicians);
        await expectInvariants(salon, { bookings });
      }
    },
  );
});
