import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, technicianPartOf } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../index.ts';

const partOf = (name: EndpointName) => {
  const endpoint: Endpoint | undefined = endpoints.find(({ method, path }) => `${method} ${path}` === name);
  return endpoint && technicianPartOf(endpoint);
};

test('where a request names a technician follows from its schemas', () => {
  expect(partOf('GET /annual/mine')).toBe('query');
  expect(partOf('POST /annual')).toBe('body');
  expect(partOf('GET /services')).toBeUndefined();
});

test('no body hides the technician that it names from the check of her own rows', () => {
  const others = (endpoints as readonly Endpoint[]).filter(
    (endpoint) => technicianPartOf(endpoint) !== 'body',
  );
  const hidden = others.filter(({ body = z.object({}) }) => {
    const { properties, anyOf } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
    return JSON.stringify({ properties, anyOf }).includes('"technician_id"');
  });
  expect(hidden.map(({ operationId }) => operationId)).toEqual([]);
});
