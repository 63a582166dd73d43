import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { contentsOf } from '../../support/contents.ts';
import { createFixture, type Fixture, tokenWith } from '../../support/request-examples.ts';
import { salon, withSalon } from '../../support/salon-test.ts';
import { trial } from '../../support/trials/trial.ts';

/** Fields that no request body can set. They are raw JSON, because JSON.stringify would omit some of them. */
const FIELDS: readonly (readonly [field: string, value: string])[] = [
  ['id', '1'],
  ['role', '"ADMIN"'],
  ['client_id', '1'],
  ['user_id', '1'],
  ['status', '"BOOKED"'],
  ['active', '1'],
  ['password_hash', '"$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAA"'],
  ['email_key', '"admin@salon.local"'],
  ['created_at', '0'],
  ['deleted_at', '0'],
  ['booked_at', '0'],
  ['version', '999'],
  ['is_late', '1'],
  ['price', '1'],
  ['service_price', '1'],
  ['position', '1'],
  ['read_at', '0'],
  ['token', '"x"'],
  ['__proto__', '{"role":"ADMIN"}'],
  ['constructor', '{"prototype":{"role":"ADMIN"}}'],
  ['prototype', '{}'],
  ['toString', '"x"'],
  ['', '1'],
];

const ownFields = (body: z.ZodType): string[] => {
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as {
    properties?: object;
    anyOf?: { properties?: object }[];
    items?: { properties?: object };
  };
  return [shape, ...(shape.anyOf ?? []), shape.items ?? {}].flatMap(({ properties = {} }) =>
    Object.keys(properties),
  );
};

/** The body as JSON with one more field, of a list in its first entry. */
const withField = (body: unknown, field: string, value: string): string =>
  JSON.stringify(body).replace('{', () => `{${JSON.stringify(field)}:${value},`);

describe('mass assignment', () => {
  withSalon('sqlite'); // one engine is enough, because the server refuses these bodies before any query
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createFixture(salon);
  });

  const withBody = (endpoints as readonly Endpoint[]).flatMap((entry) =>
    entry.body ? [[`${entry.method} ${entry.path}`, entry, entry.body] as const] : [],
  );

  describe.each(withBody)('fields that the body of %s does not define are refused', (name, entry, body) => {
    test(`${name} refuses each field that its body does not define, and changes no row`, async () => {
      const before = await contentsOf(salon.db);
      const example = fixture.requestExamples[name as EndpointName];
      const token = tokenWith(entry.access, fixture.owner, salon);
      const fields = FIELDS.filter(([field]) => !ownFields(body).includes(field));
      trial({ what: 'mass assignment', cases: fields.length });
      for (const [field, value] of fields) {
        const answer = await salon.app.inject({
          method: entry.method as NonNullable<InjectOptions['method']>,
          url: `/api${entry.path.replace(/\{(\w+)\}/, (_, key) => String(example.params?.[key]))}`,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          payload: withField(example.body, field, value),
        });
        expect({ field, status: answer.statusCode, ...answer.json() }).toMatchObject({
          field,
          status: 400,
          code: 'bad_input',
        });
      }
      expect(await contentsOf(salon.db)).toEqual(before);
      expect(({} as { role?: string }).role).toBeUndefined();
    });
  });
});
