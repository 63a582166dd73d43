import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { errors } from '../../src/contract/errors.ts';
import { type EndpointName, endpoints } from '../../src/contract/index.ts';
import { aClient } from '../support/builders.ts';
import { contentsOf } from '../support/contents.ts';
import { createFixture, type Fixture, type RequestExample } from '../support/request-examples.ts';
import { onBothEngines, openSalon, type Salon } from '../support/salon.ts';

const ABSENT_ID = 2_000_000_000;
const HOSTILE_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '9007199254740992',
  'abc',
  '%00',
  '١',
  '１',
  '01',
  '+1',
  '0x1',
  '1%20',
  "1'--",
];

onBothEngines('the doors', (engine) => {
  let salon: Salon;
  let house: Fixture;
  const dead: Record<string, string> = {};
  beforeAll(async () => {
    salon = await openSalon(engine);
    house = await createFixture(salon);
    const deactivated = await aClient(salon);
    await salon.db.updateTable('users').set({ active: 0 }).where('id', '=', deactivated.id).execute();
    const loggedOut = await aClient(salon);
    await loggedOut.call('POST /auth/logout');
    const expired = await aClient(salon);
    await salon.db
      .updateTable('sessions')
      .set({ expires_at: salon.clock.ms() })
      .where('user_id', '=', expired.id)
      .execute();
    const live = house.owner.token ?? '';
    const flipped = `${live.slice(0, -2)}${live.at(-2) === 'A' ? 'B' : 'A'}${live.at(-1)}`;
    Object.assign(dead, {
      deactivated: deactivated.token,
      'logged out': loggedOut.token,
      expired: expired.token,
      forged: 'x'.repeat(43),
      'one character flipped': flipped,
      empty: '',
      'not a token': 'a b',
    });
  });
  afterAll(() => salon.close());

  const knock = async (entry: Endpoint, door: RequestExample, token: string | null, id?: string | number) => {
    const path = entry.path.replace('{id}', String(id ?? door.params?.id));
    const query = new URLSearchParams(door.query).toString();
    const answer = await salon.app.inject({
      method: entry.method,
      url: `/api${path}${query && `?${query}`}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(door.body && { payload: door.body }),
    });
    return { status: answer.statusCode, body: answer.body };
  };
  const refusal = (code: keyof typeof errors) => ({
    status: errors[code].status,
    body: JSON.stringify({ error: errors[code].text, code }),
  });

  describe.each(
    (endpoints as readonly Endpoint[]).map((entry) => [`${entry.method} ${entry.path}`, entry] as const),
  )('%s', (name, entry) => {
    const door = () => house.requestExamples[name as EndpointName];

    test('a dead token is 401, never silently a guest, and changes nothing', async () => {
      const before = await contentsOf(salon.db);
      for (const token of Object.values(dead))
        expect(await knock(entry, door(), token)).toEqual(refusal('login_required'));
      expect(await contentsOf(salon.db)).toEqual(before);
    });

    if (entry.access !== 'public')
      test('a visitor is asked to log in', async () => {
        const before = await contentsOf(salon.db);
        expect(await knock(entry, door(), null)).toEqual(refusal('login_required'));
        expect(await contentsOf(salon.db)).toEqual(before);
      });

    if (entry.access === 'admin')
      test('a client is told that she may not', async () => {
        const before = await contentsOf(salon.db);
        expect(await knock(entry, door(), house.owner.token)).toEqual(refusal('not_allowed'));
        expect(await contentsOf(salon.db)).toEqual(before);
      });

    if (entry.params)
      test("what does not exist and a hostile id are 404, and so is someone else's", async () => {
        const before = await contentsOf(salon.db);
        const asked = entry.access === 'admin' ? salon.admin.token : house.stranger.token;
        const absent = await knock(entry, door(), asked, ABSENT_ID);
        for (const id of HOSTILE_IDS) expect((await knock(entry, door(), asked, id)).status).toBe(404);
        if (door().isOwned) expect(await knock(entry, door(), asked)).toEqual(absent);
        expect(await contentsOf(salon.db)).toEqual(before);
      });
  });

  test('who may enter does enter: each door opens for its own', async () => {
    for (const entry of endpoints as readonly Endpoint[]) {
      const own = await openSalon(engine);
      const { owner, requestExamples: doors } = await createFixture(own);
      const token = { public: null, user: owner.token, admin: own.admin.token }[entry.access];
      const door = doors[`${entry.method} ${entry.path}` as EndpointName];
      const path = entry.path.replace('{id}', String(door.params?.id));
      const answer = await own.app.inject({
        method: entry.method,
        url: `/api${path}?${new URLSearchParams(door.query)}`,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        ...(door.body && { payload: door.body }),
      });
      const opened = answer.statusCode < 300 || door.opensOnlyTo === JSON.parse(answer.body).code;
      expect(opened, `${entry.method} ${entry.path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`).toBe(
        true,
      );
      await own.close();
    }
  }, 120_000);
});
