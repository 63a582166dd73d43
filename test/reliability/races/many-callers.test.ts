import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMinutes, type WallTime } from '../../../src/domain/wall-clock.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { bySize } from '../../support/size.ts';
import { type Asked, counted, release } from './release.ts';
import { ENGINES_SERVED, type Served, serve } from './served.ts';

const CALLERS = bySize(300, 10_000);
const ROUNDS = bySize(1, 3);
const CLIENTS = 30;

describe.each(ENGINES_SERVED)('many sockets at one moment: $engine, $processes server(s)', (how) => {
  let served: Served;
  let bookings = 0;
  beforeAll(async () => {
    served = await serve(how);
  });
  afterAll(() => served.close());

  const booking = (
    id: number,
    start: WallTime,
    minutes: number,
    who: { token?: string; guest?: number },
  ): Asked => ({
    port: served.port(),
    method: 'POST',
    path: `/appointments/${id}/book`,
    ...(who.token && { token: who.token }),
    body: {
      seen_start: start,
      seen_end: addMinutes(start, minutes),
      ...(who.guest !== undefined && { guest_name: `Gošća ${who.guest}`, guest_phone: `065${who.guest}` }),
    },
  });

  test(`${CALLERS} callers on one slot: one gets it, all others hear that it is gone, the owner hears once`, async () => {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => served.aClient()));
    for (let round = 0; round < ROUNDS; round++) {
      const start: WallTime = `${served.freshDay()} 09:00:00`;
      const id = await served.aSlot(start);
      const all = Array.from({ length: CALLERS }, (_, n) => {
        const client = n % 10 === 0 ? clients[(n / 10) % CLIENTS] : undefined;
        return booking(id, start, 60, client ?? { guest: round * CALLERS + n });
      });
      expect(counted(await release(all))).toEqual({ 200: 1, 409: CALLERS - 1 });
      bookings++;
    }
    await expectInvariants(served, { bookings });
  }, 300_000);

  test('one client, twenty bookings at once: two of them', async () => {
    for (let round = 0; round < bySize(20, 200); round++) {
      const client = round % 2 ? await served.aClient() : undefined;
      const day = served.freshDay();
      const starts = Array.from({ length: 20 }, (_, n) => addMinutes(`${day} 06:00:00`, n * 30));
      const ids = await Promise.all(starts.map((start) => served.aSlot(start, 30)));
      const phone = 1_000_000 + round;
      const all = starts.map((start, n) => booking(ids[n] ?? 0, start, 30, client ?? { guest: phone }));
      expect(counted(await release(all))).toEqual({ 200: 2, 422: 18 });
      bookings += 2;
    }
    await expectInvariants(served, { bookings });
  }, 300_000);
});
