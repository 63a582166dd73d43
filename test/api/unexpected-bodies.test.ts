import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { openSalon, type Salon } from '../support/salon.ts';

const bodiless = (endpoints as readonly Endpoint[]).filter(({ method, body }) => method !== 'GET' && !body);

let salon: Salon;
beforeAll(async () => {
  salon = await openSalon('sqlite');
});
afterAll(() => salon.close());

const send = async ({ method, path, query }: Endpoint, payload: object) => {
  const asked =
    query && 'scope' in query.shape ? '?scope=all' : query && 'date' in query.shape ? '?date=2026-12-01' : '';
  const response = await salon.app.inject({
    method,
    url: `/api${path.replace('{id}', '77')}${asked}`,
    headers: { authorization: `Bearer ${(await salon.loggedIn(salon.admin.id)).token}` },
    payload,
  });
  return { status: response.statusCode, ...(response.body && response.json()) };
};

test.each(bodiless.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  '%s takes no body: an empty one is none, a field in it is refused and nothing is done',
  async (_, entry) => {
    expect(await send(entry, { type: 'CANCELLED' })).toMatchObject({
      status: 400,
      code: 'bad_input',
      fields: { type: 'Nepoznato polje.' },
    });
    expect((await send(entry, {})).code).not.toBe('bad_input');
  },
);
