import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { errors } from '../../../src/contract/errors.ts';
import { type EndpointName, endpoints } from '../../../src/contract/index.ts';
import { openApiDocument } from '../../../src/contract/openapi/openapi.ts';
import {
  createFixture,
  type Fixture,
  type RequestExample,
  tokenWith,
} from '../../support/request-examples.ts';
import { salon, withSalon } from '../../support/salon-test.ts';
import { faultsOfAnswer, faultsOfBody, faultsOfParameters } from './description.ts';

const list = (endpoints as readonly Endpoint[]).map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}` as EndpointName, endpoint] as const,
);

const DEAD_TOKEN = 'x'.repeat(43);

async function send({ method, path }: Endpoint, example: RequestExample, token: string | null) {
  const params = Object.entries(example.params ?? {});
  const filled = params.reduce(
    (url, [name, value]) => url.replace(`{${name}}`, String(value)),
    path as string,
  );
  const { statusCode, body, headers } = await salon.app.inject({
    method,
    url: `/api${filled}?${new URLSearchParams(example.query)}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(example.body && { payload: example.body }),
  });
  return { status: statusCode, text: body, total: headers['x-total-count'] };
}

const tokenFor = ({ access }: Endpoint, { owner }: Fixture): string | null => tokenWith(access, owner, salon);

describe('requests and responses match the OpenAPI description', () => {
  withSalon('sqlite', { emptyBeforeEach: true });

  describe.each(list)('examples of %s', (name, endpoint) => {
    test(`${name}: the example request, its response and the 401 response match the description`, async () => {
      const fixture = await createFixture(salon);
      const example = fixture.requestExamples[name];
      expect(faultsOfParameters(endpoint, 'path', example.params)).toEqual([]);
      expect(faultsOfParameters(endpoint, 'query', example.query)).toEqual([]);
      if (endpoint.body) expect(faultsOfBody(endpoint, example.body)).toEqual([]);
      const { status, text, total } = await send(endpoint, example, tokenFor(endpoint, fixture));
      const refused = example.opensOnlyTo && errors[example.opensOnlyTo].status;
      expect([refused ?? endpoint.status, ...(refused ? [] : [204])]).toContain(status);
      expect(faultsOfAnswer(endpoint, status, text)).toEqual([]);
      if (status === 200) expect(total !== undefined).toBe(endpoint.isCounted === true);
      const dead = await send(endpoint, example, DEAD_TOKEN);
      expect({ status: dead.status, faults: faultsOfAnswer(endpoint, 401, dead.text) }).toEqual({
        status: 401,
        faults: [],
      });
    });
  });

  describe.each(list.filter(([, { body }]) => body))('unknown fields of %s', (name, endpoint) => {
    test(`${name}: an unknown field is rejected by the description and by the server`, async () => {
      const fixture = await createFixture(salon);
      const example = fixture.requestExamples[name];
      const body = { ...example.body, unknown_field: 1 };
      expect(faultsOfBody(endpoint, body)).not.toEqual([]);
      const answer = await send(endpoint, { ...example, body }, tokenFor(endpoint, fixture));
      expect({ status: answer.status, code: JSON.parse(answer.text).code }).toEqual({
        status: 400,
        code: 'bad_input',
      });
      expect(faultsOfAnswer(endpoint, answer.status, answer.text)).toEqual([]);
    });
  });

  test('a malformed path parameter returns a documented response', async () => {
    const fixture = await createFixture(salon);
    for (const [name, endpoint] of list.filter(([, { path }]) => path.includes('{'))) {
      const example = fixture.requestExamples[name];
      const params = Object.fromEntries(Object.keys(example.params ?? {}).map((key) => [key, 'x']));
      const { status, text } = await send(endpoint, { ...example, params }, tokenFor(endpoint, fixture));
      expect({ name, faults: faultsOfAnswer(endpoint, status, text) }).toEqual({ name, faults: [] });
    }
  });

  test('the validation detects an extra field, a missing field and an undocumented status', () => {
    const services = list.find(([name]) => name === 'GET /services')?.[1];
    if (!services) throw new Error('There is no price list.');
    const service = {
      id: 1,
      name: 'Gel lak',
      price: 1800,
      duration_minutes: 60,
      is_addon: 0,
      return_weeks: null,
      short_words: [],
      group_name: null,
      description: null,
      is_offered: 1,
      cleanup_minutes: 0,
      name_en: null,
      name_ru: null,
    };
    const { price: _, ...unpriced } = service;
    expect(faultsOfAnswer(services, 200, JSON.stringify([service]))).toEqual([]);
    expect(faultsOfAnswer(services, 200, JSON.stringify([unpriced]))).not.toEqual([]);
    expect(faultsOfAnswer(services, 200, JSON.stringify([{ ...service, more: 1 }]))).not.toEqual([]);
    expect(faultsOfAnswer(services, 404, '{"error":"Nema.","code":"not_found"}')).not.toEqual([]);
  });

  test('GET /openapi.json returns the OpenAPI description', async () => {
    const { body } = await salon.app.inject('/api/openapi.json');
    expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });
});
