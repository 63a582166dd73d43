import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { openApiDocument } from '../../../src/contract/openapi/openapi.ts';

const ID = 'salon';
const ANSWERED_AS_IT_IS = ['Error'];

/** Makes the schema reject undocumented fields. Real clients must accept them, because later releases may add fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in parts ? { additionalProperties: false, ...parts } : parts;
}

function closedDocument(): object {
  const document = openApiDocument();
  const schemas = Object.entries(document.components.schemas ?? {}).map(([name, schema]) => [
    name,
    ANSWERED_AS_IT_IS.includes(name) ? schema : closed(schema),
  ]);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

const options = { strict: false, allErrors: true } as const;
const bodies = new Ajv2020(options).addSchema(closedDocument(), ID);
const texts = new Ajv2020({ ...options, coerceTypes: true }).addSchema(closedDocument(), ID);

const pointer = (...parts: readonly (string | number)[]): string =>
  parts
    .map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');

/** Validates a value by the schema at the JSON pointer `place`, and returns the errors. */
function faultsAt(ajv: Ajv2020, place: string, value: unknown): readonly string[] {
  const validate: ValidateFunction = ajv.compile({ $ref: `${ID}#${place}` });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const JSON_TYPE = 'application/json';
const operation = ({ method, path }: Endpoint) => ['paths', path, method.toLowerCase()] as const;

interface Described {
  readonly parameters?: readonly {
    readonly in?: string;
    readonly name: string;
    readonly required: boolean;
  }[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
}
const describedOf = ({ method, path }: Endpoint) =>
  openApiDocument().paths[path]?.[method.toLowerCase()] as unknown as Described;

export const faultsOfBody = (endpoint: Endpoint, body: unknown): readonly string[] =>
  faultsAt(bodies, pointer(...operation(endpoint), 'requestBody', 'content', JSON_TYPE, 'schema'), body);

/** Returns the validation errors of path or query parameters. Their values in `given` are still text. */
export function faultsOfParameters(
  endpoint: Endpoint,
  place: 'path' | 'query',
  given: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const parameters = describedOf(endpoint).parameters ?? [];
  const known = parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const strange = Object.keys(given).filter((name) => !known.includes(name));
  const faults = parameters.flatMap(({ in: where, name, required }, index) => {
    if (where !== place) return [];
    if (given[name] === undefined) return required ? [`${name} is missing`] : [];
    const schema = pointer(...operation(endpoint), 'parameters', index, 'schema');
    return faultsAt(texts, schema, given[name]).map((fault) => `${name}: ${fault}`);
  });
  return [...faults, ...strange.map((name) => `${name} is not known`)];
}

/** Returns the validation errors of the body of a response with this status. */
export function faultsOfAnswer(endpoint: Endpoint, status: number, text: string): readonly string[] {
  const response = describedOf(endpoint).responses[status];
  if (!response) return [`${status} is no status of ${endpoint.method} ${endpoint.path}`];
  const place = response.$ref?.slice(1) ?? pointer(...operation(endpoint), 'responses', status);
  if (!response.$ref && !response.content) return text === '' ? [] : ['the answer is not empty'];
  if (response.content && !(JSON_TYPE in response.content))
    return text === '' ? ['nothing where a file or a stream is promised'] : [];
  return faultsAt(bodies, `${place}${pointer('content', JSON_TYPE, 'schema')}`, JSON.parse(text));
}
