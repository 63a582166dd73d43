import type { Endpoint } from '../endpoint.ts';
import type { EndpointName } from '../index.ts';
import { takesIdempotencyKey } from './errors.ts';
import { features } from './features.ts';
import { bodyExamples } from './operations.ts';
import { errorExamples, errorSchemas, responsesOf, sharedResponses } from './responses.ts';
import { collectSchemas, operationIdOf, type Schemas } from './schemas.ts';

type Part = Readonly<Record<string, unknown>>;
export interface OpenApiDocument extends Record<string, unknown> {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Record<string, Part>>>;
  readonly components: Readonly<Record<string, Part>>;
}

const DESCRIPTION = `The appointment book of a nail salon: free slots, bookings by clients and guests, and all that the owner does.

- **JSON**: flags are 1 or 0, prices are dinars, what is absent is \`null\`. A field that is not known is refused, not dropped.
  In a \`PUT\` a field that is left out keeps its value, and \`null\` clears it.
- **Times** are the salon's wall clock, \`YYYY-MM-DD HH:mm:ss\` without a zone; \`time_zone\` of \`GET /salon\` names it.
- **Who**: \`Authorization: Bearer <token>\` with the token of \`logIn\` or \`registerClient\`. A token that is sent must be alive, also where
  none is needed.
- **Refusals** are \`{ error, code }\`, with \`fields\` where a field is at fault. Programs go by \`code\`, people read \`error\`.
- **Repeats**: a booking or move with an \`Idempotency-Key\` may be sent again after a lost answer, and gets the first one.
- **Lists** are answered up to 1,000 rows; \`X-Total-Count\` says how many there are, \`limit\` and \`offset\` lead to the rest.`;

const WHO = {
  public: 'Anybody may call it.',
  user: 'Anybody who is logged in may call it.',
  admin: 'The admin alone may call it.',
} as const;
const SECURITY = { public: [{}, { bearer: [] }], user: [{ bearer: [] }], admin: [{ bearer: [] }] } as const;

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of `logIn` or `registerClient`.',
};
const LICENSE = { name: 'MIT', identifier: 'MIT' };
const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of the caller for this request, such as a UUID: sent again it is answered with the first answer, for a day; with another request it is `key_reused` (docs/spec/behaviour.md §5.5).',
    schema: { type: 'string', minLength: 1, examples: ['b9c1f7a0-5d0e-4d0b-9a55-0f8a0c8f1d3e'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the file that is there already.',
    schema: { type: 'string' },
  },
};
const HEADERS = {
  RetryAfter: {
    description: 'In how many seconds it may be asked again, where that is known.',
    schema: { type: 'integer', minimum: 0 },
  },
  TotalCount: {
    description: 'How many rows there are in all; notifications say it where no `limit` was given.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'Names this state of the file.', schema: { type: 'string' } },
};

/** The clause that the summary begins with: up to the first `;`, `:` or full stop, without the section. */
export function clauseOf(summary: string): string {
  const [clause = summary] = summary.split(/[;:](?= )|\.(?= |$)| \(docs\//);
  return clause;
}

function descriptionOf({ summary, access, rateLimit, bodyMaxBytes }: Endpoint): string {
  const own = rateLimit ? ` At most ${rateLimit.max} requests in ${rateLimit.per} from one network.` : '';
  const size = bodyMaxBytes === undefined ? '' : ` The body may have ${bodyMaxBytes} bytes.`;
  return `${summary}\n\n${WHO[access]}${own}${size}`;
}

function parametersOf(endpoint: Endpoint, place: 'params' | 'query', schemas: Schemas): Part[] {
  if (!endpoint[place]) return [];
  const { properties = {}, required = [] } = schemas.parametersOf(operationIdOf(endpoint), place);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place === 'params' ? 'path' : 'query',
    description,
    required: required.includes(name),
    schema,
  }));
}

function bodyOf(endpoint: Endpoint, schemas: Schemas): Part {
  if (!endpoint.body) return {};
  const schema = schemas.schemaOf(operationIdOf(endpoint), 'body');
  const example = bodyExamples[`${endpoint.method} ${endpoint.path}` as EndpointName];
  const content = { 'application/json': { schema, ...(example && { example }) } };
  return { requestBody: { required: true, content } };
}

function operationOf(endpoint: Endpoint, tag: string, schemas: Schemas): Part {
  const headers = [
    ...(takesIdempotencyKey(endpoint) ? ['IdempotencyKey'] : []),
    ...(endpoint.fileType === 'text/calendar' ? ['IfNoneMatch'] : []),
  ];
  const parameters = [
    ...parametersOf(endpoint, 'params', schemas),
    ...parametersOf(endpoint, 'query', schemas),
    ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
  ];
  return {
    operationId: operationIdOf(endpoint),
    tags: [tag],
    summary: clauseOf(endpoint.summary),
    description: descriptionOf(endpoint),
    security: SECURITY[endpoint.access],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint, schemas),
    responses: responsesOf(endpoint, schemas),
  };
}

function pathsOf(schemas: Schemas): Record<string, Record<string, Part>> {
  const operations = features.flatMap(({ name, endpoints }) =>
    endpoints.map((endpoint) => ({ endpoint, operation: operationOf(endpoint, name, schemas) })),
  );
  const byPath = Map.groupBy(operations, ({ endpoint }) => endpoint.path);
  const methodsOf = (list: typeof operations) =>
    Object.fromEntries(list.map(({ endpoint, operation }) => [endpoint.method.toLowerCase(), operation]));
  return Object.fromEntries([...byPath].map(([path, list]) => [path, methodsOf(list)]));
}

function componentsOf(schemas: Schemas, paths: object): Record<string, Part> {
  const text = JSON.stringify(paths);
  const isUsed = (name: string) => text.includes(`"#/components/responses/${name}"`);
  const responses = Object.fromEntries(Object.entries(sharedResponses).filter(([name]) => isUsed(name)));
  const byName = Object.entries({ ...schemas.all, ...errorSchemas }).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    securitySchemes: { bearer: BEARER },
    parameters: PARAMETERS,
    headers: HEADERS,
    schemas: Object.fromEntries(byName),
    responses,
    examples: errorExamples,
  };
}

function makeDocument(): OpenApiDocument {
  const schemas = collectSchemas();
  const paths = pathsOf(schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Lunula', version: '1', description: DESCRIPTION, license: LICENSE },
    servers: [{ url: '/api', description: 'The salon that hands out this description.' }],
    tags: features.map(({ name, description }) => ({ name, description })),
    paths,
    components: componentsOf(schemas, paths),
  };
}

let made: OpenApiDocument | undefined;

/** The contract as OpenAPI 3.1, the same for every salon; made once, when it is first asked for. */
export function openApiDocument(): OpenApiDocument {
  made ??= makeDocument();
  return made;
}
