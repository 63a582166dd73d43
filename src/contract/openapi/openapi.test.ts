import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { endpoints } from '../index.ts';
import { errorCodesOf } from './errors.ts';
import { features } from './features.ts';
import { meanings } from './fields.ts';
import { clauseOf, openApiDocument } from './openapi.ts';
import { bodyExamples } from './operations.ts';
import { operationIdOf } from './schemas.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly description?: string;
  }[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Shape {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
}

const list: readonly Endpoint[] = endpoints;
const { paths, components } = openApiDocument();
const operationOf = ({ method, path }: Endpoint) =>
  paths[path]?.[method.toLowerCase()] as unknown as Operation;
const operations = list.map(operationOf);
const named = Object.entries(components.schemas as Record<string, Shape>);

/** Every object of a schema that has fields, however deep. */
function* objectsIn(schema: object): Generator<Shape> {
  if ('properties' in schema) yield schema as Shape;
  for (const part of Object.values(schema))
    if (typeof part === 'object' && part !== null) yield* objectsIn(part);
}

describe('the OpenAPI description', () => {
  test('has every endpoint once, by a name of its own', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual(list.map(operationIdOf));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(list.length);
    expect(features.flatMap(({ endpoints: own }) => own.map(operationIdOf)).sort()).toEqual(
      list.map(operationIdOf).sort(),
    );
  });

  test('says of every operation what it does in one clause, and where that is specified', () => {
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
  ])('the clause of %j is %j', (summary, clause) => {
    expect(clauseOf(summary)).toBe(clause);
  });

  test('says of every field what it means', () => {
    const silent = named.flatMap(([name, schema]) =>
      [...objectsIn(schema)].flatMap(({ properties = {} }) =>
        Object.entries(properties).flatMap(([field, { description }]) =>
          description || ('$ref' in (properties[field] ?? {}) && field === 'code')
            ? []
            : [`${name}.${field}`],
        ),
      ),
    );
    const parameters = operations.flatMap(({ operationId, parameters: own = [] }) =>
      own.flatMap(({ $ref, name, description }) => ($ref || description ? [] : [`${operationId}.${name}`])),
    );
    expect([...silent, ...parameters]).toEqual([]);
  });

  test('every meaning is that of a field', () => {
    const owners = new Map(named.map(([name]) => [name, new Set<string>()] as const));
    for (const [name, schema] of named)
      for (const { properties = {} } of objectsIn(schema))
        for (const field of Object.keys(properties)) owners.get(name)?.add(field);
    for (const { operationId, parameters = [] } of operations)
      owners.set(operationId, new Set(parameters.flatMap(({ name }) => name ?? [])));
    const everywhere = new Set([...owners.values()].flatMap((fields) => [...fields]));
    const idle = Object.keys(meanings).filter((name) => {
      const [field = '', owner] = name.split('.').reverse();
      return owner === undefined ? !everywhere.has(field) : !owners.get(owner)?.has(field);
    });
    expect(idle).toEqual([]);
  });

  test('names every error of the closed list, each under its status', () => {
    const told = new Set(list.flatMap((endpoint) => errorCodesOf(endpoint)));
    expect([...told].sort()).toEqual(Object.keys(errors).sort());
    for (const endpoint of list) {
      const { responses } = operationOf(endpoint);
      for (const code of errorCodesOf(endpoint))
        expect({ code, response: JSON.stringify(responses[errors[code].status]) }).toEqual({
          code,
          response: expect.stringMatching(new RegExp(`"${code}"|/${code.replaceAll('_', '')}"`, 'i')),
        });
    }
  });

  test('the examples of bodies are what the endpoints take', () => {
    for (const [name, example] of Object.entries(bodyExamples)) {
      const endpoint = list.find(({ method, path }) => `${method} ${path}` === name);
      expect({ name, fits: endpoint?.body?.safeParse(example).success }).toEqual({ name, fits: true });
    }
  });
});
