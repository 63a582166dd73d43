import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { endpoints } from '../index.ts';
import { clauseOf, errorCodesOf, openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, object>>;
}

const list: readonly Endpoint[] = endpoints;
const { paths, components } = openApiDocument();
const operationOf = ({ method, path }: Endpoint) =>
  paths[path]?.[method.toLowerCase()] as unknown as Operation;
const operations = list.map(operationOf);

describe('openApiDocument', () => {
  test('the document has every endpoint once, with a unique operationId', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual(list.map((own) => own.operationId));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(list.length);
    expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(list.length);
  });

  test('every operation has a one-clause summary, and its description cites the specification', () => {
    for (const { operationId, summary, description } of operations) {
      const isShort = summary.length > 5 && summary.length <= 120;
      const isCited = /docs\/spec\/(?:behaviour|product)\.md §\d/.test(description);
      expect({ operationId, isShort, isCited }).toEqual({ operationId, isShort: true, isCited: true });
    }
  });

  test.each([
    ['Logs in; the token is opaque.', 'Logs in'],
    ['Makes it: all of it.', 'Makes it'],
    ['Blocks, or not. Then more (docs/spec/behaviour.md §5).', 'Blocks, or not'],
    ['Reads it (docs/spec/behaviour.md §5).', 'Reads it'],
    ['At 10:00 or v1.2 it begins', 'At 10:00 or v1.2 it begins'],
  ])('the first clause of the summary %j is %j', (summary, clause) => {
    expect(clauseOf(summary)).toBe(clause);
  });

  test('the document refers to every schema that it contains, and to no other', () => {
    const text = JSON.stringify({ paths, components });
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
    expect([...referred].sort()).toEqual(Object.keys(components.schemas ?? {}).sort());
  });

  test('the OpenAPI document lists every error, each under its status', () => {
    const returned = new Set(list.flatMap((endpoint) => errorCodesOf(endpoint)));
    expect([...returned].sort()).toEqual(Object.keys(errors).sort());
    for (const endpoint of list) {
      const { responses } = operationOf(endpoint);
      for (const code of errorCodesOf(endpoint))
        expect({ code, response: JSON.stringify(responses[errors[code].status]) }).toEqual({
          code,
          response: expect.stringMatching(new RegExp(`"${code}"|/${code.replaceAll('_', '')}"`, 'i')),
        });
    }
  });

  test('every request example of the document is valid input for its endpoint', () => {
    for (const { operationId, body, example } of list)
      if (example)
        expect({ operationId, fits: body?.safeParse(example).success }).toEqual({ operationId, fits: true });
  });
});
