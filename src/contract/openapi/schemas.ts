import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { endpoints } from '../index.ts';
import { slotConflict } from '../schemas.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type MessagePart = 'params' | 'query' | 'body' | 'response';
type Direction = 'input' | 'output';

/** Converts a name to PascalCase: `bookAppointment` → `BookAppointment`, `slot_gone` → `SlotGone`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const PREFIX = '#/components/schemas/';
export const refTo = (name: string): JsonSchema => ({ $ref: `${PREFIX}${name}` });

/** Removes the limits that zod adds to every number and, for responses, the rule that would forbid fields of later releases. */
function simplify(schema: JsonSchema, io: Direction): JsonSchema {
  if (schema.type === 'integer') delete schema.pattern; // removes the pattern, which applies only to a number that is sent as text in a query
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  return schema;
}

const keyOf = (operationId: string, part: MessagePart): string => `${operationId} ${part}`;

function schemasOf(endpoint: Endpoint, parts: readonly MessagePart[]): [string, z.ZodType][] {
  return parts.flatMap((part) => {
    const isJson = part !== 'response' || (endpoint.status !== 204 && !endpoint.fileType);
    const schema = isJson ? endpoint[part] : undefined;
    return schema ? [[keyOf(endpoint.operationId, part), schema]] : [];
  });
}

interface Converted {
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Converts the schemas of `parts` (such as 'body') of all endpoints in one call, so that zod converts a shared schema only once. */
function convert(
  parts: readonly MessagePart[],
  io: Direction,
  more: Record<string, z.ZodType> = {},
): Converted {
  const schemas = (endpoints as readonly Endpoint[]).flatMap((endpoint) => schemasOf(endpoint, parts));
  const options = { io, unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(z.object({ ...Object.fromEntries(schemas), ...more }), options);
  const text = JSON.stringify(schema).replaceAll('#/$defs/', PREFIX);
  return JSON.parse(text, (_key, value) =>
    value && typeof value === 'object' ? simplify(value, io) : value,
  );
}

/** The body of every error response. docs/spec/behaviour.md §3.2 */
const errorSchemas: Record<string, JsonSchema> = {
  ErrorCode: {
    description: 'Why a request was refused. The list is closed; each operation names the codes it returns.',
    type: 'string',
    enum: Object.keys(errors),
  },
  Error: {
    type: 'object',
    properties: {
      error: { type: 'string', description: 'One Serbian sentence to show as it is.' },
      code: refTo('ErrorCode'),
      fields: {
        description: 'The invalid fields of the request, each with a Serbian sentence.',
        type: 'object',
        additionalProperties: { type: 'string' },
      },
      conflict: {
        ...refTo('SlotConflict'),
        description: 'With `slot_overlaps` or `move_refused`, if one appointment is in the way.',
      },
      rows: {
        description: 'With `series_changed`: the current rows.',
        type: 'array',
        items: refTo('SeriesRow'),
      },
      claimed: { ...refTo('ReachClaim'), description: 'With `reached_meanwhile`: who is writing now.' },
      reached: {
        ...refTo('ReachedMessage'),
        description: 'With `reached_meanwhile`: what the page did not know.',
      },
    },
    required: ['error', 'code'],
  },
};

const isReference = ({ $ref, anyOf }: JsonSchema): boolean =>
  $ref !== undefined || (anyOf?.some((one) => typeof one === 'object' && one.type === 'null') ?? false);

interface ParameterSchemas {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export type Schemas = ReturnType<typeof collectSchemas>;

export function collectSchemas() {
  const all: Record<string, JsonSchema> = { ...errorSchemas };
  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const known = all[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are named ${name}: input and output differ.`);
    all[name] = schema;
    return refTo(name);
  };
  const sent = convert(['params', 'query', 'body'], 'input');
  const answered = convert(['response'], 'output', { slotConflict });
  for (const { $defs = {} } of [sent, answered])
    for (const [id, schema] of Object.entries($defs)) add(id, schema);
  const named = (schema: JsonSchema, name: string): JsonSchema => {
    if (schema.type !== 'array') return isReference(schema) ? schema : add(name, schema);
    const items = schema.items as JsonSchema;
    return isReference(items) ? schema : { ...schema, items: add(`${name}Item`, items) };
  };
  return {
    /** All components by name; complete after `schemaOf` was called for every operation. */
    all,
    /** Returns a reference to a schema, or an array schema whose items are a reference. A schema without an id is named after its operation. */
    schemaOf: (id: string, part: 'body' | 'response'): JsonSchema =>
      part === 'body'
        ? named(sent.properties?.[keyOf(id, part)] ?? {}, `${pascal(id)}Request`)
        : named(answered.properties?.[keyOf(id, part)] ?? {}, `${pascal(id)}Response`),
    parametersOf: (id: string, part: 'params' | 'query') =>
      (sent.properties?.[keyOf(id, part)] ?? {}) as ParameterSchemas,
  };
}
