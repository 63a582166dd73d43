import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/index.ts';
import { addMinutes, type WallDate, type WallTime } from '../../src/domain/wall-clock.ts';
import { freeSlotsBetween } from '../../src/server/slots/slots.ts';
import { aClient, aSlot, seen } from '../support/builders.ts';
import { createFixture } from '../support/request-examples.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';
import { trial } from '../support/trials/trial.ts';

/** A cached response with free slots always equals an uncached response (decision 0020). */

const FROM: WallDate = '2026-11-16';
const TO: WallDate = '2026-12-13';
const TODAY: WallDate = '2026-11-17';
const PATH = `/api/appointments?from=${FROM}&to=${TO}`;
const TOMORROW: WallTime = '2026-11-18 10:00:00';

async function asked(who: Person, path = PATH): Promise<unknown> {
  const headers = who.token === null ? {} : { authorization: `Bearer ${who.token}` };
  const response = await salon.app.inject({ url: path, headers });
  return response.statusCode === 200 ? response.json() : response.statusCode;
}
const startsAskedBy = async (who: Person, path = PATH): Promise<unknown> =>
  ((await asked(who, path)) as { start_datetime: WallTime }[]).map((slot) => slot.start_datetime);

onBothEngines('cached free slots', { emptyBeforeEach: true }, () => {
  let client: Person;
  beforeEach(async () => {
    client = await aClient(salon);
  });
  const everybody = () => [salon.visitor, client, salon.admin];
  /** Compares the responses for all roles, and for a repeated request, with the database. */
  async function expectCurrent(what: string): Promise<void> {
    const { slots: current } = await freeSlotsBetween(
      salon.db,
      { from: FROM, to: TO },
      salon.clock.wall(),
      0,
    );
    const people = [salon.visitor, await salon.loggedIn(client.id), await salon.loggedIn(salon.admin.id)];
    for (const who of [...people, salon.visitor])
      expect({ what, slots: await asked(who) }).toEqual({ what, slots: current });
  }

  test('cached slots match the database after a request to each endpoint of the contract', async () => {
    trial({ what: 'cached slots', cases: endpoints.length });
    const { owner, requestExamples } = await createFixture(salon);
    for (const day of ['2026-11-18', '2026-11-27', '2026-12-01'] as const)
      await aSlot(salon, `${day} 19:00:00`);
    await expectCurrent('before');
    for (const { method, path } of endpoints as readonly Endpoint[]) {
      const example = requestExamples[`${method} ${path}` as EndpointName];
      const query = new URLSearchParams(example.query);
      const { token } = example.isOwned ? owner : await salon.loggedIn(salon.admin.id);
      await salon.app.inject({
        method,
        url: `/api${path.replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]))}?${query}`,
        headers: { authorization: `Bearer ${token}` },
        ...(example.body && { body: example.body }),
      });
      await expectCurrent(`${method} ${path}`);
    }
  });

  test('for every user, the cached slots exclude a slot while it is booked and while its day is in an absence', async () => {
    const id = await aSlot(salon, TOMORROW);
    const params = { id };
    const guest = { guest_name: 'Mira', guest_phone: '0641112223' };
    const steps: [what: string, isFree: boolean, act: () => Promise<unknown>][] = [
      ['as it is', true, async () => undefined],
      [
        'booked',
        false,
        () =>
          salon.visitor.call('POST /appointments/{id}/book', {
            params,
            body: { ...seen(TOMORROW), ...guest },
          }),
      ],
      [
        'cancelled',
        true,
        () =>
          salon.admin.call('POST /appointments/{id}/cancel', {
            params,
            body: { reason: 'Bolest.', offer_again: 1 },
          }),
      ],
      [
        'away',
        false,
        () => salon.admin.call('POST /annual', { body: { date_from: '2026-11-18', date_to: '2026-11-19' } }),
      ],
      [
        'back',
        true,
        async () => {
          const [absence] = await salon.admin.call('GET /annual/mine');
          await salon.admin.call('DELETE /annual/{id}', { params: { id: absence?.id ?? 0 } });
        },
      ],
    ];
    for (const [what, isFree, act] of steps) {
      await act();
      for (const who of everybody())
        expect({ what, slots: await startsAskedBy(who) }).toEqual({ what, slots: isFree ? [TOMORROW] : [] });
    }
  });

  test('cached slots exclude a slot once it has started, and include it again if the clock is set back', async () => {
    trial({ what: 'cached slots', cases: 9 });
    const first: WallTime = `${TODAY} 12:00:00`;
    const second: WallTime = `${TODAY} 23:00:00`;
    for (const start of [first, second, TOMORROW]) await aSlot(salon, start, 30);
    const at: [clock: WallTime, slots: WallTime[]][] = [
      ['2026-11-17 11:20:00', [first, second, TOMORROW]],
      ['2026-11-17 11:59:59', [first, second, TOMORROW]],
      ['2026-11-17 12:00:00', [second, TOMORROW]],
      ['2026-11-17 11:59:59', [first, second, TOMORROW]],
      ['2026-11-17 23:59:59', [TOMORROW]],
      ['2026-11-18 00:00:00', [TOMORROW]],
      ['2026-11-18 10:00:00', []],
      ['2026-11-17 11:00:00', [first, second, TOMORROW]],
      ['2026-12-13 23:59:00', []],
    ];
    for (const [clock, slots] of at) {
      salon.clock.set(clock);
      for (const who of [...everybody(), salon.visitor])
        expect({ clock, slots: await startsAskedBy(who) }).toEqual({ clock, slots });
    }
  });

  test('on the night when summer time ends, cached slots exclude a slot at 02:30 from the first 02:30 on, and include it again from the repeated 02:00 to the second 02:30', async () => {
    const start: WallTime = '2026-10-25 02:30:00';
    await aSlot(salon, start, 30);
    const path = '/api/appointments?from=2026-10-25&to=2026-10-25';
    salon.clock.set('2026-10-25 01:59:00');
    const instant = salon.clock.ms();
    const after = async (minutes: number): Promise<unknown> => {
      salon.clock.advanceMs(instant + minutes * 60_000 - salon.clock.ms());
      return [salon.clock.wall().slice(11, 16), await startsAskedBy(salon.visitor, path)];
    };
    expect(await after(1)).toEqual(['02:00', [start]]);
    expect(await after(50)).toEqual(['02:49', []]);
    expect(await after(65)).toEqual(['02:04', [start]]);
    expect(await after(100)).toEqual(['02:39', []]);
  });

  test('a request with an invalid token returns 401, even if the slots are cached', async () => {
    for (const who of everybody()) expect(await asked(who)).toEqual([]);
    const stranger = salon.as('x'.repeat(43));
    expect(await asked(stranger)).toBe(401);
    await client.call('POST /auth/logout');
    expect(await asked(client)).toBe(401);
    expect(await asked(salon.visitor)).toEqual([]);
  });

  test.each([
    '?from=2026-11-16',
    `?from=${TO}&to=${FROM}`,
    `?from=${FROM}&to=2027-12-13`,
    '?from=1&to=2',
    `?from=${FROM}&from=${FROM}&to=${TO}`,
    '',
  ])('returns 400 for the query %s, also when repeated', async (query) => {
    for (let time = 0; time < 3; time++)
      expect(await asked(salon.visitor, `/api/appointments${query}`)).toBe(400);
    expect(await asked(salon.visitor)).toEqual([]);
  });

  test('a request for free slots does not wait for an open transaction; after the commit, it returns the new slots', async () => {
    await aSlot(salon, TOMORROW);
    const ask = () =>
      Promise.all([
        startsAskedBy(salon.visitor),
        startsAskedBy(salon.visitor, `/api/appointments?to=${TO}&from=${FROM}`),
      ]);
    await startsAskedBy(salon.visitor); // now the response for the first URL in `ask` is cached, but not that for the second
    const later = addMinutes(TOMORROW, 5);
    await salon.db.transaction().execute(async (trx) => {
      await trx.updateTable('appointments').set({ start_datetime: later }).execute();
      expect(await ask()).toEqual([[TOMORROW], [TOMORROW]]);
    });
    expect(await ask()).toEqual([[later], [later]]);
  });
});
