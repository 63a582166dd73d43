import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { salon, withSalon } from '../support/salon-test.ts';

const bodiless = (endpoints as readonly Endpoint[]).filter(
  ({ method, body, takesBytes }) => method !== 'GET' && !body && !takesBytes,
);

withSalon('sqlite');

const send = async ({ method, path, query }: Endpoint, payload: object) => {
  const asked =
    query && 'scope' in query.shape ? '?scope=all' : query && 'date' in query.shape ? '?date=2026-12-01' : '';
  const response = await salon.app.inject({
    method,
    url: `/api${path.replace('{id}', '77').replace('{import_id}', '0b6f4f0a-1c55-4e0c-9a57-3d1b6c1c2f10')}${asked}`,
    headers: { authorization: `Bearer ${(await salon.loggedIn(salon.admin.id)).token}` },
    payload,
  });
  return { status: response.statusCode, ...(response.body && response.json()) };
};

test.each(bodiless.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  '%s accepts an empty body and rejects a body with an unknown field',
  async (_, entry) => {
    expect(await send(entry, { type: 'CANCELLED' })).toMatchObject({
      status: 400,
      code: 'bad_input',
      fields: { type: 'Nepoznato polje.' },
    });
    expect((await send(entry, {})).code).not.toBe('bad_input');
  },
);
