import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { type EndpointName, endpoints } from '../index.ts';
import { meaningOf } from './fields.ts';
import { operationIds } from './operations.ts';
import { namedShapes } from './shapes.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Direction = 'input' | 'output';
type Parts = Record<string, z.ZodType>;

const DEFINED = '#/$defs/';
const PLACE = '#/components/schemas/';
export const refTo = (name: string): JsonSchema => ({ $ref: `${PLACE}${name}` });

/** `bookAppointment` as the name of a shape, `slot_gone` as that of a response. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const operationIdOf = ({ method, path }: Endpoint): string =>
  operationIds[`${method} ${path}` as EndpointName];

/** A number in a query is digits, and in a generated client a number: the pattern of its text says nothing there. */
const withoutTextOfNumber = ({ jsonSchema }: { jsonSchema: JsonSchema }): void => {
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
};

/** All at once: read one by one, each shape would be read again for every endpoint that has it. */
const read = (parts: Parts, io: Direction): JsonSchema =>
  z.toJSONSchema(z.object(parts), {
    io,
    metadata: namedShapes,
    unrepresentable: 'any',
    override: withoutTextOfNumber,
  });

const isSafeBound = (key: string, value: unknown): boolean =>
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER);

/** A response may have more fields in a later release, so a client is not told that there are no others. */
const isClosedResponse = (key: string, value: unknown, io: Direction): boolean =>
  io === 'output' && key === 'additionalProperties' && value === false;

/** As it stands in the description: references lead there, every field says what it means. */
function described(schema: JsonSchema, io: Direction, owner: string): JsonSchema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return typeof value === 'object' && value !== null ? described(value as JsonSchema, io, owner) : value;
  };
  const fieldOf = ([name, field]: [string, unknown]) => {
    const description = meaningOf(owner, name);
    return [name, { ...(inside(field) as JsonSchema), ...(description && { description }) }];
  };
  const partOf = ([key, value]: [string, unknown]) => {
    if (key === 'properties') return [key, Object.fromEntries(Object.entries(value as object).map(fieldOf))];
    if (key === '$ref') return [key, String(value).replace(DEFINED, PLACE)];
    return [key, key === 'default' || key === 'examples' ? value : inside(value)];
  };
  const kept = Object.entries(schema).filter(
    ([key, value]) => !isSafeBound(key, value) && !isClosedResponse(key, value, io),
  );
  return Object.fromEntries(kept.map(partOf));
}

const isReference = ({ $ref, anyOf }: JsonSchema): boolean =>
  $ref !== undefined || (anyOf?.some((one) => typeof one === 'object' && one.type === 'null') ?? false);

/** What an operation takes and answers. */
type Place = 'params' | 'query' | 'body' | 'response';
const keyOf = (operationId: string, place: Place): string => `${operationId} ${place}`;

const partsOf = (places: readonly Place[]): Parts =>
  Object.fromEntries(
    (endpoints as readonly Endpoint[]).flatMap((endpoint) =>
      places.flatMap((place) => {
        const isLeftOut = place === 'response' && (endpoint.status === 204 || endpoint.fileType);
        const part = isLeftOut ? undefined : endpoint[place];
        return part ? [[keyOf(operationIdOf(endpoint), place), part]] : [];
      }),
    ),
  );

/** Each by its name. */
interface ParameterSchemas {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export interface Schemas {
  /** A body or response: a reference, or a list of one. What has no name is named after its operation. */
  schemaOf(operationId: string, place: 'body' | 'response'): JsonSchema;
  /** The parameters of a path or query, in an object. */
  parametersOf(operationId: string, place: 'params' | 'query'): ParameterSchemas;
  /** Every named schema, by its name. */
  readonly all: Record<string, JsonSchema>;
}

/** Reads every shape of the contract. */
export function collectSchemas(): Schemas {
  const all: Record<string, JsonSchema> = {};
  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const known = all[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two shapes are named ${name}: what is sent and what is answered differ.`);
    all[name] = schema;
    return refTo(name);
  };
  const readAll = (places: readonly Place[], io: Direction) => {
    const { $defs = {}, properties = {} } = read(partsOf(places), io);
    for (const [id, definition] of Object.entries($defs)) add(id, described(definition, io, id));
    return properties as Record<string, JsonSchema>;
  };
  const sent = readAll(['params', 'query', 'body'], 'input');
  const answered = readAll(['response'], 'output');
  const named = (schema: JsonSchema, io: Direction, name: string): JsonSchema => {
    const own = described(schema, io, name);
    if (own.type !== 'array') return isReference(own) ? own : add(name, own);
    const items = own.items as JsonSchema;
    return isReference(items) ? own : { ...own, items: add(`${name}Item`, items) };
  };
  return {
    all,
    schemaOf: (id, place) =>
      place === 'body'
        ? named(sent[keyOf(id, place)] ?? {}, 'input', `${pascal(id)}Request`)
        : named(answered[keyOf(id, place)] ?? {}, 'output', `${pascal(id)}Response`),
    parametersOf: (id, place) => described(sent[keyOf(id, place)] ?? {}, 'input', id) as ParameterSchemas,
  };
}
